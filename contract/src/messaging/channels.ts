import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { absentWhenEmpty, idParams, moment, optionalText, requiredText } from '../fields.ts';

/** Chats and browsers in which a person is notified, and updates that messengers send to us: docs/calls.md 23. */

export const CHAT_CHANNELS = ['telegram', 'max'] as const;
export type ChatChannel = (typeof CHAT_CHANNELS)[number];
export const CHANNELS = ['push', ...CHAT_CHANNELS] as const;
export type Channel = (typeof CHANNELS)[number];

const ownChannels = z.object({
  offered: z.object({
    telegram: z.boolean(),
    max: z.boolean(),
    push: z
      .object({
        kind: z.enum(['embedded', 'web-push']),
        key: z.string().nullable().meta({ description: 'the VAPID key that the browser subscribes with' }),
      })
      .nullable(),
  }),
  linked: z.array(
    z.object({
      id: z.int(),
      channel: z.enum(CHANNELS),
      title: z.string().meta({ description: 'the name in the messenger, or the browser' }),
      linked_at: moment,
      used_at: moment
        .nullable()
        .meta({ description: 'when a message last went there or a button was pressed' }),
      gone_at: moment
        .nullable()
        .meta({ description: 'since when nobody reads there: unlinked, or the bot was stopped' }),
    }),
  ),
});

export const listChannels = endpoint({
  name: 'listChannels',
  method: 'GET',
  path: '/api/channels',
  summary: 'Where the caller can be told of things, and which chats and browsers are linked',
  caller: 'signed-in',
  data: ownChannels,
  source: 'docs/calls.md 23',
});

/** 404 when that messenger is not connected here; 409 too many links; 429 too many codes. */
export const beginChannelLink = endpoint({
  name: 'beginChannelLink',
  method: 'POST',
  path: '/api/channels/link',
  summary:
    'An address that opens the chat with the bot and links it to the caller, once, for a quarter of an hour',
  caller: 'signed-in',
  needsFreshCode: true,
  body: z.object({ channel: z.enum(CHAT_CHANNELS, { error: 'Такого мессенджера нет' }) }),
  data: z.object({
    url: z.string(),
    qr: z.object({ size: z.int(), path: z.string() }),
    expires_at: moment,
  }),
  source: 'docs/calls.md 23',
});

const key = (bytes: string) =>
  requiredText(200).pipe(z.string().regex(/^[\w-]+=*$/, `Ключ браузера (${bytes}) не удалось прочитать`));

/** 400 for an address of no push service; 404 when pushes are not connected here; 409 too many links. */
export const linkPush = endpoint({
  name: 'linkPush',
  method: 'POST',
  path: '/api/channels/push',
  summary: 'Lets pushes come to the browser that has subscribed',
  caller: 'signed-in',
  body: z.object({
    endpoint: requiredText(1000),
    p256dh: key('p256dh'),
    auth: key('auth'),
    title: absentWhenEmpty(optionalText(100)),
  }),
  data: ownChannels,
  source: 'docs/calls.md 23',
});

/** 404 for another's, and for one that has ended. */
export const unlinkChannel = endpoint({
  name: 'unlinkChannel',
  method: 'DELETE',
  path: '/api/channels/:id',
  summary: 'Ends one of the caller’s own links',
  caller: 'signed-in',
  params: idParams,
  data: ownChannels,
  source: 'docs/calls.md 23',
});

const botWebhook = (name: string, path: string, whose: string, header: string) =>
  endpoint({
    name,
    method: 'POST' as const,
    path,
    summary: `What ${whose} tells of the bot’s chats: kept once and carried out later, whatever it is; 403 without the secret`,
    caller: 'public' as const,
    // The update is stored for a job. The action that a click requests leaves its own audit record.
    changesNothing: true as const,
    headers: { [header]: 'the secret that the bot was set up with' },
    body: z.looseObject({}),
    data: z.object({}),
    source: 'docs/calls.md 23',
  });

export const hearTelegram = botWebhook(
  'hearTelegram',
  '/api/hooks/telegram',
  'Telegram',
  'X-Telegram-Bot-Api-Secret-Token',
);

export const hearMax = botWebhook('hearMax', '/api/hooks/max', 'MAX', 'X-Max-Bot-Api-Secret');

export const listOutboxChats = endpoint({
  name: 'listOutboxChats',
  method: 'GET',
  path: '/dev/chats',
  summary: 'Messages of chats and pushes that no messenger sent, newest first (development only)',
  caller: 'public',
  data: z.array(
    z.object({
      id: z.int(),
      channel: z.enum(CHANNELS),
      chat: z.string(),
      title: z.string(),
      text: z.string(),
      url: z.string().nullable(),
      buttons: z.array(z.object({ label: z.string(), id: z.string() })),
      note: z.string().nullable(),
      sent_at: moment,
      edited_at: moment.nullable(),
    }),
  ),
  source: 'docs/calls.md 8',
});

export const startOutboxChat = endpoint({
  name: 'startOutboxChat',
  method: 'POST',
  path: '/dev/chats/start',
  summary: 'Begins a chat with the embedded bot, as by the link from the cabinet (development only)',
  caller: 'public',
  changesNothing: true,
  body: z.object({
    channel: z.enum(CHAT_CHANNELS, { error: 'Такого мессенджера нет' }),
    code: requiredText(100),
    chat: absentWhenEmpty(optionalText(20)),
  }),
  data: z.object({ chat: z.string() }),
  source: 'docs/calls.md 8',
});

export const pressOutboxButton = endpoint({
  name: 'pressOutboxButton',
  method: 'POST',
  path: '/dev/chats/press',
  summary: 'Presses a button in a chat with the embedded bot (development only)',
  caller: 'public',
  changesNothing: true,
  body: z.object({ message: idParams.shape.id, button: requiredText(64) }),
  data: z.object({}),
  source: 'docs/calls.md 8',
});
