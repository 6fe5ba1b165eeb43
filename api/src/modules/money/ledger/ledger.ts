import { sql, type RawBuilder } from 'kysely';
import type { Kopecks } from '#contract/kopecks.ts';
import type { Db } from '../../../db/database.ts';
import { encodeBigints } from '../../../db/parameter.ts';
import type { AccountPlace, Transfer } from './account.ts';
import { FIRST_PART_ENDS, getIdSpan, type IdSpan, listLedgerParts } from './ledger-parts.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';

/** All processes lock in the order of the ids, so no deadlock is possible. */
export function sortIds(companyIds: readonly number[]): number[] {
  return [...new Set(companyIds)].sort((a, b) => a - b);
}

/** Transfers posted before, by request id: the first part has them in an index of its own, the others in one of theirs. */
export async function findPosted(tx: Db, requestIds: readonly string[]): Promise<Map<string, Transfer>> {
  const { rows } = await sql<Transfer & { subject_kind: Transfer['subject']['kind']; subject_id: number }>`
    select ${TRANSFER} from ledger_transfer transfer
    where request_id = any(${requestIds}::text[]) and id < ${sql.lit(FIRST_PART_ENDS)}
    union all
    select ${TRANSFER} from posted_request posted cross join lateral (
      select * from ledger_transfer where id = posted.transfer_id limit 1
    ) transfer
    where posted.request_id = any(${requestIds}::text[])`.execute(tx);
  return new Map(
    rows.map(({ subject_kind, subject_id, ...input }) => [
      input.requestId,
      { ...input, subject: { kind: subject_kind, id: subject_id } },
    ]),
  );
}

const TRANSFER = sql`transfer.request_id as "requestId", transfer.kind, transfer.company_id as "companyId",
  transfer.from_account_id as "fromAccountId", transfer.to_account_id as "toAccountId",
  transfer.amount_kopecks as amount, transfer.subject_kind, transfer.subject_id`;

/** Opens accounts; existing ones are left unchanged. */
export async function insertAccounts(
  tx: Db,
  places: readonly (AccountPlace & { floor: Kopecks | null })[],
): Promise<void> {
  await sql`
    insert into ledger_account (company_id, kind, partner_id, card_id, floor_kopecks)
    select company_id, kind, partner_id, card_id, floor
    from unnest(
      ${encodeBigints(places.map((place) => place.companyId))}::bigint[], ${places.map((place) => place.kind)}::text[],
      ${places.map((place) => place.partnerId ?? null)}::int[], ${encodeBigints(places.map((place) => place.cardId ?? null))}::bigint[],
      ${encodeBigints(places.map((place) => place.floor))}::bigint[]
    ) as opened (company_id, kind, partner_id, card_id, floor)
    on conflict do nothing`.execute(tx);
}

/**
 * Selects the entries of a company's accounts that a period of Moscow days may need, as `own_entry (account_id,
 * transfer_id, amount_kopecks)`, after the balance of each account up to them, as `own (id, sealed_kopecks)`. Entries
 * before the period's first day or after its last are left out as far as sealed days allow. This is always right, with
 * seals or without, because entries after the newest seal are included too. The reader still compares `posted_at`.
 */
export function listEntriesAround(
  scope: CompanyScope,
  { accounts, from, to }: { accounts: RawBuilder<unknown>; from: string; to: string },
): RawBuilder<unknown> {
  const sealSelect = sql`select closing_kopecks, last_transfer_id from account_day
    where account_day.company_id = ${scope.companyId} and account_day.account_id = account.id`;
  const entrySelect = sql`select transfer_id, amount_kopecks from ledger_entry
    where ledger_entry.company_id = ${scope.companyId} and ledger_entry.account_id = own.id`;
  return sql`own as materialized (
      select account.id, coalesce(before.closing_kopecks, 0) as sealed_kopecks,
        coalesce(before.last_transfer_id, 0) as after, upto.last_transfer_id as upto, newest.last_transfer_id as newest
      from ledger_account account
      left join lateral (${sealSelect} and day < ${from}::date order by day desc limit 1) before on true
      left join lateral (${sealSelect} and day >= ${to}::date order by day limit 1) upto on true
      left join lateral (${sealSelect} order by day desc limit 1) newest on upto.last_transfer_id is not null
      where account.company_id = ${scope.companyId} and ${accounts}
    ), own_entry as (
      select own.id as account_id, entry.transfer_id, entry.amount_kopecks
      from own cross join lateral (
        ${entrySelect} and transfer_id > own.after and transfer_id <= coalesce(own.upto, 9223372036854775807)
        union all
        ${entrySelect} and transfer_id > own.newest
      ) entry
    )`;
}

/** Returns the ids of some moments, by the current parts of the ledger. */
export async function findIdSpan(db: Db, moments: { from?: Date; to?: Date }): Promise<IdSpan> {
  return getIdSpan(await listLedgerParts(db), moments);
}
