import { STAFF_ROLE_TITLE, type StaffRole } from '#contract/staff-access.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, notAllowed, notFound } from '../../../errors.ts';
import { endSessionsOf } from '../auth/end-sessions-of.ts';
import { setStaffRole } from '../users/set-staff-role.ts';
import { countOtherOwners, findMember, lockStaff, type Member } from './member-store.ts';
import { assertOneIsEnough } from './assert-one-is-enough.ts';

export interface RoleChange {
  memberId: number;
  /** Null: out of the staff. */
  role: StaffRole | null;
  /** The owner who changes it. */
  userId: number;
  /** The second owner who confirmed it; null where one was enough. */
  confirmedBy: number | null;
  ip: string;
}

/** Gives a member another role or takes him out of the staff; what he may do changes with his next request. */
export function changeMemberRole(ctx: Context, change: RoleChange): Promise<Member | null> {
  const { memberId, role, userId, confirmedBy, ip } = change;
  const now = ctx.clock.now();
  return ctx.db.inSystem(async (tx) => {
    await lockStaff(tx);
    const member = await requireChangeable(tx, change);
    if (member.role === role) return member;
    if (confirmedBy === null) await assertOneIsEnough(tx, { from: member.role, to: role });
    await setStaffRole(tx, { userId: memberId, role, givenBy: userId, confirmedBy, now });
    if (role === null) await endSessionsOf(tx, { userId: memberId, byUserId: userId, ip, now });
    await recordEvent(tx, {
      at: now,
      what: role === null ? 'member-removed' : 'member-role-changed',
      userId,
      ip,
      targets: [{ kind: 'user', id: memberId }],
      before: { role: STAFF_ROLE_TITLE[member.role] },
      after: { role: role && STAFF_ROLE_TITLE[role] },
    });
    return findMember(tx, memberId);
  });
}

/** Refuses: 404 no member; 403 oneself; 409 the last owner. */
export async function requireChangeable(
  db: Db,
  change: Omit<RoleChange, 'ip' | 'confirmedBy'>,
): Promise<Member> {
  const member = await findMember(db, change.memberId);
  if (!member) throw notFound('Сотрудник не найден');
  if (member.id === change.userId) throw notAllowed('Свою роль меняет другой владелец');
  const losesOwner = member.role === 'owner' && change.role !== 'owner';
  if (losesOwner && (await countOtherOwners(db, member.id)) === 0)
    throw conflict('Это последний владелец: сначала назначьте другого');
  return member;
}
