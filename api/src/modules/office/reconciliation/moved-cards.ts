import { sql } from 'kysely';
import { SANDBOX_NETWORK } from '#contract/ids.ts';
import { rows, type Db } from '../../../db/database.ts';
import { bigints } from '../../../db/parameter.ts';
import type { Context } from '../../../context.ts';
import { markDue } from './card-comparison-store.ts';

/** Stored with the progress of the rolling check. */
const REACH = 'moved-cards';

/** The last transfer whose cards are marked. Null means that none ever was. */
async function findMarkedReach(db: Db): Promise<number | null> {
  const found = await rows(db, sql<{ reach: number }>`select reach from check_reach where part = ${REACH}`);
  return found[0]?.reach ?? null;
}

/** The newest transfer before a moment; 0: there is none. */
async function findLastTransfer(db: Db, before: Date): Promise<number> {
  const found = await rows(
    db,
    sql<{ id: number }>`select id from ledger_transfer where posted_at < ${before} order by id desc limit 1`,
  );
  return found[0]?.id ?? 0;
}

interface Posted {
  id: number;
  from: number;
  to: number;
}

/** The next transfers up to one, at most `most`. */
async function listPosted(
  db: Db,
  { after, upto, most: max }: { after: number; upto: number; most: number },
): Promise<Posted[]> {
  return rows(
    db,
    sql<Posted>`
      select id, from_account_id as from, to_account_id as to from ledger_transfer
      where id > ${after} and id <= ${upto} order by id limit ${max}`,
  );
}

async function listCardsOfAccounts(
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

async function moveMarkedReach(tx: Db, reach: number): Promise<void> {
  await sql`
    insert into check_reach (part, reach) values (${REACH}, ${reach})
    on conflict (part) do update set reach = greatest(check_reach.reach, excluded.reach)`.execute(tx);
}

const BATCH_SIZE = 5000;
/** A transfer with a lower number may still become visible as long as its transaction is open. */
const SLACK_MS = 10 * 60_000;

/**
 * Marks the cards due that have moved since the last time. The cost grows with the number of postings, not of cards.
 * The first time it only records its start, because the first pass over all cards covers everything before.
 */
export async function markMovedCards(ctx: Context): Promise<void> {
  const upto = await findLastTransfer(ctx.db.system, new Date(ctx.clock.now().getTime() - SLACK_MS));
  let reach = await findMarkedReach(ctx.db.system);
  if (reach === null) return ctx.db.inSystem((tx) => moveMarkedReach(tx, upto));
  while (reach < upto) {
    const posted = await listPosted(ctx.db.system, { after: reach, upto, most: BATCH_SIZE });
    const last = posted.at(-1)?.id ?? upto;
    const accounts = [...new Set(posted.flatMap(({ from, to }) => [from, to]))];
    const cards = await listCardsOfAccounts(ctx.db.system, accounts);
    await ctx.db.inSystem(async (tx) => {
      for (const [partnerId, moved] of Map.groupBy(cards, (item) => item.partnerId))
        await markDue(tx, partnerId, moved);
      await moveMarkedReach(tx, last);
    });
    reach = last;
  }
}
