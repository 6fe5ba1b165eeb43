import type { z } from 'zod';
import { shortNumber } from '#contract/card-number.ts';
import { formatPlate } from '#contract/plate.ts';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { movedLitres, movedSum, signedLitres, signedSum } from '#contract/operation-signs.ts';
import type { operation } from '#contract/operations.ts';
import { formatMoney, keepNumbersWhole } from '../../lib/format.ts';
import { extraColumn } from '../../tables/usual-columns.tsx';
import type { Column } from '../../tables/column.ts';
import { TwoLines } from '../../tables/TwoLines.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { Litres, Money, NoMoney } from '../../ui/Money.tsx';
import { StatusWord, type StatusTone } from '../../ui/StatusWord.tsx';
import { priceColumn, priceWords, tariffWords } from './operation-price.tsx';
import styles from './OperationColumns.module.css';

export type Operation = z.infer<typeof operation>;

const TONE: Record<number, StatusTone> = {
  [OPERATION_STATUS.done]: 'go',
  [OPERATION_STATUS.inProgress]: 'wait',
  [OPERATION_STATUS.failed]: 'stop',
};

/** Types 1 and 10 carry a plus, 11 and 2 a minus (spec section 9). The keys are those that the server sorts by. */
export const OPERATION_COLUMNS: readonly Column<Operation>[] = [
  {
    key: 'at',
    // A dispatcher in Vladivostok would take it for his own time, seven hours off.
    header: 'Дата и время, МСК',
    width: 168,
    kind: 'moment',
    narrow: 'second',
    value: (one) => one.created_at,
    cell: (one) => (
      <TwoLines cut below={<span title={one.number}>№ {one.number}</span>}>
        <DateText value={one.created_at} style="datetime" className={styles.whole} />
      </TwoLines>
    ),
  },
  {
    key: 'card',
    header: 'Карта',
    kind: 'number',
    width: 212,
    narrow: 'second',
    value: (one) => one.card.card_number,
    cell: (one) => (
      <TwoLines
        cut
        below={
          <>
            {one.card.comment && `${one.partner.title} `}
            <span className={styles.whole}>{shortNumber(one.card.card_number)}</span>
          </>
        }
      >
        {one.card.comment || one.partner.title}
      </TwoLines>
    ),
  },
  {
    key: 'what',
    header: 'Операция',
    narrow: 'title',
    fixed: true,
    value: whatOf,
    cell: (one) => (
      <TwoLines
        cut
        below={wordsOf(one) && <span title={wordsOf(one)}>{keepNumbersWhole(wordsOf(one))}</span>}
      >
        {whatOf(one)}
      </TwoLines>
    ),
  },
  {
    key: 'driver',
    header: 'Водитель',
    width: 140,
    narrow: 'hidden',
    unsorted: true,
    value: (one) => one.drivers.join(', ') || null,
    cell: ({ drivers }) => <span className={styles.drivers}>{drivers.join(', ')}</span>,
  },
  extraColumn({
    key: 'vehicle',
    header: 'Машина',
    width: 150,
    unsorted: true,
    value: (one) =>
      one.vehicle && [formatPlate(one.vehicle.plate), one.vehicle.brand].filter(Boolean).join(', '),
  }),
  {
    key: 'litres',
    header: 'Литры',
    width: 112,
    align: 'end',
    kind: 'litres',
    narrow: 'hidden',
    value: movedLitres,
    cell: (one) =>
      one.purchase && (
        <TwoLines cut below={`по ${formatMoney(one.purchase.unit_price)}`}>
          <Litres value={signedLitres(one.type.id, one.purchase.unit_cnt)} />
        </TwoLines>
      ),
  },
  {
    key: 'price',
    header: 'Цена литра',
    width: 110,
    align: 'end',
    kind: 'money',
    narrow: 'hidden',
    extra: true,
    value: (one) => one.purchase?.unit_price ?? null,
    cell: (one) => one.purchase && <Money value={one.purchase.unit_price} />,
  },
  extraColumn({ key: 'network', header: 'Сеть', width: 120, value: (one) => one.partner.title }),
  extraColumn({
    key: 'comment',
    header: 'Комментарий карты',
    unsorted: true,
    value: (one) => one.card.comment || null,
  }),
  {
    key: 'address',
    header: 'Адрес АЗС',
    narrow: 'hidden',
    extra: true,
    unsorted: true,
    value: (one) => one.purchase?.address ?? null,
    cell: (one) => one.purchase && keepNumbersWhole(one.purchase.address),
  },
  {
    key: 'number',
    header: 'Номер операции',
    kind: 'number',
    width: 150,
    narrow: 'hidden',
    extra: true,
    unsorted: true,
    value: (one) => one.number,
    cell: (one) => <span className={styles.number}>{one.number}</span>,
  },
  {
    key: 'status',
    header: 'Статус',
    width: 140,
    narrow: 'second',
    value: (one) => one.status.title,
    cell: (one) =>
      one.status.id === OPERATION_STATUS.done ? (
        <span className="ink-2" data-desk>
          {one.status.title}
        </span>
      ) : (
        <StatusWord tone={TONE[one.status.id] ?? 'neutral'}>{one.status.title}</StatusWord>
      ),
  },
  {
    key: 'vat',
    header: 'В том числе НДС',
    width: 130,
    align: 'end',
    kind: 'money',
    narrow: 'hidden',
    extra: true,
    unsorted: true,
    value: (one) => movedSum(one, one.vat),
    cell: (one) => {
      const vat = movedSum(one, one.vat);
      return vat !== null && <Money value={vat} signed />;
    },
  },
  priceColumn('discount', 'Скидка', ({ discount }) => discount),
  priceColumn('surcharge', 'Надбавка', ({ surcharge }) => -surcharge),
  priceColumn('fee', 'Сервисный сбор', ({ fee }) => -fee),
  priceColumn('charged', 'К оплате', ({ charged }) => -charged),
  {
    key: 'sum',
    header: 'Сумма',
    width: 164,
    align: 'end',
    kind: 'money',
    narrow: 'aside',
    value: (one) => movedSum(one, one.sum),
    cell: sumCell,
  },
];

