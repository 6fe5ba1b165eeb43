import { formatQuantity } from '#contract/fuel/goods-unit.ts';
import type { Operation } from '#contract/fuel/operations.ts';
import { OPERATION_TYPE } from '#contract/ids.ts';
import { formatOtherDay } from '#contract/station-time.ts';
import { formatPlate, plateIn } from '#contract/values/plate.ts';
import { shortNumber } from '#contract/values/card-number.ts';
import { formatDate, formatMoney, glueNumbers } from '../../../lib/format.ts';
import { formatTariff } from './operation-price.tsx';

/** The plate in the card's name, which fits on a phone's line; without one the whole name. */
export function formatCardShort({ card: { comment }, partner }: Operation): string {
  const truck = plateIn(comment);
  return truck ? formatPlate(truck.plate) : comment || partner.title;
}

/** Formats the station's own clock where its day differs, because a driver's receipt shows it. */
export function formatPlaceTime({ purchase }: Operation): string | null {
  const local = purchase && formatOtherDay(purchase.created_at, purchase.time_zone);
  return local ? `на АЗС ${local}` : null;
}

export function formatWhat({ purchase, type }: Operation): string {
  return purchase && type.id === OPERATION_TYPE.purchase
    ? purchase.goodsItem.title
    : formatTitle(type, purchase);
}

/** Files have pieces beside the title, because their column of a volume is of litres. */
export function formatWhatAndPieces(item: Operation): string {
  const { purchase } = item;
  const pieces = purchase?.unit === 'pieces' ? `, ${formatQuantity(purchase.unit_cnt, 'pieces')}` : '';
  return `${formatWhat(item)}${pieces}`;
}

export function formatTitle(type: Operation['type'], purchase: Operation['purchase']): string {
  // A car wash is no fuel.
  if (purchase?.unit === 'pieces' && type.id === OPERATION_TYPE.purchase)
    return `Покупка: ${purchase.goodsItem.title}`;
  return purchase ? `${type.title}: ${purchase.goodsItem.title}` : type.title;
}

/** «Газпромнефть № 92» of the whole address, which is in the operation's files and on a wider screen. */
export function formatStation(address: string): string {
  return glueNumbers(address.split(',')[0] ?? '');
}

export function formatDetails(item: Operation): string {
  const { purchase, reason, repaid, price } = item;
  const tariff = price && price.charged !== item.sum ? formatTariff(price) : '';
  if (tariff && purchase) return `${tariff} · ${purchase.address}`;
  if (repaid) return `Из них ${formatMoney(repaid)} — за топливо, купленное раньше`;
  return purchase?.address ?? reason ?? '';
}

export function isBlock(item: Operation): boolean {
  return item.type.id === OPERATION_TYPE.blocking || item.type.id === OPERATION_TYPE.unblocking;
}

/** Name of an operation among others: «ДТ зимнее, 28.11.2026, 17:03, карта •• 7466». */
export function nameOperation(item: Operation): string {
  return `${formatWhat(item)}, ${formatDate(item.created_at, 'datetime')}, карта ${shortNumber(item.card.card_number)}`;
}
