import { unavailable } from '../../../errors.ts';
import { batchCalls } from '../../../lib/turns/batch-calls.ts';
import type { MoneyMovement } from './money-movement.ts';

/** Replaces the outcome of a movement that was left out because another transaction has its company's money locked. */
export const LOCKED = Symbol('held');

export const MONEY_LOCKED =
  'Счёт компании занят другой операцией. Деньги не двигались: повторите через минуту';

type Line = (movement: MoneyMovement) => Promise<unknown>;

interface PendingMovement {
  movement: MoneyMovement;
  /** Time of the clock of `performance`, because it is a real wait. */
  since: number;
}

/**
 * Lines of companies whose money another transaction has locked. Their movements wait there, each line by itself,
 * without delaying other companies. A line ends when its company's money was free once. Until then a movement is
 * refused with 503 after `timeoutMs`.
 */
export function companyLines(
  post: (movements: MoneyMovement[], leftMs: () => number) => Promise<unknown[]>,
  limits: { timeoutMs: number; max: number },
): { find(companyId: number): Line | undefined; open(companyId: number): Line } {
  const lines = new Map<number, Line>();

  function open(companyId: number): Line {
    const line = lines.get(companyId) ?? startLine(companyId);
    lines.set(companyId, line);
    return line;
  }

  function startLine(companyId: number): Line {
    const ask = batchCalls(async (waiting: PendingMovement[]) => postOldest(companyId, waiting), {
      maxConcurrent: 1,
      maxBatch: limits.max,
    });
    return (movement) => ask({ movement, since: performance.now() });
  }

  async function postOldest(companyId: number, waiting: readonly PendingMovement[]): Promise<unknown[]> {
    const until = (waiting[0]?.since ?? 0) + limits.timeoutMs;
    const outcomes = await post(
      waiting.map((item) => item.movement),
      () => Math.max(0, until - performance.now()),
    );
    if (outcomes.includes(LOCKED)) return waiting.map(() => unavailable(MONEY_LOCKED));
    lines.delete(companyId);
    return outcomes;
  }

  return { find: (companyId) => lines.get(companyId), open };
}
