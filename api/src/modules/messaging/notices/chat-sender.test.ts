import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOTICE_KINDS, NOTICE_RULES } from '#contract/messaging/notice-kinds.ts';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenBrowser, givenChat, messagesIn, takeWaitingUpdates } from '../../../testing/channels.ts';
import { givenCard, givenCompany, type GivenCompany } from '../../../testing/givens/factories.ts';
import { chooseAll, NOTICE_EXAMPLES, sendDueNotices, publishExample } from '../../../testing/notices.ts';
import { formatNotice } from './format-notice.ts';

let api: TestApi;
let company: GivenCompany;
const chats: Record<'push' | 'telegram' | 'max', string> = { push: '', telegram: '', max: '' };

beforeAll(async () => {
  api = await startApi({ jobs: false });
  company = await givenCompany(api);
  chats.telegram = await givenChat(api, company.admin, 'telegram');
  chats.max = await givenChat(api, company.admin, 'max');
  chats.push = await givenBrowser(api, company.admin);
  for (const channel of Object.keys(chats)) await chooseAll(api, company.admin, { channel, wanted: true });
});
afterAll(() => api.stop());

test.each(NOTICE_KINDS.map((kind) => ({ kind })))(
  '«$kind» comes to Telegram, MAX and the browser, once, and a push has no name',
  async ({ kind }) => {
    const { channels, hears: isRecipient } = NOTICE_RULES[kind];
    const companyId = isRecipient === 'everybody' ? null : company.id;
    const before = await Promise.all(
      Object.values(chats).map(async (chat) => (await messagesIn(api, chat)).length),
    );
    await publishExample(api, kind, {
      companyId,
      ...(isRecipient === 'person' && { userId: company.admin.id }),
    });
    for (let twice = 0; twice < 2; twice += 1) await sendDueNotices(api);
    const { title, text, path, short } = formatNotice(kind, NOTICE_EXAMPLES[kind]);
    for (const [place, [channel, chat]] of Object.entries(chats).entries()) {
      expect(channels).toContain(channel);
      const messages = await messagesIn(api, chat);
      expect([channel, messages.length - before[place]!]).toEqual([channel, 1]);
      const input =
        channel === 'push' ? { title: api.ctx.config.operator.name, text: short } : { title, text };
      expect(messages[0]).toMatchObject({ ...input, url: path });
    }
    const [push] = await messagesIn(api, chats.push);
    expect(JSON.stringify(push)).not.toMatch(/₽|4321|Анна|Котова|УПД/);
  },
);

test('a foreign purchase is answered by a button that blocks the card', async () => {
  const card = await givenCard(api, company.id);
  await publishExample(api, 'purchase', { companyId: company.id, facts: { cardId: card.id } });
  await sendDueNotices(api);
  const [message] = await messagesIn(api, chats.telegram);
  expect(message?.buttons.map(({ label }) => label)).toEqual(['Заблокировать карту']);
  await api.post('/dev/chats/press', { json: { message: message!.id, button: message!.buttons[0]!.id } });
  await takeWaitingUpdates(api);
  expect((await messagesIn(api, chats.telegram))[0]?.text).toMatch(/Карта блокируется/);
  const { count } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ count: number }>`select count(*) as count from operation where card_id = ${card.id}`,
  );
  expect(count).toBe(1);
});

test('a new sign-in has its buttons for its user, and none for the admins', async () => {
  const labels = async () => (await messagesIn(api, chats.max))[0]?.buttons.map(({ label }) => label);
  await publishExample(api, 'security', { companyId: company.id, userId: company.admin.id });
  await sendDueNotices(api);
  expect(await labels()).toEqual(['Это я', 'Это не я: завершить все сеансы']);
  await publishExample(api, 'security', { companyId: company.id });
  await sendDueNotices(api);
  expect(await labels()).toEqual([]);
});

test('several that are gathered, and what waited for the digest, have no buttons', async () => {
  for (let turn = 0; turn < 12; turn += 1) await publishExample(api, 'purchase', { companyId: company.id });
  await sendDueNotices(api);
  api.clock.advanceSeconds(15 * 60);
  await sendDueNotices(api);
  const [last] = await messagesIn(api, chats.telegram);
  expect([last?.title.toLowerCase().includes('заправ'), last?.buttons]).toEqual([true, []]);
});

test('a chat that stopped the bot gets no more, and the choices say how to link again', async () => {
  const other = await givenCompany(api);
  await givenBrowser(api, other.admin, 'browser-403');
  const choices = async () =>
    (await api.get('/api/notices/choices', { token: other.admin.token })).body.data.channels;
  const push = async () => (await choices()).find((choice: { channel: string }) => choice.channel === 'push');
  expect((await push()).ready).toBe(true);
  await publishExample(api, 'order-approved', { companyId: other.id });
  await sendDueNotices(api);
  expect((await push()).ready).toBe(false);
  expect(JSON.stringify(await push())).toContain('«Каналы»');
});
