import { z } from 'zod';
import { emailField } from '../values/email.ts';
import { endpoint } from '../endpoint.ts';
import { absentWhenEmpty, flag, moment, requiredText } from '../fields.ts';
import type { NoticeKind } from './notice-kinds.ts';

/** A person's e-mail address, whether it is confirmed, and the emails that go there: docs/calls.md 2. */

/** Emails that are not needed to use the programme. Each can be switched off. They are kinds of notices. */
export const OPTIONAL_EMAILS = [
  'order-approved',
  'order-rejected',
  'order-withdrawn',
  'cards-ready',
  'cards-sent',
  'topped-up',
  'balance-corrected',
  'low-balance',
  'payment-due',
  'movement-failed',
  'movement-unclear',
  'card-blocked',
  'purchase',
  'decline',
  'exception-asked',
  'month-documents',
  'month-complete',
  'objection-answered',
  'dispute-answered',
  'webhook-stopped',
  'signals',
  'mailing-stopped',
  'staff-urgent',
  'staff-waits',
] as const satisfies readonly NoticeKind[];
export type OptionalEmail = (typeof OPTIONAL_EMAILS)[number];

/** A link that confirms an address is good for so long. */
export const MAIL_LINK_HOURS = 48;
/** Maximum number of emails with such a link, to one person and to one address, in an hour. */
export const MAIL_LINKS_PER_HOUR = 5;

export const MAIL_STATES = ['none', 'waiting', 'refused', 'confirmed'] as const;

const choice = z.object({
  kind: z.enum(OPTIONAL_EMAILS),
  title: z.string(),
  wanted: z.boolean(),
});

const ownMail = z.object({
  email: z.string().nullable(),
  state: z.enum(MAIL_STATES).meta({
    description:
      '`waiting`: nobody has confirmed it yet; `refused`: its mail server did not take the letter with the link',
  }),
  confirmed_at: moment.nullable(),
  asked_at: moment.nullable().meta({ description: 'when the newest letter with a link was written' }),
  choices: z.array(choice).meta({ description: 'letters that can be switched off' }),
});

const kindField = z.enum(OPTIONAL_EMAILS, { error: 'Такого письма нет, или отказаться от него нельзя' });
const linkToken = requiredText(200);

export const readMail = endpoint({
  name: 'readMail',
  method: 'GET',
  path: '/api/users/mail',
  summary: 'The caller’s own e-mail address, whether it is confirmed, and which letters go there',
  caller: 'signed-in',
  data: ownMail,
  source: 'docs/calls.md 2',
});

/** Refuses with 400 on `email`, and with 429 when too many emails with a link were requested. */
export const changeMail = endpoint({
  name: 'changeMail',
  method: 'POST',
  path: '/api/users/mail',
  summary:
    'Another address for the caller; a letter with a link goes there, and nothing else until it is confirmed',
  caller: 'signed-in',
  needsFreshCode: true,
  body: z.object({ email: emailField }),
  data: ownMail,
  source: 'docs/calls.md 2',
});

/** 400 when there is no address, or it is confirmed; 429 as above. */
export const resendMailLink = endpoint({
  name: 'resendMailLink',
  method: 'POST',
  path: '/api/users/mail/resend',
  summary: 'Sends the letter with the link once more',
  caller: 'signed-in',
  data: ownMail,
  source: 'docs/calls.md 2',
});

/**
 * Needs only the link, because it may be opened on another device. Not by GET, because mail scanners follow links.
 * Refuses with 404 a link that is unknown, was used, is too old, or leads to an address that the user has changed
 * since.
 */
export const confirmMail = endpoint({
  name: 'confirmMail',
  method: 'POST',
  path: '/api/mail/confirm',
  summary: 'Confirms the address that the link was sent to',
  caller: 'public',
  body: z.object({ token: linkToken }),
  data: z.object({ email: z.string() }),
  source: 'docs/calls.md 2',
});

export const chooseLetter = endpoint({
  name: 'chooseLetter',
  method: 'POST',
  path: '/api/users/mail/letters',
  summary: 'Switches a letter off or on for the caller',
  caller: 'signed-in',
  body: z.object({ kind: kindField, wanted: flag }),
  data: ownMail,
  source: 'docs/calls.md 2',
});

const choicesByLink = z.object({
  email: z.string(),
  kind: z.enum(OPTIONAL_EMAILS).meta({ description: 'the letter that the link stands in' }),
  choices: z.array(choice),
});

export const readLetterChoices = endpoint({
  name: 'readLetterChoices',
  method: 'GET',
  path: '/api/mail/letters',
  summary: 'What a link «Отписаться» can switch off, and what is switched off already',
  caller: 'public',
  query: z.object({ token: linkToken }),
  data: choicesByLink,
  source: 'docs/calls.md 2',
});

/**
 * The address that `List-Unsubscribe` names, so that a mail program unsubscribes by one click (RFC 8058). The program
 * sends `List-Unsubscribe=One-Click` and nothing else. The page under the same address sends what was chosen.
 */
export const unsubscribe = endpoint({
  name: 'unsubscribe',
  method: 'POST',
  path: '/unsubscribe',
  summary: 'Switches a letter off by its own link; `wanted` = 1 switches it on again',
  caller: 'public',
  query: z.object({ token: linkToken }),
  body: z.object({ kind: absentWhenEmpty(kindField), wanted: absentWhenEmpty(flag) }),
  data: choicesByLink,
  source: 'docs/calls.md 2',
});

/** Lists emails that no server sent, newest first. On a development machine only. */
export const listOutboxLetters = endpoint({
  name: 'listOutboxLetters',
  method: 'GET',
  path: '/dev/letters',
  summary: 'Letters that no mail server sent, newest first (development only)',
  caller: 'public',
  query: z.object({ address: absentWhenEmpty(requiredText(200)) }),
  data: z.array(
    z.object({
      id: z.int(),
      address: z.string(),
      subject: z.string(),
      plain: z.string(),
      html: z.string(),
      headers: z.record(z.string(), z.string()),
      sent_at: moment,
      file_name: z.string().nullable().meta({ description: 'of the file beside it' }),
    }),
  ),
  source: 'docs/calls.md 2',
});
