import { sql } from 'kysely';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { Columns } from '../../../db/columns.ts';
import type { Db } from '../../../db/database.ts';
import { bigints } from '../../../db/parameter.ts';
import type { AccountPlace, LockedAccount, Transfer } from './account.ts';
import { FIRST_PART_ENDS } from './ledger-part.ts';

export interface AccountRow {
  id: number;
  company_id: number;
  balance_kopecks: number;
  floor_kopecks: number | null;
}

/** Everybody locks in the order of the ids, so nobody waits in a ring. */
export function inOrder(companyIds: readonly number[]): number[] {
  return [...new Set(companyIds)].sort((one, other) => one - other);
}

export function accountsOf(listed: Columns<AccountRow>): Map<number, LockedAccount> {
  const accounts = new Map<number, LockedAccount>();
  for (const [index, id] of listed.id.entries()) {
    const floor = listed.floor_kopecks[index] as number | null;
    accounts.set(id, {
      id,
      companyId: listed.company_id[index] as number,
      balance: kopecks(listed.balance_kopecks[index] as number),
      floor: floor === null ? null : kopecks(floor),
    });
  }
  return accounts;
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
    rows.map(({ subject_kind, subject_id, ...said }) => [
      said.requestId,
      { ...said, subject: { kind: subject_kind, id: subject_id } },
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
      ${bigints(places.map((one) => one.companyId))}::bigint[], ${places.map((one) => one.kind)}::text[],
      ${places.map((one) => one.partnerId ?? null)}::int[], ${bigints(places.map((one) => one.cardId ?? null))}::bigint[],
      ${bigints(places.map((one) => one.floor))}::bigint[]
    ) as opened (company_id, kind, partner_id, card_id, floor)
    on conflict do nothing`.execute(tx);
}
