import { unavailable } from '../../errors.ts';
import { batchCalls } from './batch-calls.ts';

/** Replaces the outcome of a movement that was left out because another transaction has its company's money locked. */
export const LOCKED = Symbol('held');

type Line<Ask> = (ask: Ask) => Promise<unknown>;

interface PendingAsk<Ask> {
  ask: Ask;
  /** Time of the clock of `performance`, because it is a real wait. */
  since: number;
}

/**
 * Lines of companies whose money another transaction has locked. Their movements, or questions of pumps, wait there, each
 * line by itself, without delaying other companies. A line ends when its company's money was free once. Until then an ask
 * is refused with 503 and `refusal` after `timeoutMs`.
 */
export function companyLines<Ask>(
  post: (asks: Ask[], leftMs: () => number) => Promise<unknown[]>,
  { timeoutMs, max, refusal }: { timeoutMs: number; max: number; refusal: string },
): { find(companyId: number): Line<Ask> | undefined; open(companyId: number): Line<Ask> } {
  const lines = new Map<number, Line<Ask>>();

  function open(companyId: number): Line<Ask> {
    const line = lines.get(companyId) ?? startLine(companyId);
    lines.set(companyId, line);
    return line;
  }

  function startLine(companyId: number): Line<Ask> {
    const wait = batchCalls(async (waiting: PendingAsk<Ask>[]) => postOldest(companyId, waiting), {
      maxConcurrent: 1,
      maxBatch: max,
    });
    return (ask) => wait({ ask, since: performance.now() });
  }

  async function postOldest(companyId: number, waiting: readonly PendingAsk<Ask>[]): Promise<unknown[]> {
    const until = (waiting[0]?.since ?? 0) + timeoutMs;
    const outcomes = await post(
      waiting.map(({ ask }) => ask),
      () => Math.max(0, until - performance.now()),
    );
    if (outcomes.includes(LOCKED)) return waiting.map(() => unavailable(refusal));
    lines.delete(companyId);
    return outcomes;
  }

  return { find: (companyId) => lines.get(companyId), open };
}
