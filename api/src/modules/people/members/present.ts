import type { z } from 'zod';
import type { member } from '#contract/members.ts';
import type { Member } from './member-store.ts';

export function presentMember(one: Member): z.input<typeof member> {
  return {
    id: one.id,
    firstname: one.firstname,
    lastname: one.lastname,
    phone: one.phone,
    role: one.role,
    since: one.givenAt?.toISOString() ?? null,
    given_by: one.givenBy,
    seen_at: one.seenAt?.toISOString() ?? null,
  };
}
