import type { z } from 'zod';
import type { stuckDocument } from '#contract/corrections.ts';
import { edmOperatorTitle, type readEdm } from '#contract/edm.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import type { EdmState } from './edm-store.ts';
import type { StuckMessage } from './stuck-messages.ts';

export function presentStanding(standing: {
  state: EdmState;
  reason: string | null;
  roaming: string | null;
}): EndpointData<typeof readEdm> {
  const { roaming } = standing;
  return { ...standing, roaming: roaming === null ? null : edmOperatorTitle(roaming) };
}

export function presentStuckMessage(stuckMessage: StuckMessage): z.input<typeof stuckDocument> {
  const { documentId, askedAt, ...rest } = stuckMessage;
  return { id: documentId, ...rest, asked_at: askedAt.toISOString() };
}