function sumCell(one: Operation) {
  if (isBlock(one)) return <NoMoney />;
  const sum = <Money value={signedSum(one.type.id, one.sum)} signed />;
  if (one.status.id === OPERATION_STATUS.failed) return <s className="ink-2">{sum}</s>;
  // With a tariff the sum is the station's, and what is charged is the news.
  const below = one.price
    ? `к оплате ${formatMoney(one.price.charged)}`
    : one.vat !== null && `НДС ${formatMoney(one.vat)}`;
  return (
    <TwoLines cut below={below && <span title={priceWords(one)}>{below}</span>}>
      {sum}
    </TwoLines>
  );
}

function whatOf({ purchase, type }: Operation): string {
  return purchase && type.id === OPERATION_TYPE.purchase ? purchase.goodsItem.title : titleOf(type, purchase);
}

function titleOf(type: Operation['type'], purchase: Operation['purchase']): string {
  return purchase ? `${type.title}: ${purchase.goodsItem.title}` : type.title;
}

function wordsOf(one: Operation): string {
  const { purchase, reason, repaid, price } = one;
  const tariff = price && price.charged !== one.sum ? tariffWords(price) : '';
  if (tariff && purchase) return `${tariff} · ${purchase.address}`;
  if (repaid) return `Из них ${formatMoney(repaid)} — за топливо, купленное раньше`;
  return purchase?.address ?? reason ?? '';
}

function isBlock(one: Operation): boolean {
  return one.type.id === OPERATION_TYPE.blocking || one.type.id === OPERATION_TYPE.unblocking;
}
