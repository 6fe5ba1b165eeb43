import { useState } from 'react';
import { shortNumber } from '#contract/values/card-number.ts';
import { attachDriver, detachDriver } from '#contract/cards/cards.ts';
import { listDrivers } from '#contract/cards/drivers.ts';
import { useMaintenance } from '../../../state/maintenance.ts';
import { useRole } from '../../../server/session.ts';
import { useRead } from '../../../state/use-call.ts';
import { fullDriverName, type Card, type Driver, formatPhone } from '../../../cards/describe-card.ts';
import { FormShell } from '../../../forms/FormShell.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TextSkeleton } from '../../../ui/states/Skeleton.tsx';
import { changeProblem } from '../../../cards/card-state.ts';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { DriverLinks } from './DriverLinks.tsx';
import { EditDriverModal } from './EditDriverModal.tsx';
import { defineCardConfirmDialog } from '../../../cards/define-card-confirm-dialog.ts';
import { useCardAction } from '../../../cards/use-card-action.ts';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ClampedText } from '../../../ui/ClampedText.tsx';
import styles from './DriverList.module.css';

/** The drivers of this card, and a way to add another from the company's list. */
export function CardDrivers({ card }: { card: Card }) {
  const { open, show, dialog } = useDialogs();
  const problem = changeProblem(card, { role: useRole(), maintenance: useMaintenance() });
  return (
    <>
      <Panel title="Водители карты" variant="flush">
        {card.drivers.length === 0 ? (
          <EmptyState title="У карты пока нет водителей">
            Выберите водителя из списка или добавьте нового.
          </EmptyState>
        ) : (
          <DriverList
            drivers={card.drivers}
            removeLabel="Снять с карты"
            disabledReason={problem}
            onEdit={(item) => show((onClose) => <EditDriverModal driver={item} onClose={onClose} />)}
            onRemove={(driver) => open(DetachDialog, { card, driver })}
          />
        )}
      </Panel>
      <DriverLinks card={card} problem={problem} />
      <Panel title="Выбрать из водителей компании">
        <AttachForm card={card} problem={problem} />
      </Panel>
      {dialog}
    </>
  );
}

function AttachForm({ card, problem }: { card: Card; problem: string | null }) {
  const drivers = useRead(listDrivers);
  const [chosen, setChosen] = useState('');
  const action = useCardAction(attachDriver, {
    left: { failed: `Карта ${shortNumber(card.card_number)}: водитель не прикреплён` },
  });
  if (drivers.isPending) return <TextSkeleton count={2} />;
  if (!drivers.data)
    return <LoadError onReload={() => void drivers.refetch()} reloading={drivers.isFetching} />;
  const free = drivers.data.data.filter((driver) => !card.drivers.some((own) => own.id === driver.id));
  if (free.length === 0) {
    return <p className="ink-2">Все водители компании уже прикреплены к этой карте.</p>;
  }
  // Meanwhile a colleague may have removed the chosen one, or an answer that was lost have attached him.
  const isOffered = free.some((item) => String(item.id) === chosen);
  const isAttached = card.drivers.some((own) => String(own.id) === chosen);
  return (
    <FormShell
      onSubmit={() =>
        action.mutate(
          { params: { id: card.id, driverId: Number(chosen) } },
          { onSuccess: () => setChosen('') },
        )
      }
      submitLabel="Прикрепить к карте"
      action={{ isPending: action.isPending, error: isOffered ? action.error : null }}
      disabledReason={problem ?? (isOffered ? null : 'Выберите водителя')}
    >
      <Select
        label="Водитель"
        placeholder="Выберите водителя"
        value={isOffered ? chosen : ''}
        error={chosen !== '' && !isOffered && !isAttached ? DRIVER_GONE : null}
        disabled={action.isPending}
        onChange={setChosen}
        options={free.map((item) => ({ value: String(item.id), label: fullDriverName(item) }))}
      />
    </FormShell>
  );
}

const DRIVER_GONE = 'Выбранного водителя больше нет в компании. Выберите другого';

const DetachDialog = defineCardConfirmDialog({
  title: 'Снять водителя с карты?',
  confirmLabel: 'Снять',
  text: ({ driver }: { card: Card; driver: Driver }) => (
    <p>{fullDriverName(driver)} больше не будет значиться у этой карты. В списке компании он останется.</p>
  ),
  call: detachDriver,
  input: ({ card, driver }) => ({ params: { id: card.id, driverId: driver.id } }),
  failed: ({ card }) => `Карта ${shortNumber(card.card_number)}: водитель не снят`,
});

type Props = {
  drivers: readonly Driver[];
  /** «Снять с карты», «Удалить». */
  removeLabel: string;
  /** Null when removal is possible. */
  disabledReason: string | null;
  onEdit: (driver: Driver) => void;
  onRemove: (driver: Driver) => void;
};

/** Drivers with their phones, each with buttons to correct and to remove the driver. */
function DriverList({ drivers, removeLabel, disabledReason, onEdit, onRemove }: Props) {
  return (
    <ul className={styles.list}>
      {drivers.map((driver) => (
        <li key={driver.id} className={styles.driver}>
          <ClampedText>{fullDriverName(driver)}</ClampedText>
          <span className={styles.phone}>
            {driver.phone ? (
              <a href={`tel:+${driver.phone}`}>{formatPhone(driver.phone)}</a>
            ) : (
              'телефон не указан'
            )}
          </span>
          <span className={styles.actions}>
            <IconButton
              label={`Исправить водителя: ${fullDriverName(driver)}`}
              icon={<IconPencil aria-hidden="true" stroke={1.75} />}
              disabled={disabledReason !== null}
              disabledReason={disabledReason ?? ''}
              onClick={() => onEdit(driver)}
            />
            <IconButton
              label={`${removeLabel}: ${fullDriverName(driver)}`}
              icon={<IconTrash aria-hidden="true" stroke={1.75} />}
              disabled={disabledReason !== null}
              disabledReason={disabledReason ?? ''}
              onClick={() => onRemove(driver)}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}
