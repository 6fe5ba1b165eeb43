import { sql, type RawBuilder } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';

/**
 * The entries of a company's accounts that a period of Moscow days may need, as `own_entry (account_id, transfer_id,
 * amount_kopecks)`, after the balance of each account up to them, as `own (id, sealed_kopecks)`. What lies before the period's
 * first day or after its last is left out as far as sealed days tell: always right, with seals or without, for what came
 * after the newest seal is there too. The reader still compares `posted_at`.
 */
export function entriesAround(
  scope: CompanyScope,
  { accounts, from, to }: { accounts: RawBuilder<unknown>; from: string; to: string },
): RawBuilder<unknown> {
  const sealOf = sql`select closing_kopecks, last_transfer_id from account_day
    where account_day.company_id = ${scope.companyId} and account_day.account_id = account.id`;
  const entryOf = sql`select transfer_id, amount_kopecks from ledger_entry
    where ledger_entry.company_id = ${scope.companyId} and ledger_entry.account_id = own.id`;
  return sql`own as materialized (
      select account.id, coalesce(before.closing_kopecks, 0) as sealed_kopecks,
        coalesce(before.last_transfer_id, 0) as after, upto.last_transfer_id as upto, newest.last_transfer_id as newest
      from ledger_account account
      left join lateral (${sealOf} and day < ${from}::date order by day desc limit 1) before on true
      left join lateral (${sealOf} and day >= ${to}::date order by day limit 1) upto on true
      left join lateral (${sealOf} order by day desc limit 1) newest on upto.last_transfer_id is not null
      where account.company_id = ${scope.companyId} and ${accounts}
    ), own_entry as (
      select own.id as account_id, entry.transfer_id, entry.amount_kopecks
      from own cross join lateral (
        ${entryOf} and transfer_id > own.after and transfer_id <= coalesce(own.upto, 9223372036854775807)
        union all
        ${entryOf} and transfer_id > own.newest
      ) entry
    )`;
}
