import { sql } from 'kysely';
import { doButtons } from '../compose/button-actions.ts';
import { rows } from '../db/database.ts';
import type { OutboxChatMessage } from '../gateways/chat-bot/outbox-chats.ts';
import { takeUpdate } from '../modules/messaging/channels/receive-update.ts';
import type { TestApi } from './api.ts';
import type { GivenPerson } from './givens/factories.ts';

/** Carries out the updates of the chats, as the queue would. */
export async function takeWaitingUpdates(api: TestApi): Promise<void> {
  const waiting = await rows(
    api.ctx.db.system,
    sql<{ id: number }>`select id from channel_update where taken_at is null order by id`,
  );
  for (const { id } of waiting) await takeUpdate(api.ctx, id, doButtons(api.ctx));
}

/** Messages of a chat or of a browser, newest first. */
export async function messagesIn(api: TestApi, chat: string): Promise<OutboxChatMessage[]> {
  await takeWaitingUpdates(api);
  return (await api.ctx.channels.outbox!.messages()).filter((message) => message.chat === chat);
}

/** The code of a link that the cabinet gives out. */
export async function givenChatCode(
  api: TestApi,
  person: GivenPerson,
  channel: 'telegram' | 'max' = 'telegram',
): Promise<string> {
  const started = await api.post('/api/channels/link', { token: person.token, json: { channel } });
  if (started.status !== 200) throw new Error(`no code: ${started.status} ${started.body.message}`);
  return new URL(started.body.data.url, api.url).searchParams.get(channel) ?? '';
}

let serial = 1000;

/** A chat with the bot that is linked to a person; answers its id. */
export async function givenChat(
  api: TestApi,
  person: GivenPerson,
  channel: 'telegram' | 'max' = 'telegram',
): Promise<string> {
  serial += 1;
  const code = await givenChatCode(api, person, channel);
  await api.post('/dev/chats/start', { json: { channel, code, chat: String(serial) } });
  await takeWaitingUpdates(api);
  return String(serial);
}

/** A browser that lets pushes come; answers what stands for its address. */
export async function givenBrowser(api: TestApi, person: GivenPerson, chat?: string): Promise<string> {
  serial += 1;
  const name = chat ?? `browser-${serial}`;
  const json = { endpoint: `/dev/phone#${name}`, p256dh: 'BA', auth: 'AA', title: 'Chrome' };
  const linked = await api.post('/api/channels/push', { token: person.token, json });
  if (linked.status !== 200) throw new Error(`no push: ${linked.status} ${linked.body.message}`);
  return name;
}
