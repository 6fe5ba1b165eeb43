import type { z } from 'zod';
import type { member } from '#contract/members.ts';
import type { Member } from './member-store.ts';

export function presentMember(item: Member): z.input<typeof member> {
  return {
    id: item.id,
    firstname: item.firstname,
    lastname: item.lastname,
    phone: item.phone,
    role: item.role,
    since: item.givenAt?.toISOString() ?? null,
    given_by: item.givenBy,
    seen_at: item.seenAt?.toISOString() ?? null,
  };
}
