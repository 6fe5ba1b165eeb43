import type { Context } from '../../context.ts';
import { announcements } from './announcements.ts';

/** What a network's answer is announced as: of an operation, or of a choice for a card. */
export interface Awaited {
  topic: 'operation-ended' | 'choice-answered';
  id: number;
}

/**
 * Waits until a transaction of any process announces this, or its time is over. Where nothing can be heard it does not
 * wait: whoever asked looks for himself afterwards.
 */
export async function awaitAnnounced(
  ctx: Context,
  awaited: Awaited,
  { patienceMs, stillWaits }: { patienceMs: number; stillWaits(): Promise<boolean> },
): Promise<void> {
  const { promise: told, resolve } = Promise.withResolvers<void>();
  const hear = (topic: string, ids: ReadonlySet<number>): void => {
    if (topic === awaited.topic && ids.has(awaited.id)) resolve();
  };
  const leave = await announcements(ctx)
    .hear({ hear, lost: resolve })
    .catch(() => null);
  if (!leave) return;
  const timer = setTimeout(resolve, patienceMs);
  try {
    // Looked at when it can be heard: an answer in between is not missed.
    if (await stillWaits()) await told;
  } finally {
    clearTimeout(timer);
    leave();
  }
}
