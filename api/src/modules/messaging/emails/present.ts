import type { z } from 'zod';
import type { EndpointData } from '#contract/endpoint.ts';
import {
  OPTIONAL_EMAILS,
  type listOutboxLetters,
  type readLetterChoices,
  type readMail as readMailCall,
} from '#contract/messaging/emails.ts';
import { isUsual, NOTICE_RULES } from '#contract/messaging/notice-kinds.ts';
import type { OutboxEmail } from '../../../gateways/mail/outbox-mail.ts';
import { maskAddress } from './confirm-address.ts';
import type { OpenedChoices } from './email-choices.ts';
import type { OwnMail } from './read-mail.ts';

type MailOnWire = z.input<NonNullable<(typeof readMailCall)['data']>>;

export function presentMail(mail: OwnMail): MailOnWire {
  return {
    email: mail.email,
    state: getMailState(mail),
    confirmed_at: mail.confirmedAt?.toISOString() ?? null,
    asked_at: mail.asked?.createdAt.toISOString() ?? null,
    choices: presentChoices(mail.chosen),
  };
}

function getMailState({ email, confirmedAt, asked: requested }: OwnMail): MailOnWire['state'] {
  if (email === null) return 'none';
  if (confirmedAt !== null) return 'confirmed';
  return requested?.refusal ? 'refused' : 'waiting';
}

function presentChoices(chosen: ReadonlyMap<string, boolean>): MailOnWire['choices'] {
  return OPTIONAL_EMAILS.map((kind) => ({
    kind,
    title: NOTICE_RULES[kind].title,
    wanted: chosen.get(kind) ?? isUsual(kind, 'mail'),
  }));
}

/** Presents the choices to anyone with the link. It may have been forwarded, so the address is masked. */
export function presentChoicesByLink(
  { address, kind }: OpenedChoices,
  chosen: ReadonlyMap<string, boolean>,
): EndpointData<typeof readLetterChoices> {
  return { email: maskAddress(address), kind, choices: presentChoices(chosen) };
}

export function presentOutboxEmail(email: OutboxEmail): EndpointData<typeof listOutboxLetters>[number] {
  const { id, address, subject, plain, html, headers, sentAt, fileName } = email;
  return { id, address, subject, plain, html, headers, sent_at: sentAt.toISOString(), file_name: fileName };
}
