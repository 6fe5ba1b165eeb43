import type { Context } from '../../../context.ts';
import { BatchSilent } from '../../../db/database-away.ts';
import { batchCalls } from '../../../lib/turns/batch-calls.ts';
import { companyLines, LOCKED } from '../../../lib/turns/company-lines.ts';
import { memoizePerOwner } from '../../../lib/turns/memoize-per-owner.ts';
import { currentWork } from '../../../lib/current-work.ts';
import { explainIfUsed } from '../../messaging/sms-codes/check-code.ts';
import type { MoneyMovement } from './money-movement.ts';
import { postBatch, type BatchOptions } from './post-batch.ts';

/**
 * Posts a movement together with those that arrive at the same time, in one transaction of two round trips (decision
 * 8). Resolves after the commit: a process that dies before leaves nothing of any of them. A movement that is refused
 * is refused alone. If another transaction has the company's money locked, it waits apart from the others; refuses
 * (503) after `companyTimeoutMs`.
 */
export async function postMovement<Outcome>(
  ctx: Context,
  movement: MoneyMovement<Outcome>,
): Promise<Outcome> {
  try {
    return (await poster(ctx)({ ...movement, work: currentWork() } as MoneyMovement)) as Outcome;
  } catch (refusal) {
    const { code } = movement.needs;
    throw code ? await explainIfUsed(ctx, code, refusal) : refusal;
  }
}

export const MONEY_LOCKED =
  'Счёт компании занят другой операцией. Деньги не двигались: повторите через минуту';

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
    { maxConcurrent: 1, maxBatch: MAX_BATCH, timeout: { ms: ctx.timeouts.batch, late: tooLate } },
  );
  const lines = companyLines<MoneyMovement>(
    (movements, leftMs) => post(movements, { leftMs, apart: true, letNextBegin: () => {} }),
    { timeoutMs: ctx.config.companyTimeoutMs, max: MAX_BATCH, refusal: MONEY_LOCKED },
  );
  return async (movement: MoneyMovement): Promise<unknown> => {
    const line = lines.find(movement.companyId);
    if (line) return line(movement);
    const outcome = await together(movement);
    return outcome === LOCKED ? lines.open(movement.companyId)(movement) : outcome;
  };
});

/** The movement may still be posted: a repeat with the same request key waits for it at the database, and returns its outcome. */
function tooLate(): Error {
  return new BatchSilent('a batch of movements has no answer');
}
