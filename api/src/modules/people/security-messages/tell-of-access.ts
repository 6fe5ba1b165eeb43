import { maskPhone } from '#contract/phone.ts';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';
import type { SecurityFacts } from '../letters/letter.ts';
import { writeSecurityLetter } from '../letters/write-security-letter.ts';
import { readPerson } from '../users/read-person.ts';
import type { Person } from '../users/user.ts';
import { securitySmsText } from './security-sms-text.ts';
import { tellBySms } from './tell-by-sms.ts';

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
export async function tellOfAccess(ctx: Context, tx: Db, news: AccessNews): Promise<void> {
  const { userId, companyId, what, now } = news;
  const person = await readPerson(tx, userId);
  const facts = { ...what, who: nameOf(person) } as SecurityFacts;
  const about = `${what.event}:${news.about}`;
  await writeSecurityLetter(tx, { facts, userId, companyId, about, now });
  const words = securitySmsText(facts);
  if (words === null) return;
  await tellBySms(ctx, tx, { userId, phone: person.phone, what: what.event, words, about, now });
}

/** By name, or by his masked phone. */
export async function nameOfPerson(db: Db, userId: number): Promise<string> {
  return nameOf(await readPerson(db, userId));
}

function nameOf({ firstname, lastname, phone }: Person): string {
  return [firstname, lastname].filter(Boolean).join(' ') || maskPhone(phone);
}
