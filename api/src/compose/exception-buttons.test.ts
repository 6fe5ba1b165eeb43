import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../testing/api.ts';
import {
  givenBrowser,
  givenChat,
  givenChatCode,
  messagesIn,
  takeWaitingUpdates,
} from '../testing/channels.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  type GivenCard,
  type GivenCompany,
  type GivenPerson,
} from '../testing/givens/factories.ts';
import { sendDueNotices } from '../testing/notices.ts';
import { removeClosedButtons } from './remove-closed-buttons.ts';

/** The fake messenger asks to wait seven seconds before it changes a message there. */
const BUSY_CHAT = '88429';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api.stop());

interface Given {
  company: GivenCompany;
  card: GivenCard;
  /** Asks as a driver does at the pump; answers the request's id. */
  ask(): Promise<number>;
}

async function given(): Promise<Given> {
  const company = await givenCompany(api);
  const card = await givenCard(api, company.id, { balanceKopecks: 100_000_00 });
  const { token } = company.admin;
  const json = { rules: [{ kind: 'litres_filling', value: 60 }] };
  await api.put(`/api/card/${card.id}/rules`, { token, json });
  const request = { card_id: card.id, goods_id: 301, litres: 90, reason: 'Дальний рейс' };
  return {
    company,
    card,
    ask: async () => (await api.post('/api/exceptions', { token, json: request })).body.data.id,
  };
}

async function fuel(card: GivenCard) {
  const json = { card_number: card.number, goods_id: 301, litres: 90, unit_price: 70, address: 'М-4' };
  return (await api.post('/dev/fuel', { json })).body.data;
}

/** Returns the message about a request in a user's chat, and functions that click its buttons. */
async function messageIn(chat: string) {
  const shown = async () => (await messagesIn(api, chat)).find(({ url }) => url?.includes('exceptions'))!;
  const { id, buttons } = await shown();
  return {
    shown,
    async press(label: string) {
      const button = buttons.find((item) => item.label === label)!;
      await api.post('/dev/chats/press', { json: { message: id, button: button.id } });
      await takeWaitingUpdates(api);
      return shown();
    },
  };
}

async function readState({ admin }: GivenCompany, id: number) {
  const { body } = await api.get('/api/exceptions', { token: admin.token });
  return body.data.find((item: { id: number }) => item.id === id);
}

const withRole = (company: GivenCompany, role: 'manager' | 'specialist'): Promise<GivenPerson> =>
  givenPerson(api, { companyId: company.id, role });

test.each(['telegram', 'max'] as const)(
  'one click in %s lets the driver fuel, and the message says until when',
  async (channel) => {
    const { company, card, ask } = await given();
    const chat = await givenChat(api, company.admin, channel);
    const id = await ask();
    expect((await fuel(card)).sold).toBe(false);
    await sendDueNotices(api);
    const message = await messageIn(chat);
    expect(await message.shown()).toMatchObject({
      title: expect.stringContaining('Просят разрешить заправку'),
      text: expect.stringContaining('Дальний рейс'),
      url: `/cabinet/exceptions?request=${id}`,
    });
    const clicked = await message.press('Разрешить');
    expect(clicked).toMatchObject({ buttons: [], note: expect.stringMatching(/^Разрешено до /) });
    expect(await readState(company, id)).toMatchObject({ state: 'approved' });
    expect((await fuel(card)).sold).toBe(true);
  },
);

test('a click on «Отказать» declines the request, and the purchase stays refused', async () => {
  const { company, card, ask } = await given();
  const chat = await givenChat(api, company.admin);
  const id = await ask();
  await sendDueNotices(api);
  const clicked = await (await messageIn(chat)).press('Отказать');
  expect(clicked).toMatchObject({ buttons: [], note: expect.stringMatching(/^Отказано/) });
  expect(await readState(company, id)).toMatchObject({ state: 'declined' });
  expect((await fuel(card)).sold).toBe(false);
});

test('the second to click reads who has decided, and changes nothing', async () => {
  const { company, ask } = await given();
  const manager = await withRole(company, 'manager');
  const chats = [await givenChat(api, company.admin), await givenChat(api, manager)] as const;
  const id = await ask();
  await sendDueNotices(api);
  await (await messageIn(chats[0])).press('Разрешить');
  const { lastname } = (
    await sql<{ lastname: string }>`select lastname from app_user where id = ${company.admin.id}`.execute(
      api.ctx.db.system,
    )
  ).rows[0]!;
  const second = await (await messageIn(chats[1])).press('Отказать');
  expect(second.note).toMatch(/уже ответили: разрешили/);
  expect(second.note).toContain(lastname);
  expect(second.buttons).toEqual([]);
  expect(await readState(company, id)).toMatchObject({ state: 'approved' });
});

test('a click on an expired request says so, and removes the buttons', async () => {
  const { company, ask } = await given();
  const chat = await givenChat(api, company.admin);
  const id = await ask();
  await sendDueNotices(api);
  await sql`update rule_exception set state = 'lapsed' where id = ${id}`.execute(api.ctx.db.system);
  const clicked = await (await messageIn(chat)).press('Разрешить');
  expect(clicked).toMatchObject({ buttons: [], note: 'Не сделано. Просьба закрыта: её срок вышел' });
  expect(await readState(company, id)).toMatchObject({ state: 'lapsed' });
});

