import type { AccessState } from '#contract/colleagues.ts';
import type { Context } from '../../../context.ts';
import { conflict, fieldRefusal } from '../../../errors.ts';
import type { Session } from '../../../http/session.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { findAccess } from '../companies/find-access.ts';
import { countWaitingOf, putAccessRequest } from './access-request-store.ts';

/** Nobody works for more companies at once; whoever tries one INN after another is held up. */
const MOST_WAITING = 5;

/**
 * Asks a client's admin to let this person in: knowing an INN lets nobody in by itself (docs/specification.md 2). Asked
 * twice it is one request. Refuses: `inn` of no client; 409 whoever has a role in a company, or waits for five answers.
 */
export async function askForAccess(
  ctx: Context,
  session: Session,
  { inn, ip }: { inn: string; ip: string },
): Promise<AccessState> {
  const { userId } = session;
  if (session.company && session.role !== 'none') throw conflict('Вы уже работаете от имени компании');
  const found = await findAccess(ctx.db.system, { inn, userId });
  if (!found) throw fieldRefusal('inn', 'Компания с этим ИНН ещё не подключена: подключите её сами');
  if (found.access === 'asked') return 'asked';
  const { companyId } = found;
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    if ((await countWaitingOf(tx, userId)) >= MOST_WAITING)
      throw conflict('Вы уже попросили доступ у нескольких компаний: дождитесь ответа');
    await putAccessRequest(tx, { companyId, userId, now });
    await recordEvent(tx, { at: now, what: 'access-asked', userId, companyId, ip });
  });
  return 'asked';
}
