import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '../../../../context.ts';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import { dyingContext, ProcessKilled } from '../../../../testing/dying-context.ts';
import {
  givenCard,
  givenCompany,
  type GivenCard,
  type GivenCompany,
} from '../../../../testing/givens/factories.ts';
import { approveException } from './approve-exception.ts';
import { maintainRules } from '../maintain-rules.ts';
import { mintCompanyScope } from '../../../../db/company-scope.ts';

let api: TestApi;
let company: GivenCompany;
beforeAll(async () => {
  api = await startApi({ jobs: false });
  company = await givenCompany(api);
});
afterAll(() => api.stop());

/** A card with a limit that its network holds, and a request for more. */
async function given(): Promise<{ card: GivenCard; id: number }> {
  const { token } = company.admin;
  const card = await givenCard(api, company.id, { balanceKopecks: 1_000_000_00 });
  const json = {
    rules: [
      { kind: 'litres_filling', value: 60 },
      { kind: 'litres_day', value: 100 },
    ],
  };
  await api.put(`/api/card/${card.id}/rules`, { token, json });
  await maintainRules(api.ctx);
  const request = { card_id: card.id, goods_id: 301, litres: 150, reason: 'Рейс' };
  return { card, id: (await api.post('/api/exceptions', { token, json: request })).body.data.id };
}

async function fuel({ number }: GivenCard): Promise<boolean> {
  const json = { card_number: number, goods_id: 301, litres: 150, unit_price: 70, address: 'М-4' };
  return (await api.post('/dev/fuel', { json })).body.data.sold;
}

async function isApproved(id: number): Promise<boolean> {
  const { body } = await api.get('/api/exceptions', { token: company.admin.token });
  return (body.data as { id: number; state: string }[]).some(
    (item) => item.id === id && item.state === 'approved',
  );
}

/** Returns true when a process that dies before this statement of the work did not finish. */
async function diesAtStatement(
  work: (ctx: Context) => Promise<unknown>,
  statement: number,
): Promise<boolean> {
  try {
    await work(dyingContext(api.ctx, statement));
    return false;
  } catch (error) {
    if (!(error instanceof ProcessKilled)) throw error;
    return true;
  }
}

const HOUR = 3600;

test('killed before any statement of allowing it, it is allowed wholly or not at all', async () => {
  const scope = mintCompanyScope(company.id);
  const outcomes = new Set<boolean>();
  let statement = 1;
  for (let died = true; died; statement += 1) {
    const { card, id } = await given();
    const input = { scope, userId: company.admin.id, id, until: null, sumKopecks: null };
    died = await diesAtStatement((ctx) => approveException(ctx, input), statement);
    const isAllowed = await isApproved(id);
    await maintainRules(api.ctx);
    expect(await fuel(card)).toBe(isAllowed);
    if (died) outcomes.add(isAllowed);
  }
  expect(statement).toBeGreaterThan(8);
  expect(outcomes).toEqual(new Set([false, true]));
});

test('an exception ends in time, though no loop has run since', async () => {
  const { card, id } = await given();
  await api.post(`/api/exceptions/${id}/approve`, { token: company.admin.token, json: {} });
  api.clock.advanceSeconds(HOUR);
  expect(await fuel(card)).toBe(false);
});

test('killed at any step of its undo, an exception passes nothing and is undone fully', async () => {
  const { card, id } = await given();
  const { token } = company.admin;
  await api.post(`/api/exceptions/${id}/approve`, { token, json: {} });
  api.clock.advanceSeconds(HOUR);
  let statement = 1;
  for (; await diesAtStatement(maintainRules, statement); statement += 1)
    expect(await fuel(card)).toBe(false);
  expect(statement).toBeGreaterThan(8);
  await maintainRules(api.ctx);
  expect(await fuel(card)).toBe(false);
  const { body } = await api.get(`/api/exceptions?state=lapsed`, { token });
  expect(body.data.map((item: { id: number }) => item.id)).toContain(id);
  const { effective } = (await api.get(`/api/card/${card.id}/rules`, { token })).body.data;
  expect(effective.map(({ value }: { value: number }) => value).toSorted()).toEqual([100, 60]);
});
