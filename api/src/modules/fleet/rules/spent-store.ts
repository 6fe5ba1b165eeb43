import { sql } from 'kysely';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { SPENDING_PERIODS } from '#contract/rule-values.ts';
import { onlyRow, type Db } from '../../../db/database.ts';
import type { Spent } from './rule-facts.ts';

export interface SpentAsk {
  companyId: number;
  cardId: number;
  /** Purchases up to and with this moment, Moscow's calendar. */
  at: Date;
  /** From when a «once» counts, for litres and for the sum. */
  since: { litres: Date; sum: Date };
  /** A purchase that is judged is not what was spent before it. */
  without?: number;
}

/** What a card has bought, refunds taken off, in the calendar's current periods. */
export async function readSpent(db: Db, asked: SpentAsk): Promise<Spent> {
  const { at, since } = asked;
  const begins = (period: string) => sql`date_trunc(${period}, ${at}::timestamptz, 'Europe/Moscow')`;
  const sign = sql`case type_id when ${OPERATION_TYPE.purchase} then 1 else -1 end`;
  const sums = SPENDING_PERIODS.flatMap((period) => {
    const from = (once: Date) => (period === 'once' ? sql`${once}::timestamptz` : begins(period));
    return [
      sql`greatest(0, coalesce(sum(${sign} * centilitres) filter (where created_at >= ${from(since.litres)}), 0))::float8
        as ${sql.id(`litres_${period}`)}`,
      sql`greatest(0, coalesce(sum(${sign} * sum_kopecks) filter (where created_at >= ${from(since.sum)}), 0))::float8
        as ${sql.id(`sum_${period}`)}`,
    ];
  });
  const row = await onlyRow(
    db,
    sql<Record<string, number>>`
      select ${sql.join(sums)},
        count(*) filter (where type_id = ${OPERATION_TYPE.purchase} and created_at >= ${begins('day')})::int as fillings
      from operation
      where company_id = ${asked.companyId} and card_id = ${asked.cardId} and status_id = ${OPERATION_STATUS.done}
        and type_id in (${OPERATION_TYPE.purchase}, ${OPERATION_TYPE.refund})
        and created_at <= ${at} and created_at >= least(${begins('quarter')}, ${since.litres}::timestamptz, ${since.sum}::timestamptz)
        and id <> ${asked.without ?? 0}`,
  );
  const periods = SPENDING_PERIODS.map((period) => [
    period,
    { litres: row[`litres_${period}`] ?? 0, sum: row[`sum_${period}`] ?? 0 },
  ]);
  return { ...(Object.fromEntries(periods) as Spent), fillingsToday: row.fillings ?? 0 };
}
