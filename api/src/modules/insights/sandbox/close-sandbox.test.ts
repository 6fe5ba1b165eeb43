import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEY_SCOPES } from '#contract/companies/key-scopes.ts';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import { givenCompany, type GivenCompany } from '../../../testing/givens/factories.ts';
import { waitUntilWaiting } from '../../../testing/wait-until-waiting.ts';
import { closeSandbox } from './close-sandbox.ts';
import { lockSandboxOfCompany } from './sandbox-store.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
  // Calls do not wait for the silent networks of this file.
  api.ctx.config.networkTimeoutMs = 0;
});
afterAll(() => api.stop());

const ORDER = { title: 'Проба', scopes: KEY_SCOPES, daily_sum: 100_000 };

async function givenSandbox() {
  const company = await givenCompany(api);
  const made = await api.post('/api/sandbox', { token: company.admin.token, json: {} });
  expect(made.status, made.body.message).toBe(200);
  return { company, cards: made.body.data.cards as { id: number }[] };
}

const askForKey = ({ admin }: GivenCompany) =>
  api.post('/api/sandbox/keys', { token: admin.token, json: ORDER });

test('a key that is asked for while its sandbox is being closed is not made', async () => {
  const { company } = await givenSandbox();
  const { asked: requested } = await api.ctx.db.inSystem(async (tx) => {
    const sandbox = await lockSandboxOfCompany(tx, company.id);
    const requested = askForKey(company);
    await waitUntilWaiting(api);
    await closeSandbox(tx, { sandbox: sandbox!, adminId: company.admin.id, now: api.clock.now() });
    return { asked: requested };
  });
  expect((await requested).status).toBe(404);
});

test('waiting calls to a silent network end once its sandbox is closed, also anew', async () => {
  const waiting = await Promise.all([
    givenWaiting((token) => api.delete('/api/sandbox', { token })),
    givenWaiting((token) => api.post('/api/sandbox/reset', { token, json: {} })),
  ]);
  const statuses = async () => {
    await api.pollNetworks();
    return Promise.all(waiting.map(async (cardId) => (await findOperation(cardId)).status));
  };
  await expect.poll(statuses).toEqual([1, 1]);
});

/** A card to which a transfer was under way when its sandbox was closed. */
async function givenWaiting(close: (token: string) => Promise<ApiResponse>): Promise<number> {
  const { company, cards } = await givenSandbox();
  const { id } = cards[0]!;
  const headers = { authorization: `Bearer ${(await askForKey(company)).body.data.key}` };
  await api.post('/api/v1/sandbox/silence', { headers, json: { silent: true } });
  const sent = await api.post(`/api/v1/cards/${id}/transfer`, { headers, key: 'wait', json: { sum: 1000 } });
  expect(sent.status).toBe(200);
  await expect.poll(() => findOperation(id)).toEqual({ attempts: 1, status: 2 });
  expect((await close(company.admin.token)).status).toBe(200);
  return id;
}

/** The last one of a card. */
const findOperation = (cardId: number) =>
  getOnlyRow(
    api.ctx.db.system,
    sql<{ attempts: number; status: number }>`
      select attempts, status_id as status from operation where card_id = ${cardId} order by id desc limit 1`,
  );
