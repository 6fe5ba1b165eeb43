import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenBrowser, givenChat, messagesIn } from '../../../testing/channels.ts';
import { givenPerson, type GivenPerson } from '../../../testing/givens/factories.ts';
import type { ChannelMessage } from './channel.ts';
import { listChannels } from './list-channels.ts';
import { sendOverChannel } from './send-over-channel.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api.stop());

const MESSAGE: ChannelMessage = {
  key: 'cards-ready:7',
  title: 'Карты готовы',
  text: 'По заявке № 7 выпущено карт: 3.',
  url: '/cabinet/cards',
};

async function sendTo(person: GivenPerson, message: Partial<ChannelMessage> = {}) {
  const outcomes = [];
  for (const linked of await listChannels(api.ctx.db.system, person.id))
    outcomes.push(await sendOverChannel(api.ctx, linked, { ...MESSAGE, ...message }));
  return outcomes;
}

test('a message comes to every channel of a person, once under its key', async () => {
  const person = await givenPerson(api);
  const chats = [
    await givenChat(api, person, 'telegram'),
    await givenChat(api, person, 'max'),
    await givenBrowser(api, person),
  ];
  expect(await sendTo(person)).toEqual(['sent', 'sent', 'sent']);
  expect(await sendTo(person)).toEqual(['sent', 'sent', 'sent']);
  for (const chat of chats)
    expect((await messagesIn(api, chat)).filter(({ title }) => title === MESSAGE.title)).toHaveLength(1);
  const { linked } = (await api.get('/api/channels', { token: person.token })).body.data;
  for (const item of linked) expect(item.used_at).toBe(api.clock.now().toISOString());
});

test('a push says a title, a sentence that is always the same, and a link', async () => {
  const person = await givenPerson(api);
  const chat = await givenBrowser(api, person);
  await sendTo(person, { text: 'Анна Дорожкина, +7 911 000-00-01, карта 7005 8300 1234 5678, 1 500 ₽' });
  expect((await messagesIn(api, chat))[0]).toMatchObject({
    title: 'Карты готовы',
    text: 'Откройте кабинет, чтобы прочитать',
    url: '/cabinet/cards',
    buttons: [],
  });
  for (const [index, title] of ['Карта 7005 8300', 'ООО «Перевозчик»', 'Почта a@b.ru'].entries()) {
    await sendTo(person, { key: `named:${index}`, title });
    expect((await messagesIn(api, chat))[0]?.title).toBe('Новое сообщение');
  }
});

test('a channel without a reader ends, and a busy one says when to come again', async () => {
  const [gone, busy] = [await givenPerson(api), await givenPerson(api)];
  await givenBrowser(api, gone, 'browser-403');
  await givenBrowser(api, busy, 'browser-429');
  expect(await sendTo(gone)).toEqual(['gone']);
  expect(await listChannels(api.ctx.db.system, gone.id)).toEqual([]);
  const { linked } = (await api.get('/api/channels', { token: gone.token })).body.data;
  expect(linked[0].gone_at).toBe(api.clock.now().toISOString());
  expect(await sendTo(busy)).toEqual([{ retryAfterSeconds: 7 }]);
  expect(await listChannels(api.ctx.db.system, busy.id)).toHaveLength(1);
});

test('an unlinked channel gets nothing more', async () => {
  const person = await givenPerson(api);
  const chat = await givenChat(api, person);
  const [linked] = await listChannels(api.ctx.db.system, person.id);
  await api.delete(`/api/channels/${linked!.id}`, { token: person.token });
  expect(await sendOverChannel(api.ctx, linked!, MESSAGE)).toBe('gone');
  expect((await messagesIn(api, chat)).map(({ title }) => title)).not.toContain(MESSAGE.title);
});
