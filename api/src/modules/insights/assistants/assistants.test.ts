import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KeyScope } from '#contract/companies/key-scopes.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenMoney,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { givenKey } from '../../../testing/givens/given-key.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';

const SITE = 'https://cards.example.ru';

let api: TestApi;
let company: GivenCompany;
let card: GivenCard;
const open: Client[] = [];

beforeAll(async () => {
  api = await startApi({ jobs: false, env: { PUBLIC_URL: SITE } });
  api.clock.setTo('2026-11-10T09:00:00Z');
  company = await givenCompany(api);
  card = await givenCard(api, company.id, { balanceKopecks: 10_000_00 });
  await givenMoney(api, { companyId: company.id, kind: 'unallocated' }, 777_00);
  await givenSales(api, card, [
    { sum: 2_450_50, at: '2026-10-05T10:00:00Z', litres: 40, goods: 'ДТ', id: 'october-1' },
    { sum: 1_000_00, at: '2026-10-20T10:00:00Z', litres: 15.5, goods: 'АИ-95', id: 'october-2' },
    { sum: 500_00, at: '2026-11-02T10:00:00Z', litres: 8, goods: 'ДТ', id: 'november' },
  ]);
});
afterAll(async () => {
  for (const client of open) await client.close();
  await api.stop();
});

/** The protocol's own client, with a key of the company. */
async function connect(scopes?: readonly KeyScope[], of = company): Promise<Client> {
  const { headers } = await givenKey(api, of, scopes);
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`${api.url}/api/mcp`), {
    requestInit: { headers },
  });
  // Its type leaves sessions out as undefined, which ours does not allow.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  open.push(client);
  // From here on the client checks each answer against the schema that the tool names.
  await client.listTools();
  return client;
}

// oxlint-disable-next-line typescript/no-explicit-any
async function use(client: Client, name: string, input: Record<string, unknown> = {}): Promise<any> {
  const answer = await client.callTool({ name, arguments: input });
  return answer.isError ? { error: answer.content } : answer.structuredContent;
}

test('fuel that a card bought in October is answered with the sum and a link', async () => {
  const client = await connect();
  const { cards } = await use(client, 'find_cards', { search: card.number.slice(-4) });
  expect(cards).toMatchObject([
    { id: card.id, number: card.number, link: `${SITE}/cabinet/card?id=${card.id}` },
  ]);
  const period = { from: '2026-10-01', to: '2026-10-31' };
  const spent = await use(client, 'summarize_spending', { by: 'goods', card_id: cards[0].id, ...period });
  expect(spent.total).toMatchObject({ sum: 3450.5, litres: 55.5, count: 2 });
  const place = `${SITE}/cabinet/card-transactions?card=${card.id}&from=2026-10-01&to=2026-10-31`;
  expect(spent.link).toBe(place);
  expect(spent.rows).toMatchObject([
    { title: 'ДТ', sum: 2450.5, link: `${place}&goods=${encodeURIComponent('ДТ')}` },
    { title: 'АИ-95', sum: 1000 },
  ]);
});

test('operations of a period come with their total, each with a link to its day', async () => {
  const client = await connect();
  const answer = await use(client, 'list_operations', { card_id: card.id, from: '2026-11-01' });
  expect(answer).toMatchObject({ fuel_total: { sum: 500, litres: 8 }, page: 1 });
  expect(answer.operations).toMatchObject([
    { goods: 'ДТ', litres: 8, link: expect.stringContaining('from=2026-11-02') },
  ]);
});

test('balances and documents are those of the screens', async () => {
  const client = await connect();
  expect(await use(client, 'read_balances')).toMatchObject({ notDistSum: 777, accounts_total: 0 });
  expect(await use(client, 'list_documents', { year: 2026 })).toEqual({
    found: 0,
    total: { sum: 0, vat: 0 },
    documents: [],
  });
});

test('a key is offered the tools of its scopes alone, all of them marked as reading', async () => {
  const { tools } = await (await connect(['cards:read', 'limits:write'])).listTools();
  expect(tools.map((tool) => tool.name)).toEqual(['find_cards']);
  const all = (await (await connect()).listTools()).tools;
  expect(all.map((item) => item.name)).toHaveLength(5);
  expect(all.every((item) => item.annotations?.readOnlyHint)).toBe(true);
});

test('another company’s card is refused in a sentence, and its cards are not found', async () => {
  const other = await givenCompany(api);
  const client = await connect(undefined, other);
  expect((await use(client, 'find_cards')).cards).toEqual([]);
  const refused = await use(client, 'summarize_spending', { card_id: card.id });
  expect(refused.error).toMatchObject([{ text: expect.stringMatching(/[а-я]{3}/) }]);
});

