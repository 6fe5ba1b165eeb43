import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import { sumBookedPenalties } from '../../money/corrections/corrections.ts';

/** The penalty of a day: the rate, in hundredths of a percent, of what was late at its end. */
export interface DayPenalty {
  companyId: number;
  day: string;
  base: Kopecks;
  rate: number;
  ruleId: number;
}

/** Returns the penalty of one day, in kopecks. */
export function computePenalty(base: Kopecks, rate: number): Kopecks {
  return kopecks(Math.round((base * rate) / 10_000));
}

/** Adds penalties of days; a day that has one keeps it. Returns those that are new. */
export async function insertPenalties(
  tx: Db,
  penalties: readonly DayPenalty[],
  now: Date,
): Promise<{ companyId: number; sum: Kopecks }[]> {
  if (penalties.length === 0) return [];
  const found = await rows(
    tx,
    sql<{ companyId: number; sum: number }>`
      insert into dunning_penalty (company_id, day, base_kopecks, rate, sum_kopecks, rule_id, written_at)
      select company_id, day, base, rate, sum, rule_id, ${now}
      from unnest(${penalties.map(({ companyId }) => companyId)}::bigint[], ${penalties.map(({ day }) => day)}::date[],
        ${penalties.map(({ base }) => base)}::bigint[], ${penalties.map(({ rate }) => rate)}::int[],
        ${penalties.map(({ base, rate }) => computePenalty(base, rate))}::bigint[],
        ${penalties.map(({ ruleId }) => ruleId)}::bigint[]) as penalty (company_id, day, base, rate, sum, rule_id)
      on conflict do nothing returning company_id as "companyId", sum_kopecks as sum`,
  );
  return found.map(({ companyId, sum }) => ({ companyId, sum: kopecks(sum) }));
}

/** Maps each client to the last day that has a penalty. */
export async function mapLastPenaltyDays(
  db: Db,
  companyIds: readonly number[],
): Promise<Map<number, string>> {
  const found = await rows(
    db,
    sql<{ company_id: number; day: string }>`
      select company_id, max(day) as day from dunning_penalty
      where company_id = any(${companyIds}::bigint[]) group by company_id`,
  );
  return new Map(found.map((row) => [row.company_id, row.day]));
}

/**
 * Returns the penalty that was counted so far and what corrections of kind `penalty` have booked of it since, or null. The
 * rest is due, and the ledger knows nothing of it.
 */
export async function findPenalty(
  db: Db,
  companyId: number,
): Promise<{ sum: Kopecks; booked: Kopecks; days: number; since: string } | null> {
  const row = await firstRow(
    db,
    sql<{ sum: number; days: number; since: string | null }>`
      select coalesce(sum(sum_kopecks), 0)::bigint as sum, count(*) as days, min(day) as since
      from dunning_penalty where company_id = ${companyId}`,
  );
  if (!row?.since) return null;
  const booked = await sumBookedPenalties(db, companyId, row.since);
  return { sum: kopecks(row.sum), booked, days: row.days, since: row.since };
}
