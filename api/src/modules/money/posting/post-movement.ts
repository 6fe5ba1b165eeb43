import pg from 'pg';
import type { Context } from '../../../context.ts';
import { BatchSilent } from '../../../db/database-away.ts';
import type { Db } from '../../../db/database.ts';
import { insertStoredRequests, keyOfUser, sameRequest } from '../../../http/request-key.ts';
import { enqueueJobs } from '../../../queue/enqueue-job.ts';
import { batchCalls } from '../../../lib/batch-calls.ts';
import { memoizePerOwner } from '../../../lib/memoize-per-owner.ts';
import { recordLines } from '../../../audit/record-event.ts';
import { runAsWork, workAtHand } from '../../../lib/work-at-hand.ts';
import { updateCrossings } from '../../companies/companies/credit-terms.ts';
import { addKeySpending } from '../../companies/keys/key-uses.ts';
import { wasOvertaken } from '../ledger/seal-days.ts';
import { writePosting } from '../ledger/write-posting.ts';
import { finishOperations } from '../../cards/commands/operation-lifecycle.ts';
import { enqueueCommands, insertCommands } from '../../cards/commands/network-commands.ts';
import { notifyTogether } from '../../people/notices/notify-together.ts';
import { explainIfUsed } from '../../people/sms-codes/check-code.ts';
import { updateCodes } from '../../people/sms-codes/sms-codes.ts';
import { batchBooks, type DecidedByBatch, type FoundForBatch } from './batch-books.ts';
import { companyLines, LOCKED } from './company-lines.ts';
import type { MoneyMovement, Packing } from './money-movement.ts';
import { insertDistributions } from './distribution-store.ts';
import { listCompanyIds, findForBatch } from './find-for-batch.ts';
import { makeAuditTrace } from './make-audit-trace.ts';

/**
 * Posts a movement together with those that arrive at the same time, in one transaction of two round trips (decision
 * 8). Resolves after the commit: a process that dies before leaves nothing of any of them. A movement that is refused
 * is refused alone. If another transaction has the company's money locked, it waits apart from the others; refuses
 * (503) after `companyPatienceMs`.
 */
export async function postMovement<Outcome>(
  ctx: Context,
  movement: MoneyMovement<Outcome>,
): Promise<Outcome> {
  try {
    return (await poster(ctx)({ ...movement, work: workAtHand() } as MoneyMovement)) as Outcome;
  } catch (refusal) {
    const { code } = movement.needs;
    throw code ? await explainIfUsed(ctx, code, refusal) : refusal;
  }
}

/** Beyond this, a larger batch saves nothing per movement, and its first movement waits longer for its last. */
const MAX_BATCH = 64;

/**
 * Maximum time that a batch waits for all the money locked by others: as long as their commits usually take. Then the
 * movements of those companies go on in lines of their own.
 */
const BATCH_LOCK_TIMEOUT_MS = 50;

/**
 * One batch at a time reads and decides. The longer it takes, the larger the next one and the cheaper each movement.
 * The next one begins when the writes of the previous one have been sent: while the database writes one, this process
 * prepares the other.
 */
const poster = memoizePerOwner((ctx: Context) => {
  const post = (movements: MoneyMovement[], options: BatchOptions): Promise<unknown[]> => {
    const end = ctx.watchdog.begin('batch', ctx.timeouts.batch);
    return postBatch(ctx, movements, options).finally(end);
  };
  const together = batchCalls(
    (movements: MoneyMovement[], letNextBegin) =>
      post(movements, { leftMs: () => BATCH_LOCK_TIMEOUT_MS, apart: false, letNextBegin }),
    { atOnce: 1, most: MAX_BATCH, timeout: { ms: ctx.timeouts.batch, late: tooLate } },
  );
  const lines = companyLines(
    (movements, leftMs) => post(movements, { leftMs, apart: true, letNextBegin: () => {} }),
    { patienceMs: ctx.config.companyPatienceMs, most: MAX_BATCH },
  );
  return async (movement: MoneyMovement): Promise<unknown> => {
    const line = lines.find(movement.companyId);
    if (line) return line(movement);
    const outcome = await together(movement);
    return outcome === LOCKED ? lines.open(movement.companyId)(movement) : outcome;
  };
});

interface BatchOptions {
  /** Returns how long it may still wait for money locked by others. */
  leftMs(): number;
  /** Whether it uses a connection that may wait. */
  apart: boolean;
  letNextBegin(): void;
}

