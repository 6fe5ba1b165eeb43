import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import { givenCard, givenCode, givenCompany } from '../../../testing/givens/factories.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false, env: { NETWORK_PATIENCE_MS: '0' } });
});
afterAll(() => api.stop());

interface Line {
  what: string;
  targets: { kind: string; id: number }[];
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  details: Record<string, unknown>;
}

function readLine({ headers }: ApiResponse): Promise<Line> {
  return getOnlyRow(
    api.ctx.db.system,
    sql<Line>`
      select what, targets, before, after, details from audit_event
      where request_id = ${headers.get('x-request-id')}`,
  );
}

async function distribute(accounts: { partner_id: number; sum: number }[]): Promise<Line> {
  const { id, admin } = await givenCompany(api, { unallocatedKopecks: 100_00 });
  return readLine(await api.post(`/api/client/${id}/accounts`, { token: admin.token, json: { accounts } }));
}

test('a distribution’s line has each account before and after, networks by number', async () => {
  const { what, before, after } = await distribute([{ partner_id: PARTNER.gpn, sum: 5 }]);
  expect({ what, before, after }).toEqual({
    what: 'distribute',
    before: { unallocated: 100_00, 'partner:2': 0 },
    after: { unallocated: 95_00, 'partner:2': 5_00, accounts: [{ partner_id: 2, sum: 5_00 }] },
  });
});

test('a line of two networks has the accounts of both', async () => {
  const accounts = [1, 2].map((partner) => ({ partner_id: partner, sum: partner }));
  const { before, after } = await distribute(accounts);
  expect(before).toEqual({ unallocated: 100_00, 'partner:1': 0, 'partner:2': 0 });
  expect(after).toMatchObject({ unallocated: 97_00, 'partner:1': 1_00, 'partner:2': 2_00 });
});

test('a line of many accounts has the unallocated funds alone', async () => {
  const accounts = [1, 2, 3, 4].map((partner) => ({ partner_id: partner, sum: partner }));
  const { before, after } = await distribute(accounts);
  expect(before).toEqual({ unallocated: 100_00 });
  expect(after).toMatchObject({ unallocated: 90_00 });
  expect(Object.keys(after ?? {})).toEqual(['accounts', 'unallocated']);
});

test('the line of a transfer to a card names the card, and what is in transit', async () => {
  const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
  const { admin } = company;
  const card = await givenCard(api, company.id);
  const line = await readLine(
    await api.post(`/api/card/${card.id}/transaction`, {
      token: admin.token,
      form: { sum: 1, sms: await givenCode(api, admin, 'transfer', card.id), mode: 1 },
    }),
  );
  expect(line).toEqual({
    what: 'transferToCard',
    targets: [{ kind: 'card', id: card.id }],
    before: { unallocated: 100_00, 'in-transit': 0 },
    after: { unallocated: 99_00, 'in-transit': 1_00, mode: 1, sum: 1_00 },
    details: {},
  });
});
