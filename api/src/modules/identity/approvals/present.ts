import type { approval } from '#contract/identity/approvals.ts';
import type { z } from 'zod';
import type { Approval } from './approvals.ts';
import { makeSubject } from './subject.ts';

/** `obstacle` is the reason why the caller can't confirm it, `stale` why no one can. */
export function presentApproval(
  item: Approval,
  { obstacle, stale }: { obstacle: string | null; stale: string | null } = { obstacle: null, stale: null },
): z.input<typeof approval> {
  return {
    id: item.id,
    deed: item.action,
    about: makeSubject(item),
    title: item.title,
    details: item.details.map(({ title, value }) => ({ title, value })),
    company: item.company,
    state: item.state,
    proposed_by: item.proposedBy,
    proposed_at: item.proposedAt.toISOString(),
    expires_at: item.expiresAt.toISOString(),
    decided_by: item.decidedBy,
    decided_at: item.decidedAt?.toISOString() ?? null,
    reason: item.reason,
    obstacle,
    stale,
  };
}
