import type { NoticeChannel } from './notice-kinds.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, absentWhenEmpty, moment, optionalText, page, rowsPerPage } from '../fields.ts';
import { pagination } from '../pagination.ts';

/** Messages that the programme has sent, with their outcome. They never show a code or a whole phone or address. */

export const MESSAGE_CHANNELS = [
  'sms',
  'mail',
  'cabinet',
  'push',
  'telegram',
  'max',
] as const satisfies readonly NoticeChannel[];
const MESSAGE_STATES = ['waiting', 'sent', 'refused', 'used', 'expired', 'read', 'gathered', 'gone'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

const staffMessage = z.object({
  id: z.string().meta({ description: 'of its kind of row: `sms-15`, `mail-3`, `notice-7`' }),
  channel: z.enum(MESSAGE_CHANNELS),
  kind: z.string().meta({ description: 'what it was for, in words' }),
  to: z.string().meta({ description: 'masked: `+7 *** ***-12-34`, `i***@example.ru`' }),
  company: z.object({ id: z.int(), title: z.string() }).nullable(),
  at: moment,
  state: z.enum(MESSAGE_STATES).meta({
    description:
      '`used`: its code was entered; `expired`: it was not, in its time; `sent`: it still may be; `read` under the bell; `gathered`: it went in another message; `gone`: the person can’t be reached there any more',
  }),
  reason: z.string().nullable(),
});

export const listStaffMessages = endpoint({
  name: 'listStaffMessages',
  method: 'GET',
  path: '/staff/api/messages',
  summary: 'SMS, letters and notices of the last months with their fate, newest first',
  caller: 'staff.read',
  query: z.object({
    q: absentWhenEmpty(optionalText(100)).meta({
      description: 'a whole phone, its last four digits or more, a part of an address, or of a company',
    }),
    channel: absentWhenEmpty(z.enum(MESSAGE_CHANNELS, { error: 'Неизвестный канал' })),
    state: absentWhenEmpty(z.enum(MESSAGE_STATES, { error: 'Неизвестное состояние' })),
    from: absentWhenEmpty(day).meta({ description: 'default: three months back' }),
    to: absentWhenEmpty(day),
    page,
    perPage: rowsPerPage(50),
  }),
  data: z.array(staffMessage),
  meta: z.object({ pagination }),
  source: 'docs/calls.md 7',
});
