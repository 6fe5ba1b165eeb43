import type { ViewList } from '../companies/views.ts';
import type { CalendarUnit } from '../ids.ts';
import { z } from 'zod';
import { emailField } from '../values/email.ts';
import { endpoint } from '../endpoint.ts';
import { idParams, moment, requiredText, wholeNumber } from '../fields.ts';

/** «Рассылка отчётов»: a list or a report that comes by mail by itself: docs/calls.md 26. */

/** Contents of a mailing: the lists that have views, and the report of spending. */
export const MAILED_REPORTS = [
  'cards',
  'operations',
  'invoices',
  'documents',
  'drivers',
  'statement',
  'summary',
] as const satisfies readonly (ViewList | 'summary')[];
export type MailedReport = (typeof MAILED_REPORTS)[number];

export const MAILED_REPORT_TITLE: Readonly<Record<MailedReport, string>> = {
  cards: 'Карты',
  operations: 'Операции',
  invoices: 'Счета',
  documents: 'Документы',
  drivers: 'Водители',
  statement: 'Выписка по счёту',
  summary: 'Сводный отчёт',
};

/** Frequencies, each with the period that it covers: the previous day, week from Monday on, or month. */
const MAILING_RHYTHMS = ['day', 'week', 'month'] as const satisfies readonly CalendarUnit[];
export type MailingRhythm = (typeof MAILING_RHYTHMS)[number];

const MAILING_FORMATS = ['xlsx', 'pdf'] as const;
export type MailingFormat = (typeof MAILING_FORMATS)[number];

/** `stopped`: its author may not read the company's data any more. */
export const MAILING_STATES = ['on', 'paused', 'stopped'] as const;
export type MailingState = (typeof MAILING_STATES)[number];
export const MAILING_DELIVERY_STATES = ['waiting', 'sent', 'failed', 'skipped'] as const;
export type SendingState = (typeof MAILING_DELIVERY_STATES)[number];

/** Maximum number of mailings in a company, and of addresses in each. */
export const MAX_MAILINGS = 30;
export const MAX_MAILING_ADDRESSES = 10;
/** Maximum number of emails with a link to unconfirmed addresses in an hour: of a company, and to one address. */
export const ADDRESS_LINKS_PER_HOUR = { company: 20, address: 5 } as const;
/** «Отправить сейчас»: how often a mailing may be sent by hand in a day. */
export const SENT_BY_HAND_PER_DAY = 10;
/** Maximum number of deliveries shown. */
export const MAX_LISTED_DELIVERIES = 50;
export const ADDRESS_LINK_DAYS = 7;
/** Every month has these. */
export const LAST_DAY_OF_MONTH = 28;

const deliveryShape = {
  id: z.int(),
  from: z.string().meta({ description: 'first day of the period, YYYY-MM-DD' }),
  to: z.string(),
  state: z.enum(MAILING_DELIVERY_STATES),
  by_hand: z.boolean(),
  at: moment.meta({ description: 'when it ended, while it waits: when it was due' }),
  bytes: z.int().nullable().meta({ description: 'size of the file' }),
  addresses: z.int().meta({ description: 'to how many it went' }),
  problem: z.string().nullable().meta({ description: 'why it did not go, or not to everybody' }),
};

export const mailingDelivery = z.object(deliveryShape);

export const mailing = z.object({
  id: z.int(),
  title: z.string(),
  report: z.enum(MAILED_REPORTS),
  query: z.string().meta({ description: 'filters, order and columns as the list’s address has them' }),
  rhythm: z.enum(MAILING_RHYTHMS),
  day: z.int().nullable().meta({ description: 'of the week (1 is Monday) or of the month' }),
  hour: z.int().meta({ description: 'Moscow time' }),
  format: z.enum(MAILING_FORMATS),
  state: z.enum(MAILING_STATES),
  addresses: z.array(
    z.object({
      email: z.string(),
      state: z.enum(['waiting', 'confirmed', 'left']).meta({
        description: '`waiting`: the link in its letter was not followed; `left`: does not want it any more',
      }),
    }),
  ),
  author: z.string(),
  own: z.boolean().meta({ description: 'the caller has made it' }),
  next_at: moment.nullable(),
  last: mailingDelivery.nullable(),
});

const QUERY_MAX = 1000;
const UNKNOWN_DAY = 'Выберите день';