test('without a key it is 401, by a revoked one too, and nothing is read but by POST', async () => {
  const ask = (headers: Record<string, string>) =>
    api.post('/api/mcp', { headers, json: { jsonrpc: '2.0', id: 1, method: 'tools/list' } });
  expect((await ask({})).status).toBe(401);
  const { id, headers } = await givenKey(api, company);
  await api.delete(`/api/keys/${id}`, { token: company.admin.token });
  expect((await ask(headers)).status).toBe(401);
  expect((await api.get('/api/mcp')).status).toBe(405);
});

test('an invalid message of the protocol is refused, never a server failure', async () => {
  const { headers } = await givenKey(api, company);
  for (const json of [{}, { jsonrpc: '2.0' }, { jsonrpc: '2.0', id: 1, method: 'x', params: [1] }])
    expect(
      (
        await api.post('/api/mcp', {
          headers: { ...headers, accept: 'application/json, text/event-stream' },
          json,
        })
      ).status,
    ).toBeLessThan(500);
});

test.each([
  ['tools/call', {}, /«params»/],
  ['tools/call', { params: {} }, /«params.name».*название инструмента/],
  ['tools/call', { params: { name: 5 } }, /«params.name»/],
  ['tools/call', { params: { name: 'find_cards', arguments: 'x' } }, /«params.arguments»/],
  ['initialize', {}, /«params».*protocolVersion/],
  ['initialize', { params: { protocolVersion: '2025-06-18' } }, /«params.capabilities»/],
  ['tools/list', { params: { cursor: 5 } }, /«params.cursor»/],
])('wrong parameters of %s are refused with their code and in Russian', async (method, message, text) => {
  const { headers } = await givenKey(api, company);
  const answer = await api.post('/api/mcp', {
    headers: { ...headers, accept: 'application/json, text/event-stream' },
    json: { jsonrpc: '2.0', id: 7, method, ...message },
  });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    jsonrpc: '2.0',
    id: 7,
    error: { code: -32602, message: expect.stringMatching(text) },
  });
});

test.each([
  ['find_cards', { query: '4000' }, /нет аргумента «query»\. Есть: search/],
  ['list_operations', { cardId: 41 }, /«cardId»\. Похож «card_id»/],
  ['summarize_spending', { dateFrom: '2026-11-01' }, /«dateFrom».*Есть: by, card_id, from, to/],
  ['list_operations', { perPage: 1e9 }, /нет аргумента «perPage»/],
  ['summarize_spending', { form: '2026-11-01' }, /Похож «from»/],
  ['read_balances', { at: '2026-11-01' }, /«at», и других тоже/],
  ['summarize_spending', { from: "2026-11-01' or 1=1" }, /Проверьте «from»: Первый день, ГГГГ-ММ-ДД/],
  ['summarize_spending', { by: 'truck' }, /«by» — одно из: month, network/],
  ['list_documents', {}, /Проверьте «year»: Год/],
  ['move_money', {}, /Инструмента «move_money» у этого ключа нет. Есть: find_cards/],
])(
  '%s refuses %o in a sentence and answers nothing as if it were filtered',
  async (name, input, sentence) => {
    const refused = await use(await connect(), name, input);
    expect(refused.error).toMatchObject([{ text: expect.stringMatching(sentence) }]);
  },
);

test('numbers in quotes, texts without them and empty values are what they say', async () => {
  const client = await connect();
  const found = await use(client, 'find_cards', { search: Number(card.number.slice(-4)) });
  expect(found.cards).toMatchObject([{ id: card.id }]);
  const answer = await use(client, 'list_operations', { card_id: String(card.id), from: null, page: '1' });
  expect(answer).toMatchObject({ found: 3, page: 1, fuel_total: { sum: 3950.5 } });
  expect(await use(client, 'list_documents', { year: '2026' })).toMatchObject({ documents: [] });
});

test('a list that is cut says its whole, and moments are by the clock of Moscow', async () => {
  const many = await givenCompany(api);
  for (let made = 0; made < 52; made += 1) await givenCard(api, many.id, { balanceKopecks: 100_50 });
  const found = await use(await connect(undefined, many), 'find_cards');
  expect(found).toMatchObject({ found: 52, shown: 50, balance_total: 5226 });
  expect(found.cards).toHaveLength(50);
  const { operations } = await use(await connect(), 'list_operations', { from: '2026-11-01' });
  expect(operations).toMatchObject([{ at: '2026-11-02T13:00:00+03:00' }]);
});

test('every tool declares the exact shape of its arguments and of its response', async () => {
  const { tools } = await (await connect()).listTools();
  for (const tool of tools) {
    expect(tool.inputSchema, tool.name).toMatchObject({ type: 'object', additionalProperties: false });
    expect(tool.outputSchema, tool.name).toMatchObject({ type: 'object', required: expect.anything() });
  }
});

test('instructions name no tool that the key lacks', async () => {
  expect((await connect(['money:read'])).getInstructions()).not.toContain('find_cards');
  expect((await connect(['cards:read'])).getInstructions()).toContain('find_cards');
});
