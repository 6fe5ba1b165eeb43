import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import type { SecurityFacts, SecurityEvent } from '../emails/email.ts';
import { writeSecurityEmail } from '../emails/security-email.ts';
import { nameOfPerson, type AccessNews, notifyOfAccess } from '../security-messages/notify-of-access.ts';
import { notify } from './notify.ts';

/**
 * Access that a colleague has opened to an outsider. The admins are notified under the bell, over channels and by
 * email.
 */
export type CompanyNews = AccessNews & { companyId: number };

/** Writes the notice in the transaction of the company that it is about. */
export async function notifyOfSecurity(tx: Db, news: CompanyNews): Promise<void> {
  const { userId, companyId, what, now } = news;
  const facts = { ...what, who: await nameOfPerson(tx, userId) } as SecurityFacts;
  await notify(tx, { kind: 'security', companyId, userId, facts, about: toNoticeKey(news), now });
}

/** Writes the emails after that transaction has ended, because a company's own transaction can't reach emails. */
export async function mailSecurity(ctx: Context, news: CompanyNews): Promise<void> {
  const { userId, companyId, what, now } = news;
  await ctx.db.inSystem(async (tx) => {
    const facts = { ...what, who: await nameOfPerson(tx, userId) } as SecurityFacts;
    await writeSecurityEmail(tx, { facts, userId, companyId, about: toNoticeKey(news), now });
  });
}

function toNoticeKey({ what, about }: CompanyNews): string {
  return `${what.event}:${about}`;
}

/** Events about a colleague's role, apart from events about a person's sign-in. */
const COLLEAGUE_EVENTS: ReadonlySet<SecurityEvent> = new Set([
  'role-changed',
  'colleague-came',
  'colleague-left',
]);

/**
 * Notifies a person and the admins of their company of a change of access: by email and SMS at once (`notifyOfAccess`),
 * and under the bell and over the other channels as a notice.
 */
export async function notifyOfAccessChange(ctx: Context, tx: Db, news: AccessNews): Promise<void> {
  await notifyOfAccess(ctx, tx, news);
  const { userId, companyId, what, now } = news;
  const facts = { ...what, who: await nameOfPerson(tx, userId) } as SecurityFacts;
  await notify(tx, {
    kind: COLLEAGUE_EVENTS.has(what.event) ? 'colleague' : 'security',
    companyId,
    userId,
    facts,
    about: `${what.event}:${userId}:${news.about}`,
    now,
  });
}
