import { z } from 'zod';
import {
  LIMIT_PERIOD,
  LIMIT_PERIODS,
  type CalendarUnit,
  type LimitPeriod,
  type LimitUnit,
} from '#contract/ids.ts';
import type { NetworkLimit } from '../fuel-network.ts';
import { NETWORK_GOODS } from '../goods.ts';
import { readRecords, type Records } from '../read-records.ts';
import { NetworkRefusal } from '../send-once.ts';
import { decimal, identifier, toKopecks } from '../wire-values.ts';
import type { Opti24Caller } from './opti24-caller.ts';
import type { Opti24Products } from './opti24-products.ts';

/** The network's numbers for units of the calendar (docs/facts.md 8). */
const TIME_TYPE: Record<CalendarUnit, number> = { day: 3, week: 4, month: 5, quarter: 6 };
const ALWAYS = { type: 1, days: '1111111' };

const limitShape = z.object({
  id: identifier,
  card_id: identifier.nullish(),
  productType: identifier,
  productGroup: identifier.nullish(),
  amount: z.object({ value: decimal }).nullish(),
  sum: z.object({ value: decimal }).nullish(),
  time: z.object({ number: z.coerce.number(), type: z.coerce.number() }),
});
const limitsShape = z.object({ result: z.array(z.unknown()).nullish() });
const savedShape = z.union([z.array(identifier), z.object({ data: z.array(identifier) })]);

export type Opti24Limit = z.output<typeof limitShape>;

/** Limits of one card, or of the whole contract if none is named. */
export async function readOpti24Limits(caller: Opti24Caller, cardId?: string): Promise<Records<Opti24Limit>> {
  const query = { contract_id: caller.contract, ...(cardId && { card_id: cardId }) };
  const { result } = await caller.read('v1/limit', query, limitsShape);
  const { readable, unreadable } = readRecords(result ?? [], 'id', (item) => limitShape.parse(item));
  await caller.report(unreadable, { list: 'limits', covers: cardId ? [] : 'all' });
  return {
    readable: readable.filter((item) => !cardId || !item.card_id || item.card_id === cardId),
    unreadable,
  };
}

/** Replaces the card's limits: an existing limit is changed, then the others are removed. */
export async function writeOpti24Limit(
  caller: Opti24Caller,
  card: { id: string },
  about: { limit: NetworkLimit | null; standing: readonly Opti24Limit[]; products: Opti24Products },
): Promise<void> {
  const { limit, standing, products } = about;
  const [existing, ...surplus] = standing;
  if (limit) {
    const wanted = {
      ...(existing && { id: existing.id }),
      card_id: card.id,
      contract_id: caller.contract,
      ...toProduct(limit, products),
      ...toVolume(limit),
      term: ALWAYS,
      time: toLimitTime(limit.period),
    };
    await caller.write('v1/setLimit', { limit: JSON.stringify([wanted]) }, savedShape);
  }
  for (const { id } of limit ? surplus : standing) {
    await caller.write('v1/removeLimit', { contract_id: caller.contract, limit_id: id }, z.literal(true));
  }
}

export function isSameLimit(
  standing: readonly Opti24Limit[],
  limit: NetworkLimit | null,
  products: Opti24Products,
): boolean {
  if (!limit) return standing.length === 0;
  const [one] = standing;
  if (!one || standing.length > 1) return false;
  const wanted = toProduct(limit, products);
  return (
    one.productType === wanted.productType &&
    (one.productGroup ?? undefined) === wanted.productGroup &&
    sameCount(one, limit) &&
    hasPeriod(one, limit.period)
  );
}

/** The limit in our terms; null when there is none, or it is of a kind that we do not set. */
export function toLimit(standing: readonly Opti24Limit[], products: Opti24Products): NetworkLimit | null {
  const one = standing[0];
  const period = one && LIMIT_PERIODS.find((each) => hasPeriod(one, each));
  const value = one?.sum?.value ?? one?.amount?.value;
  if (!one || !period || value === undefined) return null;
  const unit: LimitUnit = one.sum ? 'sum' : 'amount';
  const group = products.groups.find(({ id }) => id === one.productGroup);
  return {
    count: toKopecks(value),
    unit,
    period,
    goodsGroups: group?.treeItemId ? [group.treeItemId] : [],
  };
}

/** One unit of the calendar: «3 months» of theirs begin when they like, and are no quarter. */
function toLimitTime(period: LimitPeriod): { number: number; type: number } {
  return { number: 1, type: TIME_TYPE[LIMIT_PERIOD[period].calendarUnit] };
}

function hasPeriod({ time }: Opti24Limit, period: LimitPeriod): boolean {
  const wanted = toLimitTime(period);
  return time.number === wanted.number && time.type === wanted.type;
}

function sameCount(item: Opti24Limit, limit: NetworkLimit): boolean {
  const value = limit.unit === 'sum' ? item.sum?.value : item.amount?.value;
  return value !== undefined && toKopecks(value) === limit.count;
}

function toVolume({ count, unit }: NetworkLimit) {
  if (count % 100 !== 0) throw new NetworkRefusal('ОПТИ 24 принимает лимиты только в целых рублях и литрах');
  const value = count / 100;
  return unit === 'sum' ? { sum: { currency: '810', value } } : { amount: { unit: 'LIT', value } };
}

/** One limit counts all fuel or one product group: two limits of the same size would allow twice as much. */
function toProduct(limit: NetworkLimit, products: Opti24Products) {
  const all = new Set(NETWORK_GOODS.map((goods) => goods.treeItemId));
  const chosen = new Set(limit.goodsGroups);
  if (chosen.size === 0 || [...all].every((treeItemId) => chosen.has(treeItemId))) {
    return { productType: products.fuelType };
  }
  const groups = products.groups.filter(({ treeItemId }) => treeItemId !== null && chosen.has(treeItemId));
  const [group] = groups;
  if (!group || groups.length > 1)
    throw new NetworkRefusal('ОПТИ 24 не принимает общий лимит на эти виды топлива: выберите все');
  return { productType: products.fuelType, productGroup: group.id };
}
