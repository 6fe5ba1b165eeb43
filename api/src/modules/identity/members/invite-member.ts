import { STAFF_ROLE_TITLE, type StaffRole } from '#contract/staff-access.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { ensureUser, setMissingName } from '../../messaging/users/users.ts';
import { setStaffRole } from '../../messaging/users/user-roles.ts';
import { findMember, findMembership, lockStaff, type Member } from './member-store.ts';
import { assertMayJoin, assertNeedsNoSecondPerson } from './change-member-role.ts';

export interface Invited {
  phone: string;
  firstname: string;
  lastname: string;
  role: StaffRole;
  /** The owner who invites. */
  userId: number;
  /** The second owner who confirmed it; null where one was enough. */
  confirmedBy: number | null;
  ip: string;
}

/** Makes the owner of a phone a member, who signs in by the phone as everyone does. */
export function inviteMember(ctx: Context, invited: Invited): Promise<Member> {
  const now = ctx.clock.now();
  return ctx.db.inSystem(async (tx) => {
    await lockStaff(tx);
    if (invited.confirmedBy === null) await assertNeedsNoSecondPerson(tx, { from: null, to: invited.role });
    const { user } = await ensureUser(tx, { phone: invited.phone, now });
    assertMayJoin(await findMembership(tx, user.phone));
    await setMissingName(tx, { ...invited, userId: user.id });
    await setStaffRole(tx, {
      userId: user.id,
      role: invited.role,
      givenBy: invited.userId,
      confirmedBy: invited.confirmedBy,
      now,
    });
    await recordEvent(tx, {
      at: now,
      what: 'member-invited',
      userId: invited.userId,
      ip: invited.ip,
      targets: [{ kind: 'user', id: user.id }],
      after: { role: STAFF_ROLE_TITLE[invited.role] },
    });
    return (await findMember(tx, user.id)) as Member;
  });
}
