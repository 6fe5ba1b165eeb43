import type { z } from 'zod';
import type { stuckDocument } from '#contract/corrections.ts';
import type { StuckMessage } from './stuck-message-store.ts';

export function presentStuckMessage(one: StuckMessage): z.input<typeof stuckDocument> {
  const { documentId, askedAt, ...rest } = one;
  return { id: documentId, ...rest, asked_at: askedAt.toISOString() };
}
