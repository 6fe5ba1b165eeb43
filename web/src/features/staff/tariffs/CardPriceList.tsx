import { listPartners } from '#contract/orders/orders.ts';
import { listCardPrices, planCardPrice, type CardPriceOnWire } from '#contract/programme/tariffs.ts';
import { FormModal } from '../../../forms/FormModal.tsx';
import { useForm } from '../../../forms/use-form.ts';
import { MoneyField } from '../../../forms/MoneyField.tsx';
import { DayField } from '../../../forms/days/DayField.tsx';
import { moscowDay } from '../../../lib/format.ts';
import { serverNow } from '../../../lib/server-clock.ts';
import { StaffTable } from '../../../staff/StaffTable.tsx';
import { NOT_IN_ROLE, useMay } from '../../../staff/use-may.ts';
import { useStaffAction } from '../../../staff/use-staff-action.ts';
import { useRead } from '../../../state/use-call.ts';
import type { Column } from '../../../tables/column.ts';
import { dateColumn, extraColumn, moneyColumn } from '../../../tables/usual-columns.tsx';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/states/EmptyState.tsx';
import { LoadError } from '../../../ui/states/LoadError.tsx';
import { Money } from '../../../ui/text/Money.tsx';
import { ReadFailed } from '../../../ui/states/ReadFailed.tsx';
import { Select } from '../../../ui/fields/Select.tsx';
import { TableSkeleton } from '../../../ui/states/Skeleton.tsx';
import { Row, Stack } from '../../../ui/Stack.tsx';
import { StatusLabel } from '../../../ui/text/StatusLabel.tsx';
import { useDialogs } from '../../../ui/use-dialogs.tsx';
import styles from '../../../staff/StaffList.module.css';

/** Shows what a card costs at each network now, and every price with its first day. */
export function CardPriceList() {
  const prices = useRead(listCardPrices);
  const partners = useRead(listPartners);
  const may = useMay('staff.handleMoney');
  const { show, dialog } = useDialogs();
  if (!prices.data && prices.error)
    return <LoadError onReload={() => void prices.refetch()} message={prices.error.message} />;
  const rows = prices.data?.data ?? [];
  return (
    <Stack gap="3">
      <Row between>
        <p className={styles.quiet}>
          Сегодня карта стоит:{' '}
          {(partners.data?.data ?? []).map(({ id, title, card_price: price }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              {title} <Money value={price} />
            </span>
          ))}
        </p>
        <Button
          variant="primary"
          disabledReason={may ? null : NOT_IN_ROLE}
          onClick={() => show((onClose) => <CardPriceModal onClose={onClose} />)}
        >
          Новая цена
        </Button>
      </Row>
      {!prices.data && <TableSkeleton columns={4} />}
      {prices.data && rows.length === 0 && (
        <EmptyState title="Цены ещё не меняли">Действуют цены, с которых начала программа.</EmptyState>
      )}
      {rows.length > 0 && (
        <StaffTable
          list="card-prices"
          caption="Цены карт"
          forms={['изменение', 'изменения', 'изменений']}
          columns={COLUMNS}
          rows={rows}
          rowKey={(item) => item.id}
        />
      )}
      {dialog}
    </Stack>
  );
}

const COLUMNS: readonly Column<CardPriceOnWire>[] = [
  {
    key: 'network',
    header: 'Сеть',
    narrow: 'title',
    value: (item) => item.partner.title,
    cell: (item) => item.partner.title,
  },
  moneyColumn({ key: 'price', header: 'Цена карты', narrow: 'aside', value: (item) => item.card_price }),
  dateColumn({ key: 'first', header: 'С дня', value: (item) => item.first_day }),
  {
    key: 'state',
    header: 'Состояние',
    narrow: 'second',
    value: (item) => (item.current ? 'Действует' : ''),
    cell: (item) => item.current && <StatusLabel tone="go">Действует</StatusLabel>,
  },
  extraColumn({ key: 'author', header: 'Кто ввёл', value: (item) => item.created_by }),
];

const DAY_MS = 86_400_000;

function CardPriceModal({ onClose }: { onClose: () => void }) {
  const read = useRead(listPartners);
  const partners = read.data?.data ?? [];
  const form = useForm({
    values: { partnerId: '', cardPrice: '', firstDay: moscowDay(new Date(serverNow().getTime() + DAY_MS)) },
  });
  const { partnerId, cardPrice: price, firstDay } = form.values;
  const action = useStaffAction(planCardPrice, {
    name: 'Цена карты',
    refresh: [listCardPrices, listPartners],
  });
  return (
    <FormModal
      form={form}
      submitLabel="Ввести цену"
      action={action}
      disabledReason={partnerId === '' ? 'Выберите сеть' : price === '' ? 'Укажите цену' : null}
      onSubmit={() =>
        action.mutate(
          { params: { id: Number(partnerId) }, body: { card_price: price, first_day: firstDay } },
          { onSuccess: onClose },
        )
      }
      title="Новая цена карты"
      onClose={onClose}
    >
      <ReadFailed what="Сети не загрузились." reads={[read]} />
      <Select
        label="Сеть"
        placeholder="Выберите сеть"
        {...form.field('partnerId')}
        options={partners.map(({ id, title }) => ({ value: String(id), label: title }))}
      />
      <MoneyField label="Цена карты" {...form.field('cardPrice')} />
      <DayField
        label="Первый день"
        help="Завтра или позже. Заказы до этого дня сохранят свою цену"
        {...form.field('firstDay')}
      />
    </FormModal>
  );
}
