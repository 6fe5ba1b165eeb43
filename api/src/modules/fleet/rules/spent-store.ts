import { sql, type RawBuilder } from 'kysely';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import {
  SPENDING_KINDS,
  type RuleKind,
  type SpendingMeasure,
  type SpendingPeriod,
} from '#contract/rule-values.ts';
import { rows, type Db } from '../../../db/database.ts';
import { bigints, toParameter } from '../../../db/parameter.ts';
import { NOTHING_SPENT, nothingSpent, type Spent } from './rule-facts.ts';

export interface SpentAsk {
  companyId: number;
  cardId: number;
  /** Purchases up to and with this moment, Moscow's calendar. */
  at: Date;
  /** Start of counting for a «once», for litres and for the sum. */
  since: { litres: Date; sum: Date };
  /** A purchase that is judged is not what was spent before it. */
  without?: number | undefined;
  /** The one limit that counts some groups of goods alone. */
  only?: { kind: RuleKind; groups: readonly number[] } | undefined;
}

/** The kinds of rules that count what was bought before. */
export const COUNTING: readonly RuleKind[] = [...SPENDING_KINDS, 'fillings_day'];

const COLUMN: Record<SpendingMeasure, RawBuilder<unknown>> = {
  litres: sql`operation.centilitres`,
  sum: sql`operation.sum_kopecks`,
};

/**
 * Reads what cards have bought, each until its moment, in the calendar's current periods, in the order asked. A refund
 * is subtracted from the period of its purchase, as networks do it: the purchase that it names, else the last that it
 * can belong to. Values that none of these kinds of rules counts are not read, and are zero.
 */
export async function readSpent(
  db: Db,
  asked: readonly SpentAsk[],
  kinds: readonly RuleKind[],
): Promise<Spent[]> {
  const counted = SPENDING_KINDS.filter((kind) => kinds.includes(kind)).map((kind) => {
    const [measure, period] = kind.split('_') as [SpendingMeasure, SpendingPeriod];
    return { kind, measure, period };
  });
  const countsFillings = kinds.includes('fillings_day');
  if (asked.length === 0 || (counted.length === 0 && !countsFillings)) return asked.map(() => NOTHING_SPENT);
  const getPeriodStart = (period: SpendingPeriod, measure: SpendingMeasure) =>
    period === 'once'
      ? sql`asked.${sql.id(`since_${measure}`)}`
      : sql`date_trunc(${period}, asked.at, 'Europe/Moscow')`;
  const begins = counted.map(({ kind, measure, period }) => ({ kind, at: getPeriodStart(period, measure) }));
  if (countsFillings) begins.push({ kind: 'fillings_day' as never, at: getPeriodStart('day', 'litres') });
  const isPartial = asked.some(({ only }) => only !== undefined);
  // An id of goods begins with its group.
  const counts = (kind: RuleKind) =>
    isPartial
      ? sql`(asked.only_kind is distinct from ${kind} or operation.goods_id / 100 = any(asked.only_groups::int[]))`
      : sql`true`;
  const sums = counted.map(
    ({ kind, measure }) => sql`
      greatest(0, coalesce(sum(case operation.type_id when ${OPERATION_TYPE.purchase} then 1 else -1 end * ${COLUMN[measure]})
        filter (where coalesce(refunded.at, operation.created_at) >= begun.${sql.id(kind)} and ${counts(kind)}), 0))::float8 as ${sql.id(kind)}`,
  );
  if (countsFillings)
    sums.push(
      sql`count(*) filter (where operation.type_id = ${OPERATION_TYPE.purchase} and operation.created_at >= begun.fillings_day)::int as fillings_day`,
    );
  const countsOnce = counted.some(({ period }) => period === 'once');
  const selectSince = (measure: SpendingMeasure) =>
    countsOnce ? toParameter(asked.map((spentAsk) => spentAsk.since[measure])) : null;
  // `offset 0` has the beginnings worked out once for a card, not for each of its operations.
  const found = await rows(
    db,
    sql<Partial<Record<RuleKind, number>> & { place: number }>`
      select asked.place::int as place, bought.*
      from unnest(${bigints(asked.map((spentAsk) => spentAsk.companyId))}::bigint[], ${bigints(asked.map((spentAsk) => spentAsk.cardId))}::bigint[],
        ${toParameter(asked.map((spentAsk) => spentAsk.at))}::timestamptz[], ${selectSince('litres')}::timestamptz[],
        ${selectSince('sum')}::timestamptz[], ${bigints(asked.map((spentAsk) => spentAsk.without ?? 0))}::bigint[],
        ${isPartial ? toParameter(asked.map(({ only }) => only?.kind ?? null)) : null}::text[],
        ${isPartial ? toParameter(asked.map(({ only }) => (only ? `{${only.groups.join(',')}}` : null))) : null}::text[])
        with ordinality as asked (company_id, card_id, at, since_litres, since_sum, without, only_kind, only_groups, place)
      cross join lateral (
        select ${sql.join(begins.map(({ kind, at }) => sql`${at} as ${sql.id(kind)}`))} offset 0
      ) begun
      cross join lateral (
        select ${sql.join(sums)} from operation
        left join lateral (
          select purchase.created_at as at from operation purchase
          where purchase.company_id = operation.company_id and purchase.card_id = operation.card_id
            and purchase.type_id = ${OPERATION_TYPE.purchase} and coalesce(purchase.external_id = operation.refund_of, true)
            and purchase.goods_id = operation.goods_id and purchase.sum_kopecks >= operation.sum_kopecks
            and purchase.created_at <= operation.created_at
          order by purchase.created_at desc, purchase.id desc limit 1
        ) refunded on operation.type_id = ${OPERATION_TYPE.refund}
        where operation.company_id = asked.company_id and operation.card_id = asked.card_id
          and operation.status_id = ${OPERATION_STATUS.done}
          and operation.type_id in (${OPERATION_TYPE.purchase}, ${OPERATION_TYPE.refund})
          -- A refund of nothing that is known takes nothing off.
          and (operation.type_id = ${OPERATION_TYPE.purchase} or refunded.at is not null)
          and operation.created_at <= asked.at and operation.id <> asked.without
          and operation.created_at >= least(${sql.join(begins.map(({ kind }) => sql`begun.${sql.id(kind)}`))})
      ) bought`,
  );
  const byPlace = new Map(found.map((row) => [row.place, row]));
  return asked.map((_, index) => {
    const row = byPlace.get(index + 1);
    const spent = nothingSpent();
    for (const { kind, measure, period } of counted) spent[period][measure] = row?.[kind] ?? 0;
    spent.fillingsToday = row?.fillings_day ?? 0;
    return spent;
  });
}
