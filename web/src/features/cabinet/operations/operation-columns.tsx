import { shortNumber } from '#contract/values/card-number.ts';
import { formatTruck, gluePlates } from '#contract/values/plate.ts';
import { formatQuantity } from '#contract/fuel/goods-unit.ts';
import { OPERATION_STATUS } from '#contract/ids.ts';
import { movedLitres, movedSum, signedLitres, signedSum } from '#contract/fuel/operation-signs.ts';
import type { Operation } from '#contract/fuel/operations.ts';
import { nameFirst } from '../../../cards/describe-card.ts';
import { formatMoney, glueNumbers } from '../../../lib/format.ts';
import { extraColumn } from '../../../tables/usual-columns.tsx';
import type { Column } from '../../../tables/column.ts';
import { LeftOutPart } from '../../../tables/LeftOutPart.tsx';
import { TwoLines } from '../../../tables/TwoLines.tsx';
import { DateText } from '../../../ui/text/DateText.tsx';
import { Litres, Money, NoMoney } from '../../../ui/text/Money.tsx';
import { NormalStatus, StatusLabel, type StatusTone } from '../../../ui/text/StatusLabel.tsx';
import { RowLink } from '../../../tables/RowLink.tsx';
import { priceColumn, formatPrice } from './operation-price.tsx';
import {
  formatCardShort,
  formatDetails,
  formatPlaceTime,
  formatStation,
  formatWhat,
  formatWhatAndPieces,
  isBlock,
  nameOperation,
} from './operation-text.ts';
import styles from './OperationColumns.module.css';

export const TONE: Record<number, StatusTone> = {
  [OPERATION_STATUS.done]: 'go',
  [OPERATION_STATUS.inProgress]: 'wait',
  [OPERATION_STATUS.failed]: 'stop',
};

/**
 * Types 1 and 10 carry a plus, 11 and 2 a minus (spec section 9). The keys are those that the server sorts by. A row opens
 * the address of `getPath`.
 */
export function operationColumns(getPath: (item: Operation) => string): readonly Column<Operation>[] {
  return OPERATION_COLUMNS.map((column) =>
    column.key === 'what'
      ? { ...column, cell: (item) => <WhatCell item={item} place={getPath(item)} /> }
      : column,
  );
}

