import { sql } from 'kysely';
import { SANDBOX_NETWORK } from '#contract/ids.ts';
import { rows, type Db } from '../../../db/database.ts';
import { bigints } from '../../../db/parameter.ts';

/** Kept with the reaches of the rolling check. */
const REACH = 'moved-cards';

/** The last transfer whose cards are marked; null: none ever was. */
export async function findMarkedReach(db: Db): Promise<number | null> {
  const found = await rows(db, sql<{ reach: number }>`select reach from check_reach where part = ${REACH}`);
  return found[0]?.reach ?? null;
}

/** The newest transfer before a moment; 0: there is none. */
export async function findLastTransfer(db: Db, before: Date): Promise<number> {
  const found = await rows(
    db,
    sql<{ id: number }>`select id from ledger_transfer where posted_at < ${before} order by id desc limit 1`,
  );
  return found[0]?.id ?? 0;
}

export interface Posted {
  id: number;
  from: number;
  to: number;
}

/** The next transfers up to one, at most `most`. */
export async function listPosted(
  db: Db,
  { after, upto, most }: { after: number; upto: number; most: number },
): Promise<Posted[]> {
  return rows(
    db,
    sql<Posted>`
      select id, from_account_id as from, to_account_id as to from ledger_transfer
      where id > ${after} and id <= ${upto} order by id limit ${most}`,
  );
}

export async function listCardsOfAccounts(
  db: Db,
  accountIds: readonly number[],
): Promise<{ companyId: number; cardId: number; partnerId: number }[]> {
  return rows(
    db,
    sql<{ companyId: number; cardId: number; partnerId: number }>`
      select card.company_id as "companyId", card.id as "cardId", card.partner_id as "partnerId"
      from ledger_account account join card on card.id = account.card_id
      where account.id = any(${bigints(accountIds)}::bigint[]) and card.partner_id <> ${SANDBOX_NETWORK}`,
  );
}

export async function moveMarkedReach(tx: Db, reach: number): Promise<void> {
  await sql`
    insert into check_reach (part, reach) values (${REACH}, ${reach})
    on conflict (part) do update set reach = greatest(check_reach.reach, excluded.reach)`.execute(tx);
}
