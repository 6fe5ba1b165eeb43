import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { telegramUpdates } from '../../../gateways/telegram/telegram-updates.ts';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenBrowser,
  givenChat,
  givenChatCode,
  messagesIn,
  takeWaitingUpdates,
} from '../../../testing/channels.ts';
import {
  givenCompany,
  givenPerson,
  givenSession,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenAddress, listEmailsTo } from '../../../testing/emails.ts';
import { deleteOldChannelTraces, eraseChannels } from './linked-channels.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api.stop());

const readChannels = async ({ token }: GivenPerson) => (await api.get('/api/channels', { token })).body.data;
const readLiveChannels = async (person: GivenPerson) =>
  (await readChannels(person)).linked.filter((item: { gone_at: unknown }) => item.gone_at === null);
const start = async (channel: string, code: string, chat: string) => {
  const started = await api.post('/dev/chats/start', { json: { channel, code, chat } });
  expect(started.status).toBe(200);
  return (await messagesIn(api, chat))[0]?.text;
};

test.each(['telegram', 'max'] as const)(
  'a code from the cabinet links a %s chat to its person',
  async (channel) => {
    const { admin } = await givenCompany(api);
    const email = await givenAddress(api, admin, { confirmed: true });
    expect((await readChannels(admin)).offered).toEqual({
      telegram: true,
      max: true,
      push: { kind: 'embedded', key: null },
    });
    const chat = await givenChat(api, admin, channel);
    expect(await readLiveChannels(admin)).toMatchObject([
      { channel, title: 'Учебный Телефон', used_at: null },
    ]);
    expect((await messagesIn(api, chat))[0]?.text).toMatch(/^Готово/);
    expect((await listEmailsTo(api, email))[0]?.subject).toBe('К кабинету привязан чат');
  },
);

test('a code works once, from the first chat that brings it', async () => {
  const person = await givenPerson(api);
  const code = await givenChatCode(api, person);
  expect(await start('telegram', code, '11')).toMatch(/^Готово/);
  expect(await start('telegram', code, '12')).toMatch(/^Код уже использован/);
  // A repeat after a lost answer is no refusal.
  expect(await start('telegram', code, '11')).toMatch(/^Готово/);
  expect(await readLiveChannels(person)).toHaveLength(1);
});

test('a code is refused when unknown, another messenger’s, or older than 15 minutes', async () => {
  const person = await givenPerson(api);
  const code = await givenChatCode(api, person);
  expect(await start('telegram', `${code.slice(0, -1)}_`, '21')).toMatch(/^Код не подходит/);
  expect(await start('max', code, '22')).toMatch(/^Код не подходит/);
  expect(await start('telegram', 'x', '23')).toMatch(/^Этот чат ещё не привязан/);
  api.clock.advanceSeconds(15 * 60);
  expect(await start('telegram', code, '24')).toMatch(/^Код устарел/);
  expect(await readLiveChannels(person)).toEqual([]);
});

test('a chat of one person is not linked to another until it leaves', async () => {
  const [one, other] = [await givenPerson(api), await givenPerson(api)];
  expect(await start('telegram', await givenChatCode(api, one), '31')).toMatch(/^Готово/);
  expect(await start('telegram', await givenChatCode(api, other), '31')).toMatch(/другому человеку/);
  const stop = { update_id: 31, message: { chat: { id: 31, type: 'private' }, text: '/stop' } };
  await sendUpdate(stop);
  expect((await messagesIn(api, '31'))[0]?.text).toMatch(/^Чат отвязан/);
  expect(await readLiveChannels(one)).toEqual([]);
  expect(await start('telegram', await givenChatCode(api, other), '31')).toMatch(/^Готово/);
});

test('a person gets ten codes an hour, with a fresh code from an SMS', async () => {
  const person = await givenPerson(api);
  const ask = (token = person.token) => api.post('/api/channels/link', { token, json: { channel: 'max' } });
  const old = await givenSession(api, person.id, new Date(api.clock.now().getTime() - 3_600_000));
  expect(await ask(old)).toMatchObject({ status: 403, body: { reason: 'code' } });
  for (let turn = 0; turn < 10; turn += 1) expect((await ask()).status).toBe(200);
  expect((await ask()).status).toBe(429);
  const strange = await api.post('/api/channels/link', { token: person.token, json: { channel: 'icq' } });
  expect(strange.status).toBe(400);
});

test('a user who writes to the bot learns that no one reads there, once a minute', async () => {
  const write = (id: number, chat: number, text = 'Когда придут карты?') =>
    sendUpdate({ update_id: id, message: { chat: { id: chat, type: 'private' }, text } });
  await write(6101, 61);
  expect((await messagesIn(api, '61'))[0]?.text).toMatch(/^Этот чат никто не читает.*ещё не привязан/);
  await write(6102, 61);
  expect(await messagesIn(api, '61')).toHaveLength(1);
  const linked = await givenChat(api, await givenPerson(api));
  await write(6103, Number(linked));
  const [answer] = await messagesIn(api, linked);
  expect(answer?.text).toMatch(/^Этот чат никто не читает/);
  expect(answer?.text).not.toContain('не привязан');
  await sendUpdate({ update_id: 6104, message: { chat: { id: -61, type: 'group' }, text: 'Всем привет' } });
  expect(await messagesIn(api, '-61')).toEqual([]);
});

