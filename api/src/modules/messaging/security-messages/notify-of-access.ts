import { maskPhone } from '#contract/values/phone.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import type { SecurityFacts } from '../emails/email.ts';
import { writeSecurityEmail } from '../emails/security-email.ts';
import { readPerson, type Person } from '../users/users.ts';
import { securitySmsText } from './security-sms.ts';
import { notifyBySms } from './notify-by-sms.ts';

type OmitWho<Facts> = Facts extends { who: string } ? Omit<Facts, 'who'> : never;

export interface AccessNews {
  /** The user concerned. */
  userId: number;
  /** The company whose admins are notified, or null for none. */
  companyId: number | null;
  what: OmitWho<SecurityFacts>;
  /** The thing that the message is about. A user is notified of the same thing only once. */
  about: string;
  now: Date;
}

/**
 * Notifies a person and the admins of their company of a change to the person's access. Emails go to confirmed
 * addresses. An SMS also goes to the person's phone for an action that a thief would do first. It runs in the
 * transaction of the event and is sent after the commit. For a changed address or phone, call it before the change, so
 * that the old one is notified.
 */
export async function notifyOfAccess(ctx: Context, tx: Db, news: AccessNews): Promise<void> {
  const { userId, companyId, what, now } = news;
  const person = await readPerson(tx, userId);
  const facts = { ...what, who: formatName(person) } as SecurityFacts;
  const about = `${what.event}:${news.about}`;
  await writeSecurityEmail(tx, { facts, userId, companyId, about, now });
  const text = securitySmsText(facts);
  if (text === null) return;
  await notifyBySms(ctx, tx, { userId, phone: person.phone, what: what.event, words: text, about, now });
}

/** Returns the person's name, or the masked phone. */
export async function nameOfPerson(db: Db, userId: number): Promise<string> {
  return formatName(await readPerson(db, userId));
}

function formatName({ firstname, lastname, phone }: Person): string {
  return [firstname, lastname].filter(Boolean).join(' ') || maskPhone(phone);
}