test('a request that is answered in the cabinet loses its buttons in every chat', async () => {
  const { company, ask } = await given();
  const manager = await withRole(company, 'manager');
  const chats = [
    await givenChat(api, company.admin),
    await givenChat(api, manager, 'max'),
    await givenChat(api, manager),
  ];
  const id = await ask();
  await sendDueNotices(api);
  const read = () => Promise.all(chats.map(async (chat) => (await messageIn(chat)).shown()));
  await removeClosedButtons(api.ctx);
  expect((await read()).map(({ buttons }) => buttons.length)).toEqual([2, 2, 2]);
  await (await messageIn(chats[2]!)).press('Отказать');
  await removeClosedButtons(api.ctx);
  const [first, second, clicked] = await read();
  for (const message of [first, second])
    expect(message).toMatchObject({
      buttons: [],
      text: expect.stringMatching(/Дальний рейс[^]*На эту просьбу уже ответили: отказали/),
    });
  expect(clicked).toMatchObject({ buttons: [], text: expect.stringContaining('Отказано. Водитель увидит') });
  expect(await readState(company, id)).toMatchObject({ state: 'declined' });
});

test('a company with many closed requests does not delay another company’s', async () => {
  const crowded = await given();
  const crowdedChat = await givenChat(api, crowded.company.admin);
  const crowdedId = await crowded.ask();
  const { company, ask } = await given();
  const chat = await givenChat(api, company.admin);
  const id = await ask();
  await sendDueNotices(api);
  // The crowd stands before the message of the second company.
  await sql`
    insert into channel_message (id, linked_id, key, title, text, written_at, sent_at, awaits, request_kind, request_id,
      request_revision) overriding system value
    select -copy, linked_id, 'crowd ' || copy, title, text, written_at, sent_at, awaits, request_kind, request_id,
      request_revision
    from channel_message, generate_series(1, 600) as copy where request_id = ${crowdedId} and awaits is not null`.execute(
    api.ctx.db.system,
  );
  for (const [who, exceptionId] of [
    [crowded.company, crowdedId],
    [company, id],
  ] as const)
    await api.post(`/api/exceptions/${exceptionId}/decline`, {
      token: who.admin.token,
      json: { reason: 'Не по пути' },
    });
  await removeClosedButtons(api.ctx);
  expect(await (await messageIn(chat)).shown()).toMatchObject({ buttons: [] });
  expect((await messagesIn(api, crowdedChat)).length).toBeGreaterThan(0);
  await sql`delete from channel_message where id < 0`.execute(api.ctx.db.system);
});

test('a chat whose messenger asks to wait is left alone for that long', async () => {
  const { company, ask } = await given();
  const { admin } = company;
  const code = await givenChatCode(api, admin);
  await api.post('/dev/chats/start', { json: { channel: 'telegram', code, chat: BUSY_CHAT } });
  await takeWaitingUpdates(api);
  const id = await ask();
  await sendDueNotices(api);
  await api.post(`/api/exceptions/${id}/decline`, { token: admin.token, json: { reason: 'Не по пути' } });
  const countButtons = async () => (await (await messageIn(BUSY_CHAT)).shown()).buttons.length;
  await removeClosedButtons(api.ctx);
  expect(await countButtons()).toBe(2);
  api.clock.advanceSeconds(4);
  await removeClosedButtons(api.ctx);
  expect(await countButtons()).toBe(2);
  // Asked in between, the messenger would want seven seconds more.
  api.clock.advanceSeconds(3);
  await removeClosedButtons(api.ctx);
  expect(await countButtons()).toBe(0);
});

test('a request that no one answered in time loses its buttons by itself', async () => {
  const { company, ask } = await given();
  const chat = await givenChat(api, company.admin);
  await ask();
  await sendDueNotices(api);
  api.clock.advanceSeconds(24 * 3600);
  await removeClosedButtons(api.ctx);
  expect(await (await messageIn(chat)).shown()).toMatchObject({
    buttons: [],
    text: expect.stringContaining('Кнопки устарели'),
  });
  api.clock.advanceSeconds(-24 * 3600);
});

test('a user who lost the right meanwhile gets a sentence, and the request waits', async () => {
  const { company, ask } = await given();
  const manager = await withRole(company, 'manager');
  const chat = await givenChat(api, manager);
  const id = await ask();
  await sendDueNotices(api);
  await sql`update app_user set role = 'specialist' where id = ${manager.id}`.execute(api.ctx.db.system);
  expect((await (await messageIn(chat)).press('Разрешить')).note).toMatch(/^Не сделано\. Недостаточно прав/);
  expect(await readState(company, id)).toMatchObject({ state: 'asked' });
});

test('a push opens its own request, and a user who may not answer gets none', async () => {
  const { company, ask } = await given();
  const specialist = await withRole(company, 'specialist');
  const chat = await givenChat(api, specialist);
  const browser = await givenBrowser(api, company.admin);
  const id = await ask();
  await sendDueNotices(api);
  const [push] = await messagesIn(api, browser);
  expect(push).toMatchObject({
    text: 'Водитель просит разрешить заправку',
    url: `/cabinet/exceptions?request=${id}`,
  });
  expect((await messagesIn(api, chat)).filter(({ url }) => url?.includes('exceptions'))).toEqual([]);
});