const input = z
  .object({
    title: requiredText(60),
    report: z.enum(MAILED_REPORTS, { error: 'Выберите, что присылать' }),
    query: z
      .string({ error: 'Ожидается текст' })
      .max(QUERY_MAX, `Не длиннее ${QUERY_MAX} знаков`)
      .regex(/^[^?#\p{Cc}]*$/u, 'Ожидается часть адреса после вопросительного знака')
      .transform((text) => new URLSearchParams(text).toString())
      .default(''),
    rhythm: z.enum(MAILING_RHYTHMS, { error: 'Выберите, как часто присылать' }),
    day: wholeNumber(1, LAST_DAY_OF_MONTH, UNKNOWN_DAY).nullable().default(null),
    hour: wholeNumber(0, 23, 'Выберите час от 0 до 23'),
    format: z.enum(MAILING_FORMATS, { error: 'Выберите XLSX или PDF' }),
    addresses: z
      .array(emailField, { error: 'Укажите адреса' })
      .min(1, 'Укажите хотя бы один адрес')
      .max(MAX_MAILING_ADDRESSES, `Адресов не больше ${MAX_MAILING_ADDRESSES}`),
  })
  .refine(({ rhythm, day }) => rhythm === 'day' || (day !== null && (rhythm === 'month' || day <= 7)), {
    path: ['day'],
    error: UNKNOWN_DAY,
  });

export const listMailings = endpoint({
  name: 'listMailings',
  method: 'GET',
  path: '/api/mailings',
  summary: 'Reports that come by mail by themselves, with their next time and last fate',
  caller: 'read',
  data: z.array(mailing),
  source: 'docs/calls.md 26',
});

/** Errors: 409 for more than MAX_MAILINGS, 429 for too many addresses that have to be asked first. */
export const createMailing = endpoint({
  name: 'createMailing',
  method: 'POST',
  path: '/api/mailings',
  summary: 'Has a list or report sent; an address that nobody has confirmed gets a letter with a link first',
  caller: 'read',
  needsFreshCode: 'sometimes',
  idempotent: true,
  body: input,
  data: z.object({ id: z.int() }),
  source: 'docs/calls.md 26',
});

/** Errors: as `createMailing`, and 404 for another user’s mailing, unless the caller assigns roles. */
export const changeMailing = endpoint({
  name: 'changeMailing',
  method: 'PUT',
  path: '/api/mailings/:id',
  summary: 'Changes what is sent, when and to whom; whoever changes it is its author from then on',
  caller: 'read',
  needsFreshCode: 'sometimes',
  params: idParams,
  body: input,
  data: z.object({ id: z.int() }),
  source: 'docs/calls.md 26',
});

export const pauseMailing = endpoint({
  name: 'pauseMailing',
  method: 'POST',
  path: '/api/mailings/:id/pause',
  summary: 'Sends nothing until it is resumed',
  caller: 'read',
  params: idParams,
  data: z.object({ id: z.int() }),
  source: 'docs/calls.md 26',
});

export const resumeMailing = endpoint({
  name: 'resumeMailing',
  method: 'POST',
  path: '/api/mailings/:id/resume',
  summary: 'Sends again, from its next time on, by the rights of whoever resumes it',
  caller: 'read',
  params: idParams,
  data: z.object({ id: z.int() }),
  source: 'docs/calls.md 26',
});

export const removeMailing = endpoint({
  name: 'removeMailing',
  method: 'DELETE',
  path: '/api/mailings/:id',
  summary: 'Sends nothing more and forgets it, with its addresses and its fate',
  caller: 'read',
  params: idParams,
  data: z.object({ id: z.int() }),
  source: 'docs/calls.md 26',
});

/** Errors: 409 while one is on its way, or after SENT_BY_HAND_PER_DAY of a day. */
export const sendMailing = endpoint({
  name: 'sendMailing',
  method: 'POST',
  path: '/api/mailings/:id/send',
  summary: 'Sends the period before at once, beside what is sent by itself',
  caller: 'read',
  params: idParams,
  data: z.object({ id: z.int() }),
  source: 'docs/calls.md 26',
});

export const listSendings = endpoint({
  name: 'listSendings',
  method: 'GET',
  path: '/api/mailings/:id/sendings',
  summary: `What was sent, newest first, the last ${MAX_LISTED_DELIVERIES}`,
  caller: 'read',
  params: idParams,
  data: z.array(mailingDelivery),
  source: 'docs/calls.md 26',
});

/**
 * The email links here when the file is too large for it. The file is made again, by the same generator and for the
 * same period.
 */
export const downloadSending = endpoint({
  name: 'downloadSending',
  method: 'GET',
  path: '/api/sendings/:id/file',
  summary: 'The file of a sending',
  caller: 'read',
  params: idParams,
  kind: 'file',
  mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  source: 'docs/calls.md 26',
});

const token = requiredText(200);
const mailedTo = z.object({
  email: z.string(),
  title: z.string(),
  company: z.string(),
  state: z.enum(['waiting', 'confirmed', 'left']),
});

export const readMailingLink = endpoint({
  name: 'readMailingLink',
  method: 'GET',
  path: '/api/mailing-link',
  summary: 'Which report the link in a letter is about',
  caller: 'public',
  query: z.object({ token }),
  data: mailedTo,
  source: 'docs/calls.md 26',
});

/**
 * Needs only the link. Not by GET, because scanners of mail servers open every link. Refuses with 404 a link that is
 * unknown or too old.
 */
export const confirmMailing = endpoint({
  name: 'confirmMailing',
  method: 'POST',
  path: '/api/mailing-link/confirm',
  summary: 'Lets the reports come to the address that the link was sent to',
  caller: 'public',
  body: z.object({ token }),
  data: mailedTo,
  source: 'docs/calls.md 26',
});

/**
 * The address that `List-Unsubscribe` names. A mail program posts to it (RFC 8058), and so does the page under the same
 * address.
 */
export const leaveMailing = endpoint({
  name: 'leaveMailing',
  method: 'POST',
  path: '/mailing',
  summary: 'Sends no more of this report to the address of the link',
  caller: 'public',
  query: z.object({ token }),
  data: mailedTo,
  source: 'docs/calls.md 26',
});