test('a group, where others read along, is never linked', async () => {
  const person = await givenPerson(api);
  const code = await givenChatCode(api, person);
  await sendUpdate({ update_id: 41, message: { chat: { id: -41, type: 'group' }, text: `/start ${code}` } });
  expect(await readLiveChannels(person)).toEqual([]);
});

test('a person unlinks what is his own, and nothing else', async () => {
  const [one, other] = [await givenPerson(api), await givenPerson(api)];
  await givenChat(api, one);
  const [{ id }] = await readLiveChannels(one);
  expect((await api.delete(`/api/channels/${id}`, { token: other.token })).status).toBe(404);
  expect((await api.delete(`/api/channels/${id}`, { token: one.token })).status).toBe(200);
  expect((await api.delete(`/api/channels/${id}`, { token: one.token })).status).toBe(404);
  expect(await readLiveChannels(one)).toEqual([]);
});

test('no more than ten chats and browsers are linked to a person', async () => {
  const person = await givenPerson(api);
  for (let turn = 0; turn < 10; turn += 1) await givenBrowser(api, person);
  await expect(givenBrowser(api, person)).rejects.toThrow('409');
  await expect(givenChatCode(api, person)).rejects.toThrow('409');
});

test('a browser moves to the user who signs in, and only to a push service’s address', async () => {
  const [one, other] = [await givenPerson(api), await givenPerson(api)];
  await givenBrowser(api, one, 'shared');
  await givenBrowser(api, other, 'shared');
  expect([(await readLiveChannels(one)).length, (await readLiveChannels(other)).length]).toEqual([0, 1]);
  for (const endpoint of ['http://127.0.0.1:5432/', 'https://example.ru/push', 'file:///etc/passwd', '#'])
    expect(
      (
        await api.post('/api/channels/push', {
          token: one.token,
          json: { endpoint, p256dh: 'BA', auth: 'AA' },
        })
      ).body.error_messages,
    ).toHaveProperty('endpoint');
});

test.each(['telegram', 'max'] as const)('%s is accepted with its secret alone', async (channel) => {
  const { bot, secret } = api.ctx.channels[channel]!;
  const count = async () =>
    (
      await getOnlyRow(
        api.ctx.db.system,
        sql<{ count: number }>`select count(*) as count from channel_update`,
      )
    ).count;
  const before = await count();
  const path = `/api/hooks/${channel}`;
  const json = telegramUpdates.began({ chat: 7, code: 'any' });
  for (const header of [undefined, '', 'wrong', `${secret}x`, secret.slice(1)]) {
    const headers = header === undefined ? {} : { [bot.secretHeader]: header };
    expect((await api.post(path, { json, headers })).status).toBe(403);
  }
  const headers = { [bot.secretHeader]: secret };
  for (const strange of [
    {},
    { update_id: 'x' },
    { update_type: 'new' },
    { update_id: 1, message: { chat: 1 } },
  ])
    expect((await api.post(path, { json: strange, headers })).status).toBe(200);
  expect(await count()).toBe(before);
});

test('a name that the database can’t hold is linked all the same', async () => {
  const person = await givenPerson(api);
  const code = await givenChatCode(api, person);
  const from = { first_name: 'Ан\u0000на \ud83d' };
  await sendUpdate({
    update_id: 51,
    message: { chat: { id: 51, type: 'private' }, from, text: `/start ${code}` },
  });
  expect((await readLiveChannels(person))[0].title).toMatch(/^Анна/);
});

test('an erased user’s chats, browsers and chat messages are gone', async () => {
  const person = await givenPerson(api);
  const chat = await givenChat(api, person);
  await givenBrowser(api, person);
  await api.ctx.db.inSystem((tx) => eraseChannels(tx, person.id));
  const left = await getOnlyRow(
    api.ctx.db.system,
    sql<{ count: number }>`
      select (select count(*) from linked_channel where user_id = ${person.id})
        + (select count(*) from channel_code where user_id = ${person.id})
        + (select count(*) from channel_update where said ->> 'chat' = ${chat}) as count`,
  );
  expect(left.count).toBe(0);
});

test('chat messages, codes and ended links are deleted after their time', async () => {
  const person = await givenPerson(api);
  await givenChat(api, person);
  await givenBrowser(api, person);
  const [{ id }] = await readLiveChannels(person);
  await api.delete(`/api/channels/${id}`, { token: person.token });
  api.clock.advanceSeconds(1);
  expect(await deleteOldChannelTraces(api.ctx.db.system, api.clock.now())).toBeGreaterThan(2);
  expect((await readChannels(person)).linked).toHaveLength(1);
});

async function sendUpdate(update: object): Promise<void> {
  const { bot, secret } = api.ctx.channels.telegram!;
  const headers = { [bot.secretHeader]: secret };
  expect((await api.post('/api/hooks/telegram', { json: update, headers })).status).toBe(200);
  await takeWaitingUpdates(api);
}
