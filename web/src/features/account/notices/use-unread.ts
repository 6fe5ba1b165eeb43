import { countNotices } from '#contract/messaging/notices.ts';
import { useRead } from '../../../state/use-call.ts';

/** While nothing is announced. */
const POLL_MS = 30_000;

/** Returns the number of unread notices, or 0 while it is unknown. */
export function useUnread(enabled: boolean): number {
  const read = useRead(countNotices, {}, { enabled, refetchMs: POLL_MS });
  return read.data?.data.unread ?? 0;
}
