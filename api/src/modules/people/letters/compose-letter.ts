import type { Contacts } from '#contract/contacts.ts';
import { MAIL_LINK_HOURS } from '#contract/letters.ts';
import type { Config } from '../../../config.ts';
import { publicAddress } from '../../../http/public-address.ts';
import type { OutgoingLetter } from '../../../gateways/mail/mail.ts';
import { letterFoot } from './letter-foot.ts';
import { layOutLetter } from './letter-template.ts';
import { LETTER_TEXTS } from './letter-texts.ts';
import { isOptional, type LetterFacts, type LetterKind } from './letter.ts';

const HOUR_MS = 3_600_000;

interface WrittenLetter {
  id: number;
  kind: LetterKind;
  facts: LetterFacts[LetterKind];
  address: string;
  createdAt: Date;
}

/** A letter as it goes out. `token` is what its links open; only its hash is kept. */
export function composeLetter(
  config: Config,
  contacts: Contacts,
  letter: WrittenLetter,
  token: string,
): OutgoingLetter {
  const site = publicAddress(config);
  const { name } = config.operator;
  const write = LETTER_TEXTS[letter.kind] as (
    facts: unknown,
    links: { site: string; token: string; operator: string },
  ) => ReturnType<(typeof LETTER_TEXTS)[LetterKind]>;
  const text = write(letter.facts, { site, token, operator: name });
  const unsubscribeUrl = isOptional(letter.kind) ? `${site}/unsubscribe?token=${token}` : null;
  return {
    messageId: `<letter.${letter.id}.${letter.createdAt.getTime()}@${config.mail.from.address.split('@')[1]}>`,
    to: letter.address,
    replyTo: contacts.email,
    ...layOutLetter(text, letterFoot(config, contacts, unsubscribeUrl)),
    unsubscribeUrl,
  };
}

/** Until when the letter's link works; null: as long as the letter is kept. */
export function linkExpiry(kind: LetterKind, now: Date): Date | null {
  return kind === 'confirm-address' ? new Date(now.getTime() + MAIL_LINK_HOURS * HOUR_MS) : null;
}

export function hasLink(kind: LetterKind): boolean {
  return kind === 'confirm-address' || isOptional(kind);
}
