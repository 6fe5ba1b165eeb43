import type { z } from 'zod';
import type { DataOf } from '#contract/endpoint.ts';
import {
  OPTIONAL_LETTERS,
  type listOutboxLetters,
  type readLetterChoices,
  type readMail as readMailCall,
} from '#contract/letters.ts';
import { isUsual, NOTICE_RULES } from '#contract/notice-kinds.ts';
import type { OutboxLetter } from '../../../gateways/mail/outbox-mail.ts';
import { maskAddress } from './mask-address.ts';
import type { OpenedChoices } from './open-choices.ts';
import type { OwnMail } from './read-mail.ts';

type MailOnWire = z.input<NonNullable<(typeof readMailCall)['data']>>;

export function presentMail(mail: OwnMail): MailOnWire {
  return {
    email: mail.email,
    state: stateOf(mail),
    confirmed_at: mail.confirmedAt?.toISOString() ?? null,
    asked_at: mail.asked?.createdAt.toISOString() ?? null,
    choices: presentChoices(mail.chosen),
  };
}

function stateOf({ email, confirmedAt, asked }: OwnMail): MailOnWire['state'] {
  if (email === null) return 'none';
  if (confirmedAt !== null) return 'confirmed';
  return asked?.refusal ? 'refused' : 'waiting';
}

function presentChoices(chosen: ReadonlyMap<string, boolean>): MailOnWire['choices'] {
  return OPTIONAL_LETTERS.map((kind) => ({
    kind,
    title: NOTICE_RULES[kind].title,
    wanted: chosen.get(kind) ?? isUsual(kind, 'mail'),
  }));
}

/** To whoever has the link: it may have been forwarded, so the address is not told whole. */
export function presentChoicesByLink(
  { address, kind }: OpenedChoices,
  chosen: ReadonlyMap<string, boolean>,
): DataOf<typeof readLetterChoices> {
  return { email: maskAddress(address), kind, choices: presentChoices(chosen) };
}

export function presentOutboxLetter(letter: OutboxLetter): DataOf<typeof listOutboxLetters>[number] {
  const { id, address, subject, plain, html, headers, sentAt, fileName } = letter;
  return { id, address, subject, plain, html, headers, sent_at: sentAt.toISOString(), file_name: fileName };
}
