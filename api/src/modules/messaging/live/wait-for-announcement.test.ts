import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCard, givenCode, givenCompany, type GivenCompany } from '../../../testing/givens/factories.ts';

/** Two processes of one portal: people are connected to the one, the jobs are done by the other. */
describe('a network’s answer that another process has booked', () => {
  let requested: TestApi;
  let working: TestApi;
  let company: GivenCompany;

  beforeAll(async () => {
    requested = await startApi({ jobs: false });
    // Without receiving the announcement it would wait for ever.
    requested.ctx.config.networkTimeoutMs = 2_000_000_000;
    working = await startApi({ databaseUrl: requested.databaseUrl });
    company = await givenCompany(requested, { unallocatedKopecks: 100_000 });
  });
  afterAll(async () => {
    await working.stop();
    await requested.stop();
  });

  test('a transfer is answered as done once its money is on the card', async () => {
    const card = await givenCard(requested, company.id);
    const sms = await givenCode(requested, company.admin, 'transfer', card.id);
    const answered = await requested.post(`/api/card/${card.id}/transaction`, {
      token: company.admin.token,
      form: { sum: 100, sms, mode: 1 },
    });
    expect(answered.status).toBe(200);
    expect([answered.body.data.card_sum, answered.body.data.inProgressOperations]).toEqual([100, []]);
  });

  test('a choice is answered once its network has it', async () => {
    const card = await givenCard(requested, company.id);
    const answered = await requested.post(`/api/card/${card.id}/setLimit`, {
      token: company.admin.token,
      json: { unit_count: 5000, unit_type: 'sum', period: 'P1D' },
    });
    expect(answered.status).toBe(200);
    const states = await requested.ctx.getNetwork(card.partnerId).cardStates();
    expect(states.find((state) => state.cardNumber === card.number)?.limit).toMatchObject({ count: 500_000 });
  });
});

test('a stopped portal waits neither for networks nor for a browser’s next request', async () => {
  const api = await startApi({ jobs: false });
  api.ctx.config.networkTimeoutMs = 2_000_000_000;
  const company = await givenCompany(api, { unallocatedKopecks: 100_000 });
  const card = await givenCard(api, company.id);
  const sms = await givenCode(api, company.admin, 'transfer', card.id);
  const { token } = company.admin;
  const answer = api.post(`/api/card/${card.id}/transaction`, { token, form: { sum: 100, sms, mode: 1 } });
  const left = async () => (await api.get(`/api/client/${company.id}`, { token })).body.data.notDistSum;
  await expect.poll(left).toBe(900);
  await api.stop();
  expect((await answer).status).toBe(200);
});
