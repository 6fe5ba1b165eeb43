import { STAFF_ROLE_TITLE, type StaffRole } from '#contract/staff-access.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import { ensureUser } from '../users/ensure-user.ts';
import { nameNameless } from '../users/name-nameless.ts';
import { setStaffRole } from '../users/set-staff-role.ts';
import { findMember, findStanding, lockStaff, type Member } from './member-store.ts';

export interface Invited {
  phone: string;
  firstname: string;
  lastname: string;
  role: StaffRole;
  /** The owner who invites. */
  userId: number;
  ip: string;
}

/** Makes the owner of a phone a member at once: he signs in by his phone, like anybody else. */
export function inviteMember(ctx: Context, invited: Invited): Promise<Member> {
  const now = ctx.clock.now();
  return ctx.db.inSystem(async (tx) => {
    await lockStaff(tx);
    const { user } = await ensureUser(tx, { phone: invited.phone, now });
    const { isMember, isColleague } = await findStanding(tx, user.id);
    if (isMember) throw fieldRefusal('phone', 'Этот человек уже сотрудник программы');
    if (isColleague)
      throw fieldRefusal('phone', 'Этот человек работает в компании-клиенте: укажите другой телефон');
    await nameNameless(tx, { ...invited, userId: user.id });
    await setStaffRole(tx, { userId: user.id, role: invited.role, givenBy: invited.userId, now });
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
