import type { z } from 'zod';
import type { phoneChange } from '#contract/phone-changes.ts';
import type { PhoneChange } from './phone-changes.ts';

export function presentPhoneChange(item: PhoneChange): z.input<typeof phoneChange> {
  return {
    id: item.id,
    state: item.state,
    old_phone: item.oldPhone,
    new_phone: item.newPhone,
    name: item.name,
    comment: item.comment,
    asked_at: item.askedAt.toISOString(),
    person: item.person,
    decided_by: item.decidedBy,
    reason: item.reason,
    effective_at: item.effectiveAt?.toISOString() ?? null,
    ended_at: item.endedAt?.toISOString() ?? null,
  };
}
