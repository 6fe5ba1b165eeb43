import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CARD_STATUS, PARTNER } from '#contract/ids.ts';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCard, givenCompany, givenStaff } from '../../../testing/givens/factories.ts';
import { LONG_SECONDS, unsettledCalls } from '../../../testing/givens/given-unsettled.ts';
import { serveWire, type WireServer } from '../../../testing/wires/serve-wire.ts';
import { carryOutOperation } from './carry-out-operation.ts';

let network: WireServer;
let api: TestApi;

beforeAll(async () => {
  // Takes commands, and can't read the question what became of them.
  network = await serveWire(({ method }) =>
    method === 'POST' ? { body: { state: 'accepted' } } : { status: 400, body: { message: 'bad id' } },
  );
  api = await startApi({
    jobs: false,
    env: { NETWORK_3: 'neutral', NETWORK_3_URL: network.url, NETWORK_3_API_KEY: 'k' },
  });
});

afterAll(async () => {
  await api?.stop();
  await network?.stop();
});

test('a network that can’t read the last query is no failure: the decision stands', async () => {
  const calls = unsettledCalls(api, await givenStaff(api));
  const company = await givenCompany(api);
  const card = await givenCard(api, company.id, { partnerId: PARTNER.third });
  const { token } = company.admin;
  await api.post(`/api/card/${card.id}/changeStatus`, { token, form: {} });
  const { id } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ id: number }>`select id from operation where card_id = ${card.id}`,
  );
  await carryOutOperation(api.ctx, id);
  api.clock.advanceSeconds(LONG_SECONDS);
  const answer = await calls.settle('block', id);
  expect([answer.status, answer.body.message]).toEqual([200, undefined]);
  const { body } = await api.get(`/api/card/${card.id}`, { token });
  expect(body.data.status.id).toBe(CARD_STATUS.blocked);
});