/** The columns without links, for files. */
export const OPERATION_COLUMNS: readonly Column<Operation>[] = [
  {
    key: 'at',
    // A dispatcher in Vladivostok would take it for his own time, seven hours off.
    header: 'Дата и время, МСК',
    width: 160,
    kind: 'moment',
    narrow: 'second',
    value: (item) => item.created_at,
    cell: (item) => (
      <TwoLines cut below={formatPlaceTime(item)}>
        <DateText value={item.created_at} style="datetime" className={styles.whole} />
      </TwoLines>
    ),
  },
  {
    key: 'card',
    header: 'Карта',
    kind: 'number',
    width: 210,
    narrow: 'second',
    value: (item) => item.card.card_number,
    cell: (item) => (
      <TwoLines
        cut
        below={
          <>
            <LeftOutPart column="driver" otherwise={item.card.comment && `${item.partner.title} `}>
              {item.drivers.length > 0 && `${nameFirst(item.drivers, '+')}, `}
            </LeftOutPart>
            <span className={styles.whole}>{shortNumber(item.card.card_number)}</span>
          </>
        }
      >
        <span data-desk>{item.card.comment ? gluePlates(item.card.comment) : item.partner.title}</span>
        <span data-phone>{formatCardShort(item)}</span>
      </TwoLines>
    ),
  },
  {
    key: 'what',
    header: 'Операция',
    narrow: 'title',
    leastWidth: 180,
    fixed: true,
    value: formatWhatAndPieces,
    cell: (item) => <WhatCell item={item} />,
  },
  {
    key: 'driver',
    header: 'Водитель',
    width: 124,
    leaves: 1,
    inName: true,
    narrow: 'hidden',
    unsorted: true,
    value: (item) => item.drivers.join(', ') || null,
    cell: ({ drivers }) => <span className={styles.drivers}>{drivers.join(', ')}</span>,
  },
  extraColumn({
    key: 'vehicle',
    header: 'Машина',
    width: 150,
    unsorted: true,
    value: (item) => item.vehicle && formatTruck(item.vehicle),
  }),
  extraColumn({
    key: 'group',
    header: 'Группа',
    width: 130,
    unsorted: true,
    value: (item) => item.group?.title ?? null,
  }),
  extraColumn({
    key: 'costCentre',
    header: 'Центр затрат',
    width: 120,
    unsorted: true,
    value: (item) => item.cost_centre || null,
  }),
  extraColumn({
    key: 'trip',
    header: 'Номер рейса',
    width: 120,
    unsorted: true,
    value: (item) => item.trip_number || null,
  }),
  {
    key: 'litres',
    header: 'Литры',
    width: 112,
    align: 'end',
    kind: 'litres',
    narrow: 'hidden',
    value: movedLitres,
    cell: (item) =>
      item.purchase && (
        <TwoLines cut below={`по ${formatMoney(item.purchase.unit_price)}`}>
          {item.purchase.unit === 'litres' ? (
            <Litres value={signedLitres(item.type.id, item.purchase.unit_cnt)} />
          ) : (
            formatQuantity(signedLitres(item.type.id, item.purchase.unit_cnt), item.purchase.unit)
          )}
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
    value: (item) => item.purchase?.unit_price ?? null,
    cell: (item) => item.purchase && <Money value={item.purchase.unit_price} />,
  },
  extraColumn({ key: 'network', header: 'Сеть', width: 120, value: (item) => item.partner.title }),
  extraColumn({
    key: 'comment',
    header: 'Комментарий карты',
    unsorted: true,
    value: (item) => item.card.comment || null,
  }),
  {
    key: 'address',
    header: 'Адрес АЗС',
    narrow: 'hidden',
    extra: true,
    unsorted: true,
    value: (item) => item.purchase?.address ?? null,
    cell: (item) => item.purchase && glueNumbers(item.purchase.address),
  },
  {
    key: 'number',
    header: 'Номер операции',
    kind: 'number',
    width: 150,
    narrow: 'hidden',
    extra: true,
    unsorted: true,
    value: (item) => item.number,
    cell: (item) => <span className={styles.number}>{item.number}</span>,
  },
  {
    key: 'status',
    header: 'Статус',
    width: 118,
    narrow: 'second',
    value: (item) => item.status.title,
    cell: (item) =>
      item.status.id === OPERATION_STATUS.done ? (
        <NormalStatus>{item.status.title}</NormalStatus>
      ) : (
        <StatusLabel tone={TONE[item.status.id] ?? 'neutral'}>{item.status.title}</StatusLabel>
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
    value: (item) => movedSum(item, item.vat),
    cell: (item) => {
      const vat = movedSum(item, item.vat);
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
    width: 160,
    align: 'end',
    kind: 'money',
    narrow: 'aside',
    value: (item) => movedSum(item, item.sum),
    // Spending is below zero, so by its sign the largest filling would come last.
    order: (item) => item.sum || null,
    sortKey: 'size',
    cell: sumCell,
  },
];

/** Names what was done and where. With a place it opens the operation wherever its row is clicked. */
function WhatCell({ item, place }: { item: Operation; place?: string }) {
  const details = formatDetails(item);
  const what = formatWhat(item);
  const litres = item.purchase && (
    <span className={styles.litres} data-phone>
      , {formatQuantity(signedLitres(item.type.id, item.purchase.unit_cnt), item.purchase.unit)}
    </span>
  );
  return (
    <>
      <TwoLines cut below={details && <span title={details}>{glueNumbers(details)}</span>}>
        {place === undefined ? (
          what
        ) : (
          <RowLink to={place} label={nameOperation(item)} stay>
            {what}
          </RowLink>
        )}
        {litres}
      </TwoLines>
      {item.purchase && (
        <span data-phone>
          <span className={styles.station}>{formatStation(item.purchase.address)}</span>
        </span>
      )}
    </>
  );
}

function sumCell(item: Operation) {
  if (isBlock(item)) return <NoMoney />;
  const sum = <Money value={signedSum(item.type.id, item.sum)} signed />;
  if (item.status.id === OPERATION_STATUS.failed) return <s className="ink-2">{sum}</s>;
  // With a tariff the sum is the station's, and the amount charged is the new information.
  const below = item.price
    ? `к оплате ${formatMoney(item.price.charged)}`
    : item.vat !== null && `НДС ${formatMoney(item.vat)}`;
  return (
    <TwoLines cut below={below && <span title={formatPrice(item)}>{below}</span>}>
      {sum}
    </TwoLines>
  );
}
