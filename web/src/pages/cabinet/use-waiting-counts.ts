import { readOverview, type Waiting } from '#contract/insights/overview.ts';
import { useRead } from '../../state/use-call.ts';

/** Number of items that wait for a decision, by the place of the menu where they are decided. */
export interface WaitingCounts {
  /** Rows of «Ждёт решения». */
  all: number;
  operations: number;
  declines: number;
  exceptions: number;
  signals: number;
  documents: number;
}

/** While nothing is announced. */
const POLL_MS = 60_000;

/** Returns what waits for a decision. All counts are 0 while they are unknown. */
export function useWaitingCounts(enabled: boolean): WaitingCounts {
  const read = useRead(readOverview, {}, { enabled, refetchMs: POLL_MS });
  // Answers that an earlier version has stored for times without a network lack the field.
  const waiting: readonly Waiting[] = read.data?.data.waiting ?? [];
  const count = (kind: Waiting['kind']) => waiting.find((row) => row.kind === kind)?.count ?? 0;
  const [signals, exceptions, refused] = [count('signals'), count('exceptions'), count('declines')];
  return {
    all: waiting.length,
    operations: signals + exceptions + refused,
    declines: exceptions + refused,
    exceptions,
    signals,
    documents: count('documents'),
  };
}
