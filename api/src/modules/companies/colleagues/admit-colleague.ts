import { ROLE_TITLE, type Role } from '#contract/access.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, type Refusal } from '../../../errors.ts';
import { notifyOfAccessChange } from '../../messaging/notices/security-notices.ts';
import { type ColleagueRecord, joinColleague } from '../../messaging/users/user-roles.ts';
import { deleteAccessRequests } from './access-requests.ts';
import type { PhoneOwner } from './colleague-store.ts';

/**
 * Makes a consenting user a colleague. A user with a role in other companies keeps it. Notifies the user and the admins. 409 for
 * the programme's staff, and for a user who has a role here already. The caller has locked the user and the company's people.
 */
export async function admitColleague(
  ctx: Context,
  tx: Db,
  entry: {
    person: PhoneOwner;
    companyId: number;
    firstname: string;
    lastname: string;
    role: Role;
    now: Date;
  },
): Promise<ColleagueRecord> {
  const { person, now, ...named } = entry;
  const { companyId, role } = named;
  const refusal = reasonToRefuse(person);
  if (refusal) throw refusal;
  const colleague = await joinColleague(tx, { ...named, id: person.id, now });
  await deleteAccessRequests(tx, { userId: colleague.id, companyId });
  const what = { event: 'colleague-came', role: ROLE_TITLE[role] } as const;
  await notifyOfAccessChange(ctx, tx, {
    userId: colleague.id,
    companyId,
    what,
    about: now.toISOString(),
    now,
  });
  return colleague;
}

function reasonToRefuse(person: PhoneOwner): Refusal | null {
  if (person.isStaff) return conflict('Сотрудник программы не может работать от имени клиента');
  return person.role === 'none' ? null : conflict('Этот человек уже сотрудник компании');
}
