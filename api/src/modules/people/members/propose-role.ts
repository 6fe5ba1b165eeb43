import { STAFF_ROLE_TITLE, type StaffRole } from '#contract/staff-access.ts';
import type { changeMemberRole, removeMember } from '#contract/members.ts';
import { formatPhone } from '#contract/phone.ts';
import type { Context } from '../../../context.ts';
import type { Call } from '../../../http/bind.ts';
import type { Proposal, TwoPeopleRule } from '../approvals/approval.ts';
import { requireChangeable } from './change-member-role.ts';

/** An owner loses his role by two people only: one stolen session must not be left alone with the programme. */
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
  if (member.role !== 'owner' || change.role === 'owner') return null;
  const name = [member.firstname, member.lastname].filter(Boolean).join(' ');
  return {
    title: change.role === null ? 'Исключить владельца программы' : 'Изменить роль владельца программы',
    details: [
      { title: 'Сотрудник', value: `${name}, ${formatPhone(member.phone)}` },
      {
        title: 'Станет',
        value: change.role ? STAFF_ROLE_TITLE[change.role] : 'не сотрудник программы',
      },
    ],
  };
}
