import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { FULL_PART, nextStep, type PartStep } from './ledger-part.ts';
import {
  analyzeParts,
  beginPart,
  hasStrays,
  listLedgerParts,
  makePart,
  readLastId,
  takePartsTurn,
  turnPart,
} from './ledger-part-store.ts';

/** How long others may wait behind a part that is being attached. */
const LOCK_MS = 50;

/**
 * Sees to the parts of the ledger (decision 60): makes the part of the next month ahead, has its numbers used when the month
 * begins, takes the planner's figures anew. Where it meets somebody who reads all parts, it leaves things as they are and
 * comes again. Tells of rows that lie in no part.
 */
export async function keepLedgerParts(ctx: Context, full = FULL_PART): Promise<void> {
  if (await hasStrays(ctx.db.system)) {
    ctx.log.error('transfers or entries lie in no part of the ledger (docs/operations/ledger-parts.md)');
  }
  try {
    for (;;) {
      const step = await ctx.db.inSystem((tx) => doNextStep(tx, { now: ctx.clock.now(), full }));
      if (!step) return;
      ctx.log.info(step, 'a step of the ledger’s parts is done');
    }
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
    ctx.log.info('somebody reads all parts of the ledger: their next step comes later');
  }
}

const LOCK_NOT_AVAILABLE = '55P03';

/** Each in a transaction of its own: what is numbered in a part must come after the moment that its beginning names. */
async function doNextStep(tx: Db, { now, full }: { now: Date; full: number }): Promise<PartStep | null> {
  if (!(await takePartsTurn(tx))) return null;
  const step = nextStep(await listLedgerParts(tx), { lastId: await readLastId(tx), now, full });
  if (step) await DO[step.deed](tx, step.month, now);
  return step;
}

const DO: Record<PartStep['deed'], (tx: Db, month: string, now: Date) => Promise<void>> = {
  make: (tx, month, now) => makePart(tx, month, { now, lockMs: LOCK_MS }),
  begin: beginPart,
  turn: turnPart,
  analyze: analyzeParts,
};
