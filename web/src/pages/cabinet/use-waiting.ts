import { readOverview } from '#contract/insights/overview.ts';
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

interface Waiting {
  kind: string;
  count: number;
}

/** While nothing is announced. */
const POLL_MS = 60_000;

/** Returns what waits for a decision. All counts are 0 while they are unknown. */
export function useWaiting(enabled: boolean): WaitingCounts {
  const read = useRead(readOverview, {}, { enabled, refetchMs: POLL_MS });
  const waiting = (read.data?.data as { waiting?: readonly Waiting[] } | undefined)?.waiting ?? [];
  const count = (kind: string) => waiting.find((row) => row.kind === kind)?.count ?? 0;
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
