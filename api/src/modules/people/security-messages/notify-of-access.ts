import { maskPhone } from '#contract/phone.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import type { SecurityFacts } from '../letters/email.ts';
import { writeSecurityEmail } from '../letters/security-email.ts';
import { readPerson, type Person } from '../users/users.ts';
import { securitySmsText } from './security-sms.ts';
import { notifyBySms } from './notify-by-sms.ts';

type WithoutWho<Facts> = Facts extends { who: string } ? Omit<Facts, 'who'> : never;

export interface AccessNews {
  /** Whom it concerns. */
  userId: number;
  /** Whose admins are told; null: nobody's. */
  companyId: number | null;
  what: WithoutWho<SecurityFacts>;
  /** The thing that it tells of; nobody is told of the same thing twice. */
  about: string;
  now: Date;
}

/**
 * Tells a person and the admins of his company what happened to his access: letters to confirmed addresses, and for what a
 * thief would do first an SMS to the person's phone. In the transaction of the event, sent once that has happened. For a
 * changed address or phone it is called before the change, so that the old one is told.
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

/** By name, or by his masked phone. */
export async function nameOfPerson(db: Db, userId: number): Promise<string> {
  return formatName(await readPerson(db, userId));
}

function formatName({ firstname, lastname, phone }: Person): string {
  return [firstname, lastname].filter(Boolean).join(' ') || maskPhone(phone);
}
