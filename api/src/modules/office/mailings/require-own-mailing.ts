import { can, type Role } from '#contract/access.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { notAllowed, notFound } from '../../../errors.ts';
import type { Mailing } from './mailing.ts';
import { lockMailing } from './mailing-store.ts';

export interface Asker {
  scope: CompanyScope;
  userId: number;
  role: Role;
}

/** Locks a mailing for whoever may change it: its author, or who gives roles. 404 for another company's, 403 for a colleague's. */
export async function requireOwnMailing(
  tx: Db,
  { scope, userId, role }: Asker,
  id: number,
): Promise<Mailing> {
  const mailing = await lockMailing(tx, scope, id);
  if (!mailing) throw notFound('Рассылка не найдена');
  if (mailing.authorId !== userId && !can(role, 'assignRoles'))
    throw notAllowed('Это рассылка коллеги: её меняет он сам или администратор');
  return mailing;
}
