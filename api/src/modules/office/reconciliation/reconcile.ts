import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { checkBooks, type Difference } from './check-books.ts';
import { checkBank, type BankFinding } from './check-bank.ts';
import { checkLog } from './check-log.ts';
import { compareCards } from './compare-cards.ts';
import {
  countTransfers,
  hasNightly,
  insertReconciliation,
  type AskedBy,
  type Reconciliation,
} from './reconciliation-store.ts';

/**
 * Checks all the books, compares our bank accounts with the bank's balances, asks the networks for their cards, and stores a report for the programme's staff. Corrects
 * nothing. Null: this night has a report already.
 */
export async function reconcile(ctx: Context, askedBy: AskedBy): Promise<Reconciliation | null> {
  const startedAt = ctx.clock.now();
  const day = moscowDay(startedAt);
  if (askedBy === 'nightly' && (await hasNightly(ctx.db.system, day))) return null;
  const { transfers, differences } = await lookThroughBooks(ctx);
  const compared = await compareCards(ctx);
  const changed = await checkLog(ctx);
  const report = {
    askedBy,
    day,
    startedAt,
    finishedAt: ctx.clock.now(),
    transfers,
    cards: compared.cards,
    networks: compared.networks,
    found: [...differences, ...compared.differences, ...changed],
  };
  const id = await ctx.db.inSystem((tx) => insertReconciliation(tx, report));
  if (id === null) return null;
  for (const { kind, details } of report.found) ctx.log.error({ kind, ...details }, 'the books do not agree');
  return { ...report, id, differences: report.found.length };
}

/** One snapshot, and no time limit: the books of years are read from end to end. */
async function lookThroughBooks(
  ctx: Context,
): Promise<{ transfers: number; differences: (Difference | BankFinding)[] }> {
  return ctx.db.system
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx: Db) => {
      await sql`set local statement_timeout = '15min'`.execute(tx);
      const differences = [...(await checkBooks(tx)), ...(await checkBank(tx))];
      return { transfers: await countTransfers(tx), differences };
    });
}
