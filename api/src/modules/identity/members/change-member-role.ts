import { type StaffRole, STAFF_ROLE_TITLE } from '#contract/staff-access.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, fieldRefusal, notAllowed, notFound } from '../../../errors.ts';
import {
  countOwners,
  type Membership,
  countOtherOwners,
  findMember,
  lockStaff,
  type Member,
} from './member-store.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { endSessions } from '../auth/sessions.ts';
import { setStaffRole } from '../../messaging/users/user-roles.ts';

/** These roles move money or give roles: a thief with one session must not give them to an accomplice. */
const STRONG_ROLES: readonly (StaffRole | null)[] = ['owner', 'treasurer'];

/**
 * Returns true where a change of role needs two owners: a treasurer or an owner is made, or an owner loses the role.
 * The only owner makes the second one alone, because no one else can confirm it. The chain of grants keeps the two
 * apart for a day.
 */
export async function needsTwoOwners(
  db: Db,
  { from, to }: { from: StaffRole | null; to: StaffRole | null },
): Promise<boolean> {
  if (from === to) return false;
  if (from === 'owner') return true;
  if (!STRONG_ROLES.includes(to)) return false;
  return to !== 'owner' || (await countOwners(db)) !== 1;
}

/** Checks again under the lock: two requests at once make one second owner, not two. */
export async function assertNeedsNoSecondPerson(
  tx: Db,
  change: { from: StaffRole | null; to: StaffRole | null },
): Promise<void> {
  if (await needsTwoOwners(tx, change))
    throw conflict('Состав владельцев только что изменился: предложите это второму владельцу');
}

export function assertMayJoin({ isMember, isColleague }: Membership): void {
  if (isMember) throw fieldRefusal('phone', 'Этот человек уже сотрудник программы');
  if (isColleague)
    throw fieldRefusal('phone', 'Этот человек работает в компании-клиенте: укажите другой телефон');
}

export interface RoleChange {
  memberId: number;
  /** New role, or null to leave the staff. */
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
    if (confirmedBy === null) await assertNeedsNoSecondPerson(tx, { from: member.role, to: role });
    await setStaffRole(tx, { userId: memberId, role, givenBy: userId, confirmedBy, now });
    if (role === null) await endSessions(tx, { userId: memberId, byUserId: userId, ip, now });
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
