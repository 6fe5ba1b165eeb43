import { sql } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';
import type { Difference } from './difference.ts';

const MAX_FINDINGS = 20;

/** Finds sealed days of accounts (ids above `after`, up to `upto`) that differ from the entries up to them. */
export async function checkSeals(
  db: Db,
  { after, upto }: { after: number; upto: number },
): Promise<Difference[]> {
  const found = await rows(
    db,
    sql<Record<string, unknown>>`
      select seal.company_id as "companyId", seal.account_id as "accountId", seal.day::text as day,
        seal.closing_kopecks as "balanceKopecks", entry.balance_after_kopecks as "entriesKopecks"
      from (
        select account_day.*, lag(closing_kopecks) over (partition by account_id order by day) as opening
        from ledger_account account join account_day on account_day.company_id = account.company_id
          and account_day.account_id = account.id
        where account.id > ${after} and account.id <= ${upto}
      ) seal
      left join ledger_entry entry on entry.account_id = seal.account_id and entry.transfer_id = seal.last_transfer_id
        and entry.company_id = seal.company_id
      left join ledger_transfer transfer on transfer.id = seal.last_transfer_id and transfer.company_id = seal.company_id
      where entry.balance_after_kopecks is distinct from seal.closing_kopecks
        or coalesce(seal.opening, 0) + seal.in_kopecks - seal.out_kopecks <> seal.closing_kopecks
        or (transfer.posted_at at time zone 'Europe/Moscow')::date > seal.day
      order by seal.account_id, seal.day limit ${MAX_FINDINGS}`,
  );
  return found.map((details) => ({ kind: 'seal-not-its-entries', details }));
}
