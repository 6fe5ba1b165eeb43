import type { Context } from '../../../context.ts';
import { announcements } from './announcements.ts';

/** Subject of a network's announced answer: an operation, or a choice for a card. */
export interface AwaitedAnswer {
  topic: 'operation-ended' | 'choice-answered';
  id: number;
}

/**
 * Waits until a transaction of any process announces this, or until the time is up. If listening is impossible it
 * does not wait: the caller checks the outcome anyway.
 */
export async function waitForAnnouncement(
  ctx: Context,
  awaited: AwaitedAnswer,
  { timeoutMs, stillWaits }: { timeoutMs: number; stillWaits(): Promise<boolean> },
): Promise<void> {
  const { promise: announced, resolve } = Promise.withResolvers<void>();
  const onAnnounced = (topic: string, ids: ReadonlySet<number>): void => {
    if (topic === awaited.topic && ids.has(awaited.id)) resolve();
  };
  const leave = await announcements(ctx)
    .hear({ hear: onAnnounced, lost: resolve })
    .catch(() => null);
  if (!leave) return;
  const timer = setTimeout(resolve, timeoutMs);
  try {
    // Checks after listening has started, so that an answer in between is not missed.
    if (await stillWaits()) await announced;
  } finally {
    clearTimeout(timer);
    leave();
  }
}
