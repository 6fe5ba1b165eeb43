import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATION_STATUS } from '#contract/ids.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import { givenCard, givenCode, givenCompany } from '../../testing/givens/factories.ts';

const KEY = 'network-2-asks-the-portal-0001';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ env: { NETWORK_2_INBOUND_KEY: KEY } });
});
afterAll(() => api?.stop());

type PlanNode = {
  'Relation Name'?: string;
  'Node Type': string;
  'Index Cond'?: string;
  Plans?: PlanNode[];
};

const listNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(listNodes)];
/** Tables of a few rows, however large a programme is. */
const SMALL = new Set(['maintenance', 'partner', 'terms_version']);

/**
 * Returns the tables that prepared statements read as a whole, with the statement, on connections with one plan for ever. Ordinary
 * ones plan anew when a table's statistics change (decision 244).
 */
async function listWholeReads(): Promise<string[]> {
  const found: string[] = [];
  const { system: _, ...planned } = api.ctx.db.pools;
  for (const pool of Object.values(planned)) {
    const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
    for (const client of clients) {
      const { rows: prepared } = await client.query(
        `select statement from pg_prepared_statements where statement ~* '^\\s*(select|insert|update|delete|with)\\M'`,
      );
      for (const { statement } of prepared) {
        const { rows } = await client.query(`explain (generic_plan, format json) ${statement}`);
        for (const node of listNodes(rows[0]['QUERY PLAN'][0].Plan)) {
          const table = node['Relation Name'] ?? '';
          const isScan = node['Node Type'].endsWith('Scan');
          if (isScan && table && !SMALL.has(table) && !node['Index Cond'])
            found.push(`${table}: ${statement}`);
        }
      }
      client.release();
    }
  }
  return found;
}

test('prepared statements find rows by keys, however few rows there were when planned', async () => {
  const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
  const card = await givenCard(api, company.id, { balanceKopecks: 10_000_00 });
  const { admin } = company;
  const distributed = await api.post(`/api/client/${company.id}/accounts`, {
    token: admin.token,
    json: { accounts: [{ partner_id: 2, sum: 1 }] },
  });
  const moved = await api.post(`/api/card/${card.id}/transaction`, {
    token: admin.token,
    form: { sum: 1, sms: await givenCode(api, admin, 'transfer', card.id), mode: 1 },
  });
  expect([distributed.status, moved.status]).toEqual([200, 200]);
  await expect
    .poll(async () => {
      const { body } = await api.get('/api/operations', { token: admin.token });
      return body.data.map((operation: { status: { id: number } }) => operation.status.id);
    })
    .toEqual([OPERATION_STATUS.done]);
  const ask = (call: string, json: object) =>
    api.post(`/api/network/v1/${call}`, { json, headers: { 'x-network-key': KEY } });
  const fuel = {
    card_number: card.number,
    station: 'АЗС № 12, М-4 «Дон», 45-й км',
    goods: 301,
    litres: 100,
    sum: 6000,
  };
  const held = await ask('authorise', { ...fuel, request_id: 'filling-1' });
  const sold = await ask('settle', { request_id: 'filling-1', litres: 80, sum: 4800 });
  const again = await ask('authorise', { ...fuel, request_id: 'filling-2', sum: 600, litres: 10 });
  const freed = await ask('release', { request_id: 'filling-2' });
  expect([held, sold, again, freed].map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await listWholeReads()).toEqual([]);
});
