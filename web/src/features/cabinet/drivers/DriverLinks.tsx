import { IconDeviceMobile, IconTrash } from '@tabler/icons-react';
import type { EndpointData } from '#contract/endpoint.ts';
import { createDriverLink, listDriverLinks, revokeDriverLink } from '#contract/fleet/driver-links.ts';
import { fullDriverName, type Card, type Driver } from '../../../cards/describe-card.ts';
import { defineConfirmDialog } from '../../../actions/define-confirm-dialog.tsx';
import { useEndpointAction } from '../../../actions/use-endpoint-action.ts';
import { ShownOnce } from '../../../forms/ShownOnce.tsx';
import { formatDate } from '../../../lib/format.ts';
import { useRead } from '../../../state/use-call.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Modal } from '../../../ui/layers/Modal.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { TextSkeleton } from '../../../ui/states/Skeleton.tsx';
import { InfoModal } from '../../../ui/layers/InfoModal.tsx';
import { ClampedText } from '../../../ui/ClampedText.tsx';
import { DispatcherPhone } from './DispatcherPhone.tsx';
import styles from './DriverList.module.css';

type Link = EndpointData<typeof listDriverLinks>[number];
type CreatedLink = EndpointData<typeof createDriverLink>;

/** The card on its drivers' phones: who has the link, since when, and a way to send or close it. */
export function DriverLinks({ card, problem }: { card: Card; problem: string | null }) {
  const links = useRead(listDriverLinks, { params: { id: card.id } });
  const { open, dialog } = useDialogs();
  if (card.drivers.length === 0) return null;
  return (
    <Panel title="Карта на телефоне водителя" variant="flush">
      {links.isPending && <TextSkeleton count={2} />}
      {links.isError && !links.data && (
        <LoadError onReload={() => void links.refetch()} reloading={links.isFetching} />
      )}
      {links.data && (
        <ul className={styles.list}>
          {card.drivers.map((driver) => {
            const link = links.data.data.find((item) => item.driver.id === driver.id);
            return (
              <li key={driver.id} className={styles.driver}>
                <ClampedText>{fullDriverName(driver)}</ClampedText>
                <span className={styles.phone}>{formatState(driver, link)}</span>
                {link ? (
                  <IconButton
                    label={`Закрыть ссылку: ${fullDriverName(driver)}`}
                    icon={<IconTrash aria-hidden="true" stroke={1.75} />}
                    disabled={problem !== null}
                    disabledReason={problem ?? ''}
                    onClick={() => open(CloseLinkDialog, link)}
                  />
                ) : (
                  <SendButton
                    card={card}
                    driver={driver}
                    problem={problem}
                    onMade={(made) => open(MadeLink, made)}
                  />
                )}
              </li>
            );
          })}
          <li className={styles.driver}>
            <DispatcherPhone problem={problem} />
          </li>
        </ul>
      )}
      {dialog}
    </Panel>
  );
}

type SendProps = { card: Card; driver: Driver; problem: string | null; onMade: (made: CreatedLink) => void };

function SendButton({ card, driver, problem, onMade }: SendProps) {
  const action = useEndpointAction(createDriverLink, {
    refresh: [listDriverLinks],
    left: { failed: `${fullDriverName(driver)}: ссылка не отправлена` },
  });
  const reason = problem ?? (driver.phone ? null : 'Укажите телефон водителя');
  return (
    <>
      <IconButton
        label={`Отправить ссылку: ${fullDriverName(driver)}`}
        icon={<IconDeviceMobile aria-hidden="true" stroke={1.75} />}
        disabled={reason !== null || action.isPending}
        disabledReason={reason ?? 'Отправляем'}
        onClick={() =>
          action.mutate(
            { params: { id: card.id }, body: { driver_id: driver.id } },
            { onSuccess: ({ data }) => onMade(data) },
          )
        }
      />
      {action.isError && (
        <InfoModal title="Ссылка не отправлена" onClose={() => action.reset()}>
          <p>{action.error.message}</p>
        </InfoModal>
      )}
    </>
  );
}

function MadeLink({ item: made, onClose }: { item: CreatedLink; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Ссылка для водителя">
      <ShownOnce label="Ссылка" secret={made.url} onDone={onClose}>
        <p className="type-small ink-2">
          {made.sent
            ? 'Мы отправили её водителю в СМС. Карта откроется после кода, который придёт на его номер.'
            : 'СМС не ушло: отправьте ссылку сами. Карта откроется после кода, который придёт на номер водителя.'}
        </p>
      </ShownOnce>
    </Modal>
  );
}

const CloseLinkDialog = defineConfirmDialog({
  title: 'Закрыть ссылку водителя?',
  confirmLabel: 'Закрыть',
  text: ({ driver }: Link) => (
    <p>
      {driver.surname} {driver.name} больше не увидит эту карту по ссылке. Платить картой на АЗС это не
      мешает.
    </p>
  ),
  call: revokeDriverLink,
  input: ({ id }) => ({ params: { id } }),
  refresh: [listDriverLinks],
  failed: 'Ссылка водителя не закрыта',
});

function formatState({ phone }: Driver, link: Link | undefined): string {
  if (!link) return phone ? 'ссылки нет' : 'телефон не указан';
  if (!link.bound_at) return `отправлена ${formatDate(link.made_at, 'datetime')}, ещё не открыта`;
  return `открывал ${formatDate(link.seen_at ?? link.bound_at, 'datetime')}`;
}
