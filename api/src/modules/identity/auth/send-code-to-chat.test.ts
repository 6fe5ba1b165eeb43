import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenChat, messagesIn } from '../../../testing/channels.ts';
import { givenPerson } from '../../../testing/givens/factories.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api.stop());

const step = (json: Record<string, unknown>) => api.post('/api/send-to-driver', { json });
const toChat = (phone: string, token: string) =>
  api.post('/api/sign-in/code/chat', { json: { phone, token } });

async function smsSent(phone: string): Promise<string> {
  api.clock.advanceSeconds(60);
  return (await step({ route: 'auth/register', phone, recaptchaToken: 'any' })).body.data.token;
}

/** The answer does not wait for the messenger, so the message is polled for. */
async function codeIn(chat: string): Promise<string> {
  return vi.waitFor(async () => {
    const [message] = await messagesIn(api, chat);
    const code = /Код (\d{6})/.exec(message?.text ?? '')?.[1];
    if (code === undefined) throw new Error('no code yet');
    return code;
  });
}

async function sentCount(chat: string): Promise<number> {
  return (await messagesIn(api, chat)).filter(({ text }) => text.includes('Код ')).length;
}

test('30 seconds after the SMS a code in the linked MAX chat opens a session', async () => {
  const person = await givenPerson(api);
  const chat = await givenChat(api, person, 'max');
  const token = await smsSent(person.phone);
  api.clock.advanceSeconds(29);
  expect((await toChat(person.phone, token)).body).toMatchObject({ code: 429 });
  api.clock.advanceSeconds(1);
  expect((await toChat(person.phone, token)).body).toEqual({ code: 200, data: {} });
  const code = await codeIn(chat);
  const confirmed = await step({ route: 'auth/confirm', phone: person.phone, token, code });
  expect(confirmed.status).toBe(200);
  const session = await getOnlyRow(
    api.ctx.db.system,
    sql<{ opened_by: string }>`
      select opened_by from session where user_id = ${person.id} order by id desc limit 1`,
  );
  expect(session.opened_by).toBe('chat');
  const bySms = api.lastCode(person.phone);
  const again = await step({ route: 'auth/confirm', phone: person.phone, token, code: bySms });
  expect(again.body).toMatchObject({ code: 400 });
});

test('the codes of the SMS and of the chat both open, and share the tries', async () => {
  const person = await givenPerson(api);
  const chat = await givenChat(api, person, 'max');
  const token = await smsSent(person.phone);
  api.clock.advanceSeconds(30);
  await toChat(person.phone, token);
  const chatCode = await codeIn(chat);
  const bySms = api.lastCode(person.phone);
  expect((await step({ route: 'auth/confirm', phone: person.phone, token, code: bySms })).status).toBe(200);
  const next = await smsSent(person.phone);
  expect(
    (await step({ route: 'auth/confirm', phone: person.phone, token: next, code: chatCode })).status,
  ).toBe(400);
  api.clock.advanceSeconds(30);
  await toChat(person.phone, next);
  await vi.waitFor(async () => expect(await sentCount(chat)).toBe(2));
  const rightOne = await codeIn(chat);
  const wrong = ['000001', '000002', '000003', '000004', '000005'].filter((code) => code !== rightOne);
  for (const code of wrong) await step({ route: 'auth/confirm', phone: person.phone, token: next, code });
  const exhausted = await step({ route: 'auth/confirm', phone: person.phone, token: next, code: rightOne });
  expect(exhausted.body).toMatchObject({ code: 400 });
});

test('the answer is the same without a chat, without a user, and a second time', async () => {
  const same = { code: 200, data: {} };
  const alone = await givenPerson(api);
  const alonesToken = await smsSent(alone.phone);
  const unknown = '79995550101';
  const unknownsToken = await smsSent(unknown);
  const linked = await givenPerson(api);
  const chat = await givenChat(api, linked, 'max');
  const linkedsToken = await smsSent(linked.phone);
  api.clock.advanceSeconds(30);
  expect((await toChat(alone.phone, alonesToken)).body).toEqual(same);
  expect((await toChat(unknown, unknownsToken)).body).toEqual(same);
  expect((await toChat(linked.phone, linkedsToken)).body).toEqual(same);
  expect((await toChat(linked.phone, linkedsToken)).body).toEqual(same);
  await codeIn(chat);
  expect(await sentCount(chat)).toBe(1);
});

test('a token of another phone, a used or a late code sends nothing', async () => {
  const person = await givenPerson(api);
  const chat = await givenChat(api, person, 'max');
  const foreign = await smsSent((await givenPerson(api)).phone);
  const token = await smsSent(person.phone);
  api.clock.advanceSeconds(30);
  expect((await toChat(person.phone, foreign)).body).toMatchObject({ code: 400 });
  expect((await toChat(person.phone, 'made-up')).body).toMatchObject({ code: 400 });
  api.clock.advanceSeconds(300);
  expect((await toChat(person.phone, token)).body).toMatchObject({ code: 400 });
  expect(await sentCount(chat)).toBe(0);
});

test('without MAX the code goes to Telegram, and is stored as a hash alone', async () => {
  const person = await givenPerson(api);
  const chat = await givenChat(api, person, 'telegram');
  const token = await smsSent(person.phone);
  api.clock.advanceSeconds(30);
  await toChat(person.phone, token);
  const code = await codeIn(chat);
  const { found } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ found: number }>`
      select (select count(*)::int from channel_message where text like ${`%${code}%`})
        + (select count(*)::int from audit_event where details::text like ${`%${code}%`}) as found`,
  );
  expect(found).toBe(0);
});

test.each([{}, { phone: '1', token: 'x' }, { phone: '79995550102' }, { phone: 5, token: {} }])(
  'input like %j is refused with a sentence',
  async (json) => {
    const reply = await api.post('/api/sign-in/code/chat', { json });
    expect(reply.body).toMatchObject({ code: 400, message: expect.stringMatching(/[а-я]/i) });
  },
);
