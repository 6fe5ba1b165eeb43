import { STAFF_ROLE_TITLE, type StaffRole } from '#contract/staff-access.ts';
import type { changeMemberRole, inviteMember, removeMember } from '#contract/identity/members.ts';
import { formatPhone } from '#contract/values/phone.ts';
import type { Context } from '../../../context.ts';
import type { Proposal, TwoPeopleRule } from '../approvals/approvals.ts';
import { requireChangeable, assertMayJoin, needsTwoOwners } from './change-member-role.ts';
import { findMembership } from './member-store.ts';
import type { Call } from '../../../http/call.ts';

/** An owner or a treasurer is made by two owners: one stolen session must not make its own second person. */
export const proposeInvitation: TwoPeopleRule = async (ctx, call) => {
  const { body } = call as unknown as Call<typeof inviteMember>;
  if (!(await needsTwoOwners(ctx.db.system, { from: null, to: body.role }))) return null;
  assertMayJoin(await findMembership(ctx.db.system, body.phone));
  const name = [body.firstname, body.lastname].filter(Boolean).join(' ');
  return {
    title: 'Новый сотрудник программы',
    about: { phone: body.phone },
    details: [
      { title: 'Сотрудник', value: name },
      { title: 'Телефон', value: formatPhone(body.phone) },
      { title: 'Роль', value: STAFF_ROLE_TITLE[body.role] },
    ],
  };
};

/** Makes a role wait for a second person where a member becomes an owner, or an owner loses the role. */
export const proposeRole: TwoPeopleRule = (ctx, call) => {
  const { params, body, session } = call as unknown as Call<typeof changeMemberRole>;
  return propose(ctx, { memberId: params.id, role: body.role, userId: session.userId });
};

export const proposeRemoval: TwoPeopleRule = (ctx, call) => {
  const { params, session } = call as unknown as Call<typeof removeMember>;
  return propose(ctx, { memberId: params.id, role: null, userId: session.userId });
};

async function propose(
  ctx: Context,
  change: { memberId: number; role: StaffRole | null; userId: number },
): Promise<Proposal | null> {
  const member = await requireChangeable(ctx.db.system, change);
  if (!(await needsTwoOwners(ctx.db.system, { from: member.role, to: change.role }))) return null;
  const name = [member.firstname, member.lastname].filter(Boolean).join(' ');
  return {
    title: change.role === null ? 'Исключить владельца программы' : 'Изменить роль сотрудника программы',
    details: [
      { title: 'Сотрудник', value: `${name}, ${formatPhone(member.phone)}` },
      { title: 'Сейчас', value: STAFF_ROLE_TITLE[member.role] },
      {
        title: 'Станет',
        value: change.role ? STAFF_ROLE_TITLE[change.role] : 'не сотрудник программы',
      },
    ],
  };
}
