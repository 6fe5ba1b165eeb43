import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import { sumBookedPenalties } from '../../money/corrections/corrections.ts';
import type { PartOfDebt } from './unpaid-part-store.ts';

/** The penalty of a day: the rate, in hundredths of a percent, of the fuel that was late at its end. */
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

/** Adds penalties of days; a day keeps an existing one. Returns the new ones. */
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
 * Returns the penalty counted so far and the sum that corrections of kind `penalty` have booked of it since, or null. The
 * rest is due and is not in the ledger yet.
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

/**
 * Returns for each part of a debt its share that is a penalty taken from the account, in the same order. Payments pay fuel
 * first and penalties last (ГК, article 319), so a penalty is unpaid as long as anything is.
 */
export async function listUnpaidPenalties(db: Db, parts: readonly PartOfDebt[]): Promise<Kopecks[]> {
  if (parts.length === 0) return [];
  const found = await rows(
    db,
    sql<{ sum: number }>`
      select greatest(0, coalesce(unpaid.sum, 0))::bigint as sum
      from unnest(${parts.map(({ companyId }) => companyId)}::bigint[],
        ${parts.map(({ takenBefore }) => takenBefore)}::timestamptz[], ${parts.map(({ at }) => at)}::timestamptz[])
        with ordinality as wanted (company_id, taken_before, at, place)
      left join ledger_account account on account.company_id = wanted.company_id and account.kind = 'unallocated'
      left join lateral (
        select max(point.taken) filter (where point.is_last) + least(0, min(point.owed - point.taken)) as sum from (
          select greatest(0, -(entry.balance_before_kopecks + entry.amount_kopecks)) as owed,
            sum(case when penalty.booked_at < wanted.taken_before then -entry.amount_kopecks else 0 end)
              over (order by entry.transfer_id) as taken,
            row_number() over (order by entry.transfer_id desc) = 1 as is_last
          from ledger_entry entry join ledger_transfer transfer on transfer.id = entry.transfer_id
          left join correction penalty on transfer.subject_kind = 'correction' and penalty.id = transfer.subject_id
            and penalty.company_id = account.company_id and penalty.kind = 'penalty'
          where entry.account_id = account.id and transfer.posted_at <= wanted.at and transfer.posted_at >= (
            select min(booked_at) from correction first
            where first.company_id = account.company_id and first.kind = 'penalty')
        ) point
      ) unpaid on true
      order by wanted.place`,
  );
  return found.map(({ sum }) => kopecks(sum));
}
