import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import { bigints } from '../../../db/parameter.ts';
import type { AccountPlace } from './account.ts';

/** Ids of a company's accounts by place, in the given order; throws for a place without an account. */
export async function requireAccounts(tx: Db, places: readonly AccountPlace[]): Promise<number[]> {
  const { rows } = await sql<{ place: number; id: number }>`
    select asked.place, account.id
    from unnest(
      ${bigints(places.map((one) => one.companyId))}::bigint[], ${places.map((one) => one.kind)}::text[],
      ${places.map((one) => one.partnerId ?? 0)}::int[], ${bigints(places.map((one) => one.cardId ?? 0))}::bigint[]
    ) with ordinality as asked (company_id, kind, partner_id, card_id, place)
    join ledger_account account
      on account.company_id = asked.company_id and account.kind = asked.kind
      and coalesce(account.partner_id, 0) = asked.partner_id and coalesce(account.card_id, 0) = asked.card_id`.execute(
    tx,
  );
  const found = new Map(rows.map((row) => [Number(row.place), row.id]));
  return places.map((place, index) => {
    const id = found.get(index + 1);
    if (id === undefined) throw new Error(`no ledger account at ${JSON.stringify(place)}`);
    return id;
  });
}
