import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as client from '../../../clients/typescript/src/magistral.ts';
import { startApi, type TestApi } from '../testing/api.ts';
import { givenCard, givenCompany, type GivenCard, type GivenCompany } from '../testing/givens/factories.ts';
import { givenKey } from '../testing/givens/given-key.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

let api: TestApi;
let company: GivenCompany;
let card: GivenCard;

beforeAll(async () => {
  api = await startApi();
  company = await givenCompany(api, { unallocatedKopecks: 5_000_00 });
  card = await givenCard(api, company.id, { partnerId: 2, balanceKopecks: 300_00 });
  const { key } = await givenKey(api, company);
  client.connect({ url: `${api.url}/`, key });
});
afterAll(() => api.stop());

test('the client in the repository is the one that the contract makes now', async () => {
  await promisify(execFile)(process.execPath, ['scripts/generate-client.ts', '--check'], { cwd: ROOT });
});

test('it reads cards, operations, documents, balances and the feed by a key', async () => {
  expect((await client.listCards()).data).toMatchObject([{ id: card.id, card_sum: 300 }]);
  expect((await client.readCard(card.id)).data.card_number).toBe(card.number);
  const { data, meta } = await client.listOperations({ perPage: 5, dateFrom: '2026-09-01' });
  expect([data.length <= 5, meta?.pagination.current_page]).toEqual([true, 1]);
  expect((await client.listDocuments({ year: 2026 })).code).toBe(200);
  expect((await client.readBalances()).data).toMatchObject({ notDistSum: 5000 });
  const feed = await client.listEvents({ limit: 10 });
  expect(feed.meta?.next).toEqual(expect.any(String));
});

test('a transfer that it repeats under one key moves the money once', async () => {
  const first = await client.transferByKey(card.id, 'client-1', { sum: 1500.5 });
  expect(await client.transferByKey(card.id, 'client-1', { sum: 1500.5 })).toEqual(first);
  expect((await client.readBalances()).data).toMatchObject({ notDistSum: 3499.5 });
});

test('a refusal is thrown with its status and the sentence for a person', async () => {
  const refused = client.transferByKey(card.id, 'client-2', { sum: 999_999 });
  await expect(refused).rejects.toMatchObject({
    status: 400,
    data: { error_messages: { sum: [expect.any(String)] } },
  });
  await expect(client.readCard(999_999)).rejects.toBeInstanceOf(client.HttpError);
});
