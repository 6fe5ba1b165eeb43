import type { z } from 'zod';
import type { phoneChange } from '#contract/phone-changes.ts';
import type { PhoneChange } from './phone-change-store.ts';

export function presentPhoneChange(one: PhoneChange): z.input<typeof phoneChange> {
  return {
    id: one.id,
    state: one.state,
    old_phone: one.oldPhone,
    new_phone: one.newPhone,
    name: one.name,
    comment: one.comment,
    asked_at: one.askedAt.toISOString(),
    person: one.person,
    decided_by: one.decidedBy,
    reason: one.reason,
    effective_at: one.effectiveAt?.toISOString() ?? null,
    ended_at: one.endedAt?.toISOString() ?? null,
  };
}
