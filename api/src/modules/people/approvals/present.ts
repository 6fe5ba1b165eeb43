import type { approval } from '#contract/approvals.ts';
import type { z } from 'zod';
import type { Approval } from './approval.ts';
import { subjectOf } from './subject.ts';

/** `obstacle`: why whoever asks can't confirm it; `stale`: why no one can. */
export function presentApproval(
  one: Approval,
  { obstacle, stale }: { obstacle: string | null; stale: string | null } = { obstacle: null, stale: null },
): z.input<typeof approval> {
  return {
    id: one.id,
    deed: one.deed,
    about: subjectOf(one.deed, one.said),
    title: one.title,
    details: one.details.map(({ title, value }) => ({ title, value })),
    company: one.company,
    state: one.state,
    proposed_by: one.proposedBy,
    proposed_at: one.proposedAt.toISOString(),
    expires_at: one.expiresAt.toISOString(),
    decided_by: one.decidedBy,
    decided_at: one.decidedAt?.toISOString() ?? null,
    reason: one.reason,
    obstacle,
    stale,
  };
}
