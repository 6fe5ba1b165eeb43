import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import type { SecurityFacts } from '../letters/letter.ts';
import { writeSecurityLetter } from '../letters/write-security-letter.ts';
import { nameOfPerson, type AccessNews } from '../security-messages/tell-of-access.ts';
import { tellOf } from './tell-of.ts';

/** What a colleague has opened to someone outside: the admins are notified under the bell, over channels and by email. */
export type CompanyNews = AccessNews & { companyId: number };

/** Writes the notice in the transaction of the company that it is about. */
export async function notifyOfSecurity(tx: Db, news: CompanyNews): Promise<void> {
  const { userId, companyId, what, now } = news;
  const facts = { ...what, who: await nameOfPerson(tx, userId) } as SecurityFacts;
  await tellOf(tx, { kind: 'security', companyId, userId, facts, about: aboutOf(news), now });
}

/** Writes the emails, once that transaction has ended: a company's own transaction reaches no letters. */
export async function mailSecurity(ctx: Context, news: CompanyNews): Promise<void> {
  const { userId, companyId, what, now } = news;
  await ctx.db.inSystem(async (tx) => {
    const facts = { ...what, who: await nameOfPerson(tx, userId) } as SecurityFacts;
    await writeSecurityLetter(tx, { facts, userId, companyId, about: aboutOf(news), now });
  });
}

function aboutOf({ what, about }: CompanyNews): string {
  return `${what.event}:${about}`;
}
