import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CARD_STATUS } from '#contract/ids.ts';
import { getOnlyRow, rows } from '../db/database.ts';
import { telegramUpdates } from '../gateways/telegram/telegram-updates.ts';
import type { MessageButton } from '../modules/messaging/channels/channel.ts';
import { listChannels } from '../modules/messaging/channels/list-channels.ts';
import { sendOverChannel } from '../modules/messaging/channels/send-over-channel.ts';
import { startApi, type TestApi } from '../testing/api.ts';
import { givenChat, messagesIn, takeWaitingUpdates } from '../testing/channels.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../testing/givens/factories.ts';
import { givenOrder } from '../testing/givens/given-order.ts';
import { BUTTON_ACTIONS } from './button-actions.ts';
import { removeClosedButtons } from './remove-closed-buttons.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api.stop());

let serial = 0;

/** Creates a message with buttons in a user's chat. Returns how to click them and what the message then shows. */
async function givenButtons(
  person: GivenPerson,
  buttons: readonly MessageButton[],
  channel: 'telegram' | 'max' = 'telegram',
) {
  const chat = await givenChat(api, person, channel);
  serial += 1;
  const linked = (await listChannels(api.ctx.db.system, person.id)).at(-1)!;
  const message = { key: `test:${serial}`, title: 'Заправка', text: 'Карта •• 1234, 60 литров.', buttons };
  expect(await sendOverChannel(api.ctx, linked, message)).toBe('sent');
  const shown = async () => (await messagesIn(api, chat)).find(({ title }) => title === 'Заправка')!;
  const { id, buttons: keys } = await shown();
  return {
    chat,
    linked,
    shown,
    message: id,
    keys: keys.map((key) => key.id),
    async press(place = 0) {
      await api.post('/dev/chats/press', { json: { message: id, button: keys[place]!.id } });
      await takeWaitingUpdates(api);
      return shown();
    },
  };
}

async function givenBlockButton(channel: 'telegram' | 'max' = 'telegram') {
  const company = await givenCompany(api);
  const card = await givenCard(api, company.id);
  const block = { label: 'Заблокировать карту', deed: 'block-card', target: { cardId: card.id } } as const;
  return { company, card, ...(await givenButtons(company.admin, [block], channel)) };
}

const listWaitingOn = async (cardId: number) =>
  (
    await getOnlyRow(
      api.ctx.db.system,
      sql<{ count: number }>`select count(*) as count from operation where card_id = ${cardId}`,
    )
  ).count;

test.each(['telegram', 'max'] as const)(
  'a button in %s blocks a card, and its message says so',
  async (channel) => {
    const { card, company, press: click } = await givenBlockButton(channel);
    const shown = await click();
    expect(shown).toMatchObject({ buttons: [], note: expect.stringMatching(/^Карта блокируется/) });
    expect(shown.text).toBe(`Карта •• 1234, 60 литров.\n\n${shown.note}`);
    expect(await listWaitingOn(card.id)).toBe(1);
    const lines = await rows(
      api.ctx.db.system,
      sql<{ what: string; role: string | null; device: string | null; details: object }>`
      select what, role, device, details from audit_event
      where user_id = ${company.admin.id} and what in ('changeCardStatus', 'button-pressed') order by id`,
    );
    expect(lines).toMatchObject([
      { what: 'changeCardStatus', role: 'admin', device: expect.stringContaining('кнопка в сообщении') },
      { what: 'button-pressed', details: { channel, deed: 'block-card', cardId: card.id, done: true } },
    ]);
  },
);

test('a button clicked twice and a repeated update act once', async () => {
  const { card, chat, message, keys, press: click, shown } = await givenBlockButton();
  const update = telegramUpdates.pressed({
    chat: Number(chat),
    message: String(message),
    button: keys[0]!,
  });
  const { bot, secret } = api.ctx.channels.telegram!;
  const postUpdate = () =>
    api.post('/api/hooks/telegram', { json: update, headers: { [bot.secretHeader]: secret } });
  expect((await Promise.all([postUpdate(), postUpdate()])).map(({ status }) => status)).toEqual([200, 200]);
  await takeWaitingUpdates(api);
  const first = await shown();
  expect(await click()).toEqual(first);
  expect(await listWaitingOn(card.id)).toBe(1);
});

test('a card that cannot be blocked says why, and the button stays', async () => {
  const company = await givenCompany(api);
  const card = await givenCard(api, company.id, { statusId: CARD_STATUS.blocked });
  const block = { label: 'Заблокировать', deed: 'block-card', target: { cardId: card.id } } as const;
  const { press: click } = await givenButtons(company.admin, [block]);
  expect(await click()).toMatchObject({
    note: 'Не сделано. Карта уже заблокирована',
    buttons: [{ label: 'Заблокировать' }],
  });
});

const set = (what: ReturnType<typeof sql>) => what.execute(api.ctx.db.system);

