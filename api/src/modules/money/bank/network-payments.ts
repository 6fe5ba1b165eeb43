import { sql } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { rows, type Db } from '../../../db/database.ts';
import { toEndOfDay } from '../ledger/sum-accounts.ts';

/**
 * Sums what was paid to each network by the end of a day (`YYYY-MM-DD`), by the bank's statements: what went out to the
 * network's INN, less what was booked by then as given back; bonuses were never paid to it. Networks without either are missing.
 */
export async function sumPaidToNetworks(db: Db, day: string): Promise<Map<PartnerId, Kopecks>> {
  const found = await rows(
    db,
    sql<{ partner_id: PartnerId; sum: number }>`
      select partner_id, sum(sum_kopecks)::bigint as sum from (
        select partner.id as partner_id, line.sum_kopecks
        from partner join statement_payee payee on payee.inn = partner.inn
        join statement_line line on line.id = payee.line_id
        where not line.incoming and line.day <= ${day}::date
        union all
        select partner_id, -sum_kopecks from network_refund where kind = 'refund' and booked_at < ${toEndOfDay(day)}
      ) moved group by partner_id`,
  );
  return new Map(found.map((row) => [row.partner_id, kopecks(row.sum)]));
}

/** Sums what each network has paid as bonuses by the end of a day (`YYYY-MM-DD`). Networks without any are missing. */
export async function sumBonusesOfNetworks(db: Db, day: string): Promise<Map<PartnerId, Kopecks>> {
  const found = await rows(
    db,
    sql<{ partner_id: PartnerId; sum: number }>`
      select partner_id, sum(sum_kopecks)::bigint as sum from network_refund
      where kind = 'bonus' and booked_at < ${toEndOfDay(day)} group by partner_id having sum(sum_kopecks) <> 0`,
  );
  return new Map(found.map((row) => [row.partner_id, kopecks(row.sum)]));
}
