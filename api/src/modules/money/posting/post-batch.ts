import type { Context } from '../../../context.ts';
import { wasUndone } from '../../../db/database-away.ts';
import { keyOfUser, sameRequest } from '../../../http/request-key.ts';
import { LOCKED } from '../../../lib/turns/company-lines.ts';
import { runAsWork } from '../../../lib/current-work.ts';
import { wasOvertaken } from '../ledger/seal-days.ts';
import { batchBooks, type FoundForBatch } from './batch-books.ts';
import { listCompanyIds, findForBatch } from './find-for-batch.ts';
import { makeAuditTrace } from './make-audit-trace.ts';
import type { MoneyMovement, Packing } from './money-movement.ts';
import { writeBatch, type DoneMovement } from './write-batch.ts';

export interface BatchOptions {
  /** Returns how long it may still wait for money locked by others. */
  leftMs(): number;
  /** Whether it uses a connection that may wait. */
  apart: boolean;
  letNextBegin(): void;
}

/**
 * If PostgreSQL refuses something in one movement, the whole batch is rolled back. Then each movement gets a
 * transaction of its own, and only the one at fault fails. If it is unknown whether the batch was committed, nothing is
 * retried here: a repeat with the same request key gets the outcome.
 */
export async function postBatch(
  ctx: Context,
  movements: readonly MoneyMovement[],
  options: BatchOptions,
): Promise<unknown[]> {
  let commitSent = false;
  const startNext = (): void => {
    commitSent = true;
    options.letNextBegin();
  };
  try {
    return await postTogether(ctx, movements, { ...options, letNextBegin: startNext });
  } catch (error) {
    if ((movements.length === 1 && !wasOvertaken(error)) || (commitSent && !wasUndone(error))) throw error;
    ctx.log.warn({ err: error, movements: movements.length }, 'a batch is posted movement by movement');
  }
  const outcomes: unknown[] = [];
  for (const movement of movements) {
    const outcome = postTogether(ctx, [movement], { ...options, letNextBegin: () => {} });
    outcomes.push(...(await outcome.catch((error: unknown) => [asError(error)])));
  }
  return outcomes;
}

function postTogether(
  ctx: Context,
  movements: readonly MoneyMovement[],
  { leftMs, apart, letNextBegin }: BatchOptions,
): Promise<unknown[]> {
  const inCompanies = apart ? ctx.db.inHeldCompanies : ctx.db.inCompanies;
  return inCompanies(listCompanyIds(movements), async (tx, commit) => {
    const found = await findForBatch(ctx, tx, movements, {
      now: ctx.clock.now(),
      timeoutMs: Math.ceil(leftMs()),
    });
    // Read under the locks: a day that ended during the wait takes no more movements.
    const now = ctx.clock.now();
    const batch = batchBooks(found, now);
    const done: DoneMovement[] = [];
    const outcomes = movements.map((movement) =>
      found.free.has(movement.companyId) ? decideOne(movement, batch, found, done) : LOCKED,
    );
    const writes = writeBatch(tx, batch.decided, done, now);
    if (writes.length > 0) {
      const committed = Promise.all([...writes, commit()]);
      letNextBegin();
      await committed;
    }
    return outcomes;
  });
}

/** Returns the movement's outcome, an earlier one under the same key (even of this batch), or an Error. */
function decideOne(
  movement: MoneyMovement,
  { books, decided }: ReturnType<typeof batchBooks>,
  { storedRequests: kept, titles }: Pick<FoundForBatch, 'storedRequests' | 'titles'>,
  done: DoneMovement[],
): unknown {
  const { requestKey: key, packing = UNPACKED_OUTCOME } = movement;
  const moved = decided.plan.transfers.length;
  const recorded = decided.lines.length;
  const notified = decided.published.length;
  try {
    const earlier = key && sameRequest(key, kept.get(keyOfUser(key)));
    if (earlier) return packing.unpack(earlier.outcome, titles);
    if (!movement.endsWhatBegan) books.assertAtWork(movement.companyId);
    const outcome = runAsWork(movement.work, () => movement.decide(books));
    if (decided.lines.length === recorded) {
      decided.lines.push(...makeAuditTrace(movement, books, decided.plan.transfers.slice(moved)));
    }
    if (key) {
      const packed = packing.pack(outcome);
      kept.set(keyOfUser(key), { call: key.call, bodyHash: key.bodyHash, outcome: packed, answer: null });
      done.push({ key, outcome: packed });
    }
    return outcome;
  } catch (error) {
    decided.lines.length = recorded;
    decided.published.length = notified;
    // Its money would move without the rows that belong to it, so the batch must not be written.
    if (decided.plan.transfers.length > moved) throw error;
    return asError(error);
  }
}

const UNPACKED_OUTCOME: Packing<unknown> = { pack: (outcome) => outcome, unpack: (kept) => kept };

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
