import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { gluePlates } from '#contract/values/plate.ts';
import { shortNumber } from '#contract/values/card-number.ts';
import { can } from '#contract/access.ts';
import { listCards, readCard } from '#contract/cards/cards.ts';
import { listDrivers, removeDriver } from '#contract/cards/drivers.ts';
import { useRole } from '../../../server/session.ts';
import { defineConfirmDialog } from '../../../actions/define-confirm-dialog.tsx';
import { joinClasses } from '../../../lib/join-classes.ts';
import { useRead } from '../../../state/use-call.ts';
import { formatPhone, fullDriverName, type Card, type Driver } from '../../../cards/describe-card.ts';
import { paths } from '../../../paths.ts';
import type { Column } from '../../../tables/column.ts';
import { DataTable } from '../../../tables/DataTable.tsx';
import { ListState } from '../../../tables/states/ListState.tsx';
import { TableTools } from '../../../tables/TableTools.tsx';
import { useTableView } from '../../../tables/use-table-view.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { ClampedText } from '../../../ui/ClampedText.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { Panel } from '../../../ui/Panel.tsx';
import { ListSkeleton } from '../../../ui/states/Skeleton.tsx';
import { TextLink } from '../../../ui/text/TextLink.tsx';
import { READ_ONLY } from '../../../cards/card-state.ts';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import { EditDriverModal } from './EditDriverModal.tsx';
import styles from './DriverList.module.css';

type Listed = Driver & { cards: readonly Card[] };

/** The company's drivers with the cards that each of them has. */
export function CompanyDrivers() {
  const drivers = useRead(listDrivers);
  const cards = useRead(listCards);
  const { open, show, dialog } = useDialogs();
  const mayChange = can(useRole(), 'changeCard');
  const columns = useMemo(
    () =>
      driverColumns(
        mayChange,
        (item) => show((onClose) => <EditDriverModal driver={item} onClose={onClose} />),
        (item) => open(RemoveDriverDialog, item),
      ),
    [mayChange, open, show],
  );
  const control = useTableView('drivers', columns);
  const listed = useMemo(
    () => withCards(drivers.data?.data ?? [], cards.data?.data ?? []),
    [drivers.data, cards.data],
  );
  return (
    <Panel
      title="Водители компании"
      variant="flush"
      action={
        listed.length > 0 && (
          <TableTools
            list="drivers"
            columns={columns}
            control={control}
            fileName="Водители"
            rows={() => listed}
          />
        )
      }
    >
      {drivers.isPending && <ListSkeleton count={4} label="Загружаются водители" />}
      <ListState of={listDrivers} read={drivers} />
      {drivers.data?.data.length === 0 && (
        <EmptyState title="Здесь будут водители компании">
          Добавьте водителя, и его можно будет прикрепить к картам.
        </EmptyState>
      )}
      {listed.length > 0 && (
        <DataTable caption="Водители" columns={columns} rows={listed} rowKey={rowKey} control={control} fit />
      )}
      {dialog}
    </Panel>
  );
}

function rowKey(driver: Listed): number {
  return driver.id;
}

function withCards(drivers: readonly Driver[], cards: readonly Card[]): Listed[] {
  return drivers.map((driver) => ({
    ...driver,
    cards: cards.filter((card) => card.drivers.some(({ id }) => id === driver.id)),
  }));
}

function driverColumns(
  mayChange: boolean,
  onEdit: (driver: Driver) => void,
  onRemove: (driver: Driver) => void,
): readonly Column<Listed>[] {
  return [
    {
      key: 'name',
      header: 'Водитель',
      fixed: true,
      narrow: 'title',
      value: fullDriverName,
      cell: (listed) => (
        <ClampedText className={joinClasses('type-small-strong', styles.name)}>
          {fullDriverName(listed)}
        </ClampedText>
      ),
    },
    {
      key: 'phone',
      header: 'Телефон',
      width: 190,
      narrow: 'second',
      value: (listed) => listed.phone || null,
      cell: ({ phone }) =>
        phone ? (
          <a href={`tel:+${phone}`} className={styles.call}>
            {formatPhone(phone)}
          </a>
        ) : (
          <span className="ink-2">телефон не указан</span>
        ),
    },
    {
      key: 'cards',
      header: 'Карты',
      narrow: 'line',
      value: (listed) => listed.cards.map(formatCard).join(', ') || null,
      cell: ({ cards }) =>
        cards.length > 0 ? (
          <span className={styles.cards}>
            {cards.map((card) => (
              <TextLink key={card.id} to={paths.card(card.id)}>
                {gluePlates(formatCard(card))}
              </TextLink>
            ))}
          </span>
        ) : null,
    },
    {
      key: 'count',
      header: 'Карт',
      width: 80,
      align: 'end',
      kind: 'count',
      narrow: 'hidden',
      extra: true,
      value: (listed) => listed.cards.length,
      cell: (listed) => listed.cards.length,
    },
    {
      key: 'remove',
      header: 'Действие',
      headerHidden: true,
      width: 100,
      narrow: 'menu',
      cell: (listed) => (
        <span className={styles.actions}>
          <IconButton
            label={`Исправить водителя: ${fullDriverName(listed)}`}
            icon={<IconPencil aria-hidden="true" stroke={1.75} />}
            disabled={!mayChange}
            disabledReason={READ_ONLY}
            onClick={() => onEdit(listed)}
          />
          <IconButton
            label={`Удалить водителя: ${fullDriverName(listed)}`}
            icon={<IconTrash aria-hidden="true" stroke={1.75} />}
            disabled={!mayChange}
            disabledReason={READ_ONLY}
            onClick={() => onRemove(listed)}
          />
        </span>
      ),
    },
  ];
}

/** «Volvo FH С 196 РМ 77» or «•• 7256». */
function formatCard({ comment, card_number: number }: Card): string {
  return comment || shortNumber(number);
}

const RemoveDriverDialog = defineConfirmDialog({
  title: 'Удалить водителя?',
  confirmLabel: 'Удалить',
  text: (driver: Driver) => (
    <p>{fullDriverName(driver)} будет снят со всех карт и исчезнет из списка компании.</p>
  ),
  call: removeDriver,
  input: ({ id }) => ({ params: { id } }),
  refresh: [listDrivers, listCards, readCard],
  failed: (driver) => `Водитель не удалён: ${fullDriverName(driver)}`,
  useOutdated: useRemoved,
});

/** Finds out that a colleague has removed the driver, or that this dialogue has and its answer was lost. */
function useRemoved(driver: Driver) {
  const drivers = useRead(listDrivers).data?.data;
  if (!drivers || drivers.some(({ id }) => id === driver.id)) return null;
  return {
    title: 'Водитель удалён',
    text: <p>{fullDriverName(driver)} больше не значится в компании и ни на одной карте.</p>,
  };
}
