import { sql } from 'kysely';
import { readColumns } from '../../../db/columns.ts';
import type { Db } from '../../../db/database.ts';
import { encodeBigints } from '../../../db/parameter.ts';
import {
  type AccountPlace,
  type AccountRow,
  type LockedAccount,
  listAccounts,
  toLockedAccounts,
} from './account.ts';
import type { KnownAccounts } from './known-accounts.ts';

/**
 * Lists accounts like `listAccounts`, by place. Afterwards `known` has their ids. A place without an account is missing
 * in the result.
 */
export async function listPlaces(
  tx: Db,
  known: KnownAccounts,
  places: readonly AccountPlace[],
): Promise<Map<number, LockedAccount>> {
  const ids = places.map((place) => known.idAt(place));
  if (!ids.includes(undefined)) return listAccounts(tx, ids as number[]);
  const listed = await readColumns<AccountRow & { place: number }>(
    tx,
    ['id', 'company_id', 'balance_kopecks', 'floor_kopecks', 'place'],
    sql`
    select account.id, account.company_id, account.balance_kopecks, account.floor_kopecks, asked.place
    from unnest(
      ${encodeBigints(places.map((place) => place.companyId))}::bigint[], ${places.map((place) => place.kind)}::text[],
      ${places.map((place) => place.partnerId ?? 0)}::int[], ${encodeBigints(places.map((place) => place.cardId ?? 0))}::bigint[]
    ) with ordinality as asked (company_id, kind, partner_id, card_id, place)
    join ledger_account account
      on account.company_id = asked.company_id and account.kind = asked.kind
      and coalesce(account.partner_id, 0) = asked.partner_id and coalesce(account.card_id, 0) = asked.card_id`,
  );
  for (const [index, id] of listed.id.entries()) {
    known.learn({ id, ...(places[(listed.place[index] as number) - 1] as AccountPlace) });
  }
  return toLockedAccounts(listed);
}