/** It may be posted yet: a repeat with the same request key waits for it at the database, and learns what became of it. */
function tooLate(): Error {
  return new BatchSilent('a batch of movements has no answer');
}

/**
 * If PostgreSQL refuses something in one movement, the whole batch is rolled back. Then each movement gets a
 * transaction of its own, and only the one at fault fails. If it is unknown whether the batch was committed, nothing is
 * retried here: a repeat with the same request key gets the outcome.
 */
async function postBatch(
  ctx: Context,
  movements: readonly MoneyMovement[],
  options: BatchOptions,
): Promise<unknown[]> {
  let commitSent = false;
  const letNextBegin = (): void => {
    commitSent = true;
    options.letNextBegin();
  };
  try {
    return await postTogether(ctx, movements, { ...options, letNextBegin });
  } catch (error) {
    if ((movements.length === 1 && !wasOvertaken(error)) || (commitSent && !wasUndone(error))) throw error;
    ctx.log.warn({ err: error, deeds: movements.length }, 'a batch is posted deed by deed');
  }
  const outcomes: unknown[] = [];
  for (const movement of movements) {
    const outcome = postTogether(ctx, [movement], { ...options, letNextBegin: () => {} });
    outcomes.push(...(await outcome.catch((error: unknown) => [asError(error)])));
  }
  return outcomes;
}

/** PostgreSQL has refused a statement. Class 57 is its own shutdown, which may have come after the commit. */
function wasUndone(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR' && !error.code?.startsWith('57');
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
      patienceMs: Math.ceil(leftMs()),
    });
    // Read under the locks: a day that ended during the wait takes no more movements.
    const now = ctx.clock.now();
    const batch = batchBooks(found, now);
    const done: DoneMovement[] = [];
    const outcomes = movements.map((movement) =>
      found.free.has(movement.companyId) ? decideOne(movement, batch, found, done) : LOCKED,
    );
    const writes = write(tx, batch.decided, done, now);
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
  { kept, titles }: Pick<FoundForBatch, 'kept' | 'titles'>,
  done: DoneMovement[],
): unknown {
  const { requestKey: key, packing = AS_IT_IS } = movement;
  const moved = decided.plan.transfers.length;
  const recorded = decided.lines.length;
  const notified = decided.told.length;
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
    decided.told.length = notified;
    // Its money would move without the rows that belong to it, so the batch must not be written.
    if (decided.plan.transfers.length > moved) throw error;
    return asError(error);
  }
}

const AS_IT_IS: Packing<unknown> = { pack: (outcome) => outcome, unpack: (kept) => kept };

interface DoneMovement {
  key: NonNullable<MoneyMovement['requestKey']>;
  outcome: unknown;
}

/** Sends everything that was decided, together with the commit. */
function write(tx: Db, decided: DecidedByBatch, done: readonly DoneMovement[], now: Date): Promise<void>[] {
  const { plan, distributions, commands, finished, lines, told: notified } = decided;
  const codes = decided.codes.changed();
  const spent = decided.keys.spent();
  const crossed = [...decided.crossed];
  const due = crossed.filter((threshold) => threshold.crossed);
  return [
    ...(plan.transfers.length > 0 ? [writePosting(tx, now, plan)] : []),
    ...(crossed.length > 0 ? [updateCrossings(tx, crossed)] : []),
    ...(distributions.length > 0 ? [insertDistributions(tx, distributions, now)] : []),
    ...(commands.length > 0 ? [insertCommands(tx, commands, now)] : []),
    ...(finished.length > 0 ? [finishOperations(tx, finished, now)] : []),
    ...(lines.length > 0 ? [recordLines(tx, now, lines)] : []),
    ...(notified.length > 0 ? [notifyTogether(tx, notified)] : []),
    ...(codes.length > 0 ? [updateCodes(tx, codes, now)] : []),
    ...(spent.length > 0 ? [addKeySpending(tx, spent)] : []),
    ...(done.length > 0 ? [insertStoredRequests(tx, now, done)] : []),
    ...(commands.length > 0 ? enqueueCommands(tx, commands) : []),
    ...(due.length > 0
      ? [
          enqueueJobs(
            tx,
            'watch-balance',
            due.map(({ companyId }) => ({ companyId })),
            ({ companyId }) => `watch-balance:${companyId}`,
          ),
        ]
      : []),
  ];
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
