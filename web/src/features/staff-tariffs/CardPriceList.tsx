import { useState } from 'react';
import { listPartners } from '#contract/orders.ts';
import { listCardPrices, planCardPrice, type CardPriceOnWire } from '#contract/tariffs.ts';
import { FormShell } from '../../forms/FormShell.tsx';
import { MoneyField } from '../../forms/MoneyField.tsx';
import { DayField } from '../../forms/DayField.tsx';
import { moscowDay } from '../../lib/format.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { StaffTable } from '../../staff/StaffTable.tsx';
import { NOT_IN_ROLE, useMay } from '../../staff/use-may.ts';
import { useStaffDeed } from '../../staff/use-staff-deed.ts';
import { useRead } from '../../state/use-call.ts';
import type { Column } from '../../tables/column.ts';
import { dateColumn, extraColumn, moneyColumn } from '../../tables/usual-columns.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadError } from '../../ui/LoadError.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { Money } from '../../ui/Money.tsx';
import { ReadFailed } from '../../ui/ReadFailed.tsx';
import { Select } from '../../ui/Select.tsx';
import { TableSkeleton } from '../../ui/Skeleton.tsx';
import { Row, Stack } from '../../ui/Stack.tsx';
import { StatusWord } from '../../ui/StatusWord.tsx';
import styles from '../../staff/StaffList.module.css';

/** What a card costs at each network now, and every price with its first day. */
export function CardPriceList() {
  const prices = useRead(listCardPrices);
  const partners = useRead(listPartners);
  const may = useMay('staff.handleMoney');
  const [adding, setAdding] = useState(false);
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
        <Button variant="primary" disabledReason={may ? null : NOT_IN_ROLE} onClick={() => setAdding(true)}>
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
          columns={COLUMNS}
          rows={rows}
          rowKey={(one) => one.id}
        />
      )}
      {adding && <CardPriceModal onClose={() => setAdding(false)} />}
    </Stack>
  );
}

const COLUMNS: readonly Column<CardPriceOnWire>[] = [
  {
    key: 'network',
    header: 'Сеть',
    narrow: 'title',
    value: (one) => one.partner.title,
    cell: (one) => one.partner.title,
  },
  moneyColumn({ key: 'price', header: 'Цена карты', narrow: 'aside', value: (one) => one.card_price }),
  dateColumn({ key: 'first', header: 'С дня', value: (one) => one.first_day }),
  {
    key: 'state',
    header: 'Состояние',
    narrow: 'second',
    value: (one) => (one.current ? 'Действует' : ''),
    cell: (one) => one.current && <StatusWord tone="go">Действует</StatusWord>,
  },
  extraColumn({ key: 'author', header: 'Кто ввёл', value: (one) => one.created_by }),
];

const DAY_MS = 86_400_000;

function CardPriceModal({ onClose }: { onClose: () => void }) {
  const read = useRead(listPartners);
  const partners = read.data?.data ?? [];
  const [partnerId, setPartnerId] = useState('');
  const [price, setPrice] = useState('');
  const [firstDay, setFirstDay] = useState(() => moscowDay(new Date(serverNow().getTime() + DAY_MS)));
  const deed = useStaffDeed(planCardPrice, { name: 'Цена карты', refresh: [listCardPrices, listPartners] });
  return (
    <Modal opened onClose={onClose} title="Новая цена карты" busy={deed.isPending}>
      <FormShell
        submitLabel="Ввести цену"
        loading={deed.isPending}
        error={deed.error}
        ownFields={['card_price', 'first_day']}
        disabledReason={partnerId === '' ? 'Выберите сеть' : price === '' ? 'Укажите цену' : null}
        onSubmit={() =>
          deed.mutate(
            { params: { id: Number(partnerId) }, body: { card_price: price, first_day: firstDay } },
            { onSuccess: onClose },
          )
        }
      >
        <ReadFailed what="Сети не загрузились." reads={[read]} />
        <Select
          label="Сеть"
          placeholder="Выберите сеть"
          value={partnerId}
          onChange={setPartnerId}
          options={partners.map(({ id, title }) => ({ value: String(id), label: title }))}
        />
        <MoneyField
          label="Цена карты"
          value={price}
          error={deed.error?.fields?.card_price?.[0]}
          onChange={(text) => setPrice(text)}
        />
        <DayField
          label="Первый день"
          help="Завтра или позже. Заказы до этого дня сохранят свою цену"
          value={firstDay}
          error={deed.error?.fields?.first_day?.[0]}
          onChange={setFirstDay}
        />
      </FormShell>
    </Modal>
  );
}
