import { readOverview, type Waiting } from '#contract/insights/overview.ts';
import { useRead } from './use-call.ts';

const POLL_MS = 15_000;
const NONE: readonly Waiting[] = [];

/**
 * Returns what waits for a decision of the user, the most urgent first, for the list and for badges of the menu. It
 * shares the read of the overview, which the live stream refreshes. Empty until it is known.
 */
export function useWaiting(): readonly Waiting[] {
  // Answers that an earlier version has stored for times without a network lack the field.
  return useRead(readOverview, {}, { refetchMs: POLL_MS }).data?.data.waiting ?? NONE;
}
