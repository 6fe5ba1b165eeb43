import type { Context } from '../../../context.ts';
import { conflict, fieldRefusal } from '../../../errors.ts';
import type { Session } from '../../../http/session.ts';
import { putAccessRequest } from './access-request-store.ts';
import { findAccess, type Access } from '../companies/find-access.ts';

/**
 * Asks a client's admin to let this person in: knowing an INN lets nobody in by itself (docs/specification.md 2). Asked
 * twice it is one request. Refuses: `inn` of no client; 409 whoever has a role in a company.
 */
export async function askForAccess(ctx: Context, session: Session, inn: string): Promise<Access> {
  if (session.company && session.role !== 'none') throw conflict('Вы уже работаете от имени компании');
  const found = await findAccess(ctx.db.system, { inn, userId: session.userId });
  if (!found) throw fieldRefusal('inn', 'Компания с этим ИНН ещё не подключена: подключите её сами');
  const asked = { companyId: found.companyId, userId: session.userId, now: ctx.clock.now() };
  await ctx.db.inSystem((tx) => putAccessRequest(tx, asked));
  return 'asked';
}
