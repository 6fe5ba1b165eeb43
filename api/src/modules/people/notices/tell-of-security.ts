import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import type { SecurityEvent, SecurityFacts } from '../letters/letter.ts';
import { nameOfPerson, tellOfAccess, type AccessNews } from '../security-messages/tell-of-access.ts';
import { tellOf } from './tell-of.ts';

/** What is told of a colleague's role, apart from what happened to somebody's sign-in. */
const OF_COLLEAGUES: ReadonlySet<SecurityEvent> = new Set([
  'role-changed',
  'colleague-came',
  'colleague-left',
]);

/**
 * Tells a person and the admins of his company what happened to his access: by letter and SMS at once (`tellOfAccess`), and
 * under the bell and over the other channels as a notice.
 */
export async function tellOfSecurity(ctx: Context, tx: Db, news: AccessNews): Promise<void> {
  await tellOfAccess(ctx, tx, news);
  const { userId, companyId, what, now } = news;
  const facts = { ...what, who: await nameOfPerson(tx, userId) } as SecurityFacts;
  await tellOf(tx, {
    kind: OF_COLLEAGUES.has(what.event) ? 'colleague' : 'security',
    companyId,
    userId,
    facts,
    about: `${what.event}:${userId}:${news.about}`,
    now,
  });
}
