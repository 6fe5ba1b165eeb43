import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { absentWhenEmpty, flag, id, moment, page, rowsPerPage, wholeNumber } from '../fields.ts';
import { NOTICE_CHANNELS, NOTICE_GROUPS, NOTICE_KINDS } from './notice-kinds.ts';
import { pagination } from '../pagination.ts';

/**
 * A person's notices: the bell of the cabinet, its history, and the channels over which they are sent (docs/calls.md
 * 22).
 */

export const NOTICES_PER_PAGE = 30;

export const DIGESTS = ['at-once', 'hourly', 'daily'] as const;
export type Digest = (typeof DIGESTS)[number];

/** Zones of the country, by which quiet hours and the hour of the digest are counted. */
export const NOTICE_ZONES = [
  'Europe/Kaliningrad',
  'Europe/Moscow',
  'Europe/Samara',
  'Asia/Yekaterinburg',
  'Asia/Omsk',
  'Asia/Krasnoyarsk',
  'Asia/Irkutsk',
  'Asia/Yakutsk',
  'Asia/Vladivostok',
  'Asia/Magadan',
  'Asia/Kamchatka',
] as const;
export type NoticeZone = (typeof NOTICE_ZONES)[number];

const kindField = z.enum(NOTICE_KINDS, { error: 'Такого уведомления нет' });
const channelField = z.enum(NOTICE_CHANNELS, { error: 'Такого канала нет' });
const hour = wholeNumber(0, 23, 'Час — число от 0 до 23');

const notice = z.object({
  id: z.int(),
  kind: z.enum(NOTICE_KINDS),
  title: z.string(),
  text: z.string(),
  path: z.string().meta({ description: 'the page of the cabinet where this can be seen or decided' }),
  action: z.string().meta({ description: 'what the link says' }),
  at: moment,
  read: z.boolean(),
  count: z.int().meta({ description: 'how many events it gathers; 1 for most' }),
});

export const listNotices = endpoint({
  name: 'listNotices',
  method: 'GET',
  path: '/api/notices',
  summary: 'What the caller was told in this company, unread first, then newest first',
  caller: 'signed-in',
  query: z.object({
    kind: absentWhenEmpty(kindField),
    page,
    perPage: rowsPerPage(NOTICES_PER_PAGE),
  }),
  data: z.array(notice),
  meta: z.object({ pagination, unread: z.int() }),
  source: 'docs/calls.md 22',
});

export const countNotices = endpoint({
  name: 'countNotices',
  method: 'GET',
  path: '/api/notices/unread',
  summary: 'How many notices the caller has not read',
  caller: 'signed-in',
  data: z.object({ unread: z.int() }),
  source: 'docs/calls.md 22',
});

/** Affects only the caller's own notices. Another user's id changes nothing. */
export const readNotice = endpoint({
  name: 'readNotice',
  method: 'POST',
  path: '/api/notices/read',
  summary: 'Marks one notice as read, or, without an id, all that there are up to `until`',
  caller: 'signed-in',
  body: z.object({ id: absentWhenEmpty(id), until: absentWhenEmpty(id) }),
  data: z.object({ unread: z.int() }),
  source: 'docs/calls.md 22',
});

const choices = z.object({
  channels: z.array(
    z.object({
      channel: z.enum(NOTICE_CHANNELS),
      title: z.string(),
      ready: z.boolean().meta({ description: 'whether messages can reach the caller over it now' }),
      hint: z.string().nullable().meta({ description: 'what to do before it is ready' }),
    }),
  ),
  kinds: z.array(
    z.object({
      kind: z.enum(NOTICE_KINDS),
      group: z.enum(NOTICE_GROUPS),
      title: z.string(),
      channels: z.array(
        z.object({ channel: z.enum(NOTICE_CHANNELS), wanted: z.boolean(), locked: z.boolean() }),
      ),
    }),
  ),
  quiet: z.object({ on: z.boolean(), from: z.int(), to: z.int(), zone: z.enum(NOTICE_ZONES) }),
  digest: z.object({ mode: z.enum(DIGESTS), hour: z.int() }),
});

export const readNoticeChoices = endpoint({
  name: 'readNoticeChoices',
  method: 'GET',
  path: '/api/notices/choices',
  summary: 'What the caller hears of over which channel, the quiet hours and the digest',
  caller: 'signed-in',
  data: choices,
  source: 'docs/calls.md 22',
});

/** 400 on `kind` or `channel` that does not exist or can't be switched. */
export const chooseNotice = endpoint({
  name: 'chooseNotice',
  method: 'POST',
  path: '/api/notices/choices',
  summary: 'Switches a kind of notice on or off over a channel for the caller',
  caller: 'signed-in',
  body: z.object({ kind: kindField, channel: channelField, wanted: flag }),
  data: choices,
  source: 'docs/calls.md 22',
});

export const setNoticeHours = endpoint({
  name: 'setNoticeHours',
  method: 'POST',
  path: '/api/notices/hours',
  summary: 'Quiet hours and digest of the caller',
  caller: 'signed-in',
  body: z.object({
    quiet: flag,
    from: hour,
    to: hour,
    zone: z.enum(NOTICE_ZONES, { error: 'Такого часового пояса нет' }),
    digest: z.enum(DIGESTS, { error: 'Выберите, как часто присылать' }),
    hour,
  }),
  data: choices,
  source: 'docs/calls.md 22',
});
