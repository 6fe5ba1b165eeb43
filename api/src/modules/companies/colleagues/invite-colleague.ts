import type { Role } from '#contract/access.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { fieldRefusal, notAllowed, type Refusal } from '../../../errors.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { insertColleague } from '../../people/users/insert-colleague.ts';
import { joinColleague } from '../../people/users/join-colleague.ts';
import { deleteAccessRequests } from './access-request-store.ts';
import { lockColleaguesAndOwner, lockNewOwner, type PhoneOwner } from './colleague-store.ts';
import type { ColleagueRecord } from '../../people/users/colleague.ts';

export interface Invitation {
  scope: CompanyScope;
  adminId: number;
  phone: string;
  firstname: string;
  lastname: string;
  role: Role;
  ip: string;
}

/**
 * Makes the owner of a phone a colleague: a new person, a known one without a company, or one who has lost their role
 * here or in another company, which they leave. Refuses on `phone`: already a colleague, a member of another company,
 * the programme's staff.
 */
export async function inviteColleague(ctx: Context, invitation: Invitation): Promise<ColleagueRecord> {
  const { scope, adminId, phone } = invitation;
  return ctx.db.inSystem(async (tx) => {
    const { colleagues, owner } = await lockColleaguesAndOwner(tx, scope, phone);
    if (!colleagues.some(({ id, role }) => id === adminId && role === 'admin')) throw notAllowed();
    const colleague = await takeIn(tx, invitation, owner, ctx.clock.now());
    await deleteAccessRequests(tx, colleague.id);
    await recordEvent(tx, {
      at: ctx.clock.now(),
      what: 'colleague-invited',
      userId: adminId,
      companyId: scope.companyId,
      ip: invitation.ip,
      details: { colleagueId: colleague.id, role: invitation.role },
    });
    return colleague;
  });
}

async function takeIn(
  tx: Db,
  { scope, phone, ...person }: Invitation,
  known: PhoneOwner | null,
  now: Date,
): Promise<ColleagueRecord> {
  const { firstname, lastname, role } = person;
  const named = { firstname, lastname, role, companyId: scope.companyId };
  const made = known ? null : await insertColleague(tx, { ...named, phone, now });
  if (made) return made;
  const owner = known ?? (await lockNewOwner(tx, phone));
  const refusal = reasonToRefuse(owner, scope);
  if (refusal) throw refusal;
  return joinColleague(tx, { ...named, id: owner.id });
}

function reasonToRefuse(owner: PhoneOwner, scope: CompanyScope): Refusal | null {
  if (owner.isStaff) return fieldRefusal('phone', 'Этот телефон пригласить нельзя');
  if (owner.role === 'none') return null;
  return owner.companyId === scope.companyId
    ? fieldRefusal('phone', 'Сотрудник с этим телефоном уже есть в списке')
    : fieldRefusal('phone', 'Этот телефон уже подключён к другой компании');
}