test.each<[string, (about: { person: GivenPerson; companyId: number }) => Promise<unknown>, RegExp]>([
  [
    'has lost the role',
    ({ person }) => set(sql`update app_user set role = 'specialist' where id = ${person.id}`),
    /Недостаточно прав/,
  ],
  [
    'has left the company',
    ({ person }) => set(sql`update app_user set role = 'none', company_id = null where id = ${person.id}`),
    /Сначала подключите компанию/,
  ],
  [
    'has gone over to another company',
    async ({ person }) => {
      const other = await givenCompany(api);
      await set(sql`update app_user set company_id = ${other.id} where id = ${person.id}`);
    },
    /Карта не найдена/,
  ],
  [
    'works at a company that is blocked',
    ({ companyId }) => set(sql`update company set blocked_at = now() where id = ${companyId}`),
    /[а-яё]/,
  ],
  [
    'has added a second factor since the chat was linked',
    ({ person }) => {
      const since = new Date(api.clock.now().getTime() + 1000);
      return set(sql`update app_user set factor_since = ${since} where id = ${person.id}`);
    },
    /[а-яё]/,
  ],
])('a user who %s gets a message, and nothing is done', async (_what, change, sentence) => {
  const { card, company, press: click } = await givenBlockButton();
  await change({ person: company.admin, companyId: company.id });
  const shown = await click();
  expect(shown.note).toMatch(/^Не сделано\. /);
  expect(shown.note).toMatch(sentence);
  expect(await listWaitingOn(card.id)).toBe(0);
});

test('a button does nothing in another chat, after its day, or in an unlinked chat', async () => {
  const { card, company, linked, message, keys, press: click } = await givenBlockButton();
  const other = await givenPerson(api);
  const foreign = await givenChat(api, other);
  const update = telegramUpdates.pressed({
    chat: Number(foreign),
    message: String(message),
    button: keys[0]!,
  });
  const { bot, secret } = api.ctx.channels.telegram!;
  await api.post('/api/hooks/telegram', { json: update, headers: { [bot.secretHeader]: secret } });
  await takeWaitingUpdates(api);
  expect(await listWaitingOn(card.id)).toBe(0);
  api.clock.advanceSeconds(24 * 3600);
  expect(await click()).toMatchObject({ note: expect.stringContaining('устарела'), buttons: [] });
  await api.delete(`/api/channels/${linked.id}`, { token: company.admin.token });
  expect(await click()).toMatchObject({ note: expect.stringContaining('больше не привязан') });
  expect(await listWaitingOn(card.id)).toBe(0);
});

test('reporting a foreign sign-in ends every session, confirming one’s own ends none', async () => {
  const person = await givenPerson(api);
  const buttons = [
    { label: 'Это я', deed: 'own-sign-in', target: {} },
    { label: 'Это не я', deed: 'end-sessions', target: {} },
  ] as const;
  const own = await givenButtons(person, buttons);
  expect(await own.press(0)).toMatchObject({ note: 'Отмечено: это были вы', buttons: [] });
  expect(await own.press(1)).toMatchObject({ note: 'Отмечено: это были вы' });
  expect((await api.get('/api/sessions', { token: person.token })).status).toBe(200);
  const strange = await givenButtons(person, buttons);
  expect((await strange.press(1)).note).toMatch(/^Все сеансы завершены/);
  expect((await api.get('/api/sessions', { token: person.token })).status).toBe(401);
});

test('staff with the right approve by a button the version they were notified of', async () => {
  const client = await givenCompany(api, { unallocatedKopecks: 1_000_000 });
  const { id: requestId } = await givenOrder(api, client.admin);
  const staff = await givenStaff(api);
  const approve = (revision: number) =>
    [{ label: 'Одобрить', deed: 'approve-request', target: { requestId, revision } }] as const;
  const { revision } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ revision: number }>`select revision from card_request where id = ${requestId}`,
  );
  expect((await (await givenButtons(staff, approve(revision + 1))).press()).note).toMatch(/изменила заявку/);
  expect((await (await givenButtons(client.admin, approve(revision))).press()).note).toMatch(/недоступно/);
  expect((await (await givenButtons(staff, approve(revision))).press()).note).toMatch(/^Заявка одобрена/);
});

test.each<[string, (id: number, staff: GivenPerson, client: GivenCompany) => Promise<unknown>, RegExp]>([
  [
    'approved',
    (id, { token }) => api.post(`/staff/api/requests/${id}/approve`, { token, json: {} }),
    /одобрена/,
  ],
  [
    'rejected',
    (id, { token }) =>
      api.post(`/staff/api/requests/${id}/reject`, { token, json: { reason: 'Нет договора' } }),
    /отклонена/,
  ],
])(
  'an order that was %s by staff in the office loses its buttons in a chat',
  async (_what, decide, outcome) => {
    const client = await givenCompany(api, { unallocatedKopecks: 1_000_000 });
    const { id: requestId } = await givenOrder(api, client.admin);
    const staff = await givenStaff(api);
    const { revision } = await getOnlyRow(
      api.ctx.db.system,
      sql<{ revision: number }>`select revision from card_request where id = ${requestId}`,
    );
    const { shown } = await givenButtons(staff, [
      { label: 'Одобрить', deed: 'approve-request', target: { requestId, revision } },
    ]);
    await removeClosedButtons(api.ctx);
    expect((await shown()).buttons).toHaveLength(1);
    expect(await decide(requestId, staff, client)).toMatchObject({ status: 200 });
    await removeClosedButtons(api.ctx);
    expect(await shown()).toMatchObject({ buttons: [], text: expect.stringMatching(outcome) });
  },
);

test('no button moves money, asks for a code or stands for two people', () => {
  for (const { call } of Object.values(BUTTON_ACTIONS))
    expect([call.name, call.idempotent, call.needsFreshCode, call.secondPerson]).toEqual([
      call.name,
      undefined,
      undefined,
      undefined,
    ]);
});
