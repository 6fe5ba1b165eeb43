import { sql } from 'kysely';
import { moscowDay } from '../../../lib/money-format.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import {
  advanceDays,
  givenDebtor,
  givenRule,
  readDunning,
  switchOn,
} from '../../../testing/givens/given-debtor.ts';
import { givenOrder } from '../../../testing/givens/given-order.ts';
import { secondOwner } from '../../../testing/second-owner.ts';
import { runDunning } from './run-dunning.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api?.stop());

const REMIND = { day: 1, action: 'remind' as const };
const STOP = { day: 2, action: 'stop' as const };

async function call(
  method: 'post' | 'put',
  path: string,
  json: object,
  role?: 'auditor' | 'support' | 'treasurer',
) {
  const { token } = role ? await givenPerson(api, { staffRole: role }) : await givenStaff(api);
  return api[method](`/staff/api/${path}`, { token, json });
}

async function confirm(answer: Awaited<ReturnType<typeof switchOn>>) {
  expect(answer.status).toBe(202);
  const token = await secondOwner(api.ctx);
  return api.post(`/staff/api/approvals/${answer.body.data.approval.id}/confirm`, { token });
}

const listed = async (path: string) => {
  const { token } = await givenStaff(api);
  return (await api.get(`/staff/api/${path}`, { token })).body.data;
};

test('two people switch a rule on, and read whom it meets today', async () => {
  const company = await givenDebtor(api);
  const id = await givenRule(api, { company_id: company.id }, [REMIND, STOP]);
  advanceDays(api, 7);
  const asked = await switchOn(api, id);
  const waiting = await listed('approvals?state=waiting&about=debt-rule');
  const { details } = waiting.find((item: { about: { id: number } }) => item.about.id === id);
  const today = details.find((detail: { title: string }) => detail.title === 'Сегодня').value;
  expect(today).toContain(
    `Остановить карты через 2\u00a0дня после срока: ООО «Перевозчик ${company.inn}» 400,00`,
  );
  expect((await listed('dunning-rules')).find((rule: { id: number }) => rule.id === id).active).toBe(false);
  expect((await confirm(asked)).status).toBe(200);
  expect((await listed('dunning-rules')).find((rule: { id: number }) => rule.id === id)).toMatchObject({
    active: true,
    client: { id: company.id },
    switched_by: expect.any(String),
  });
  expect((await call('put', `dunning-rules/${id}`, { basis: 'credit', steps: [REMIND] })).body.message).toBe(
    'Сначала выключите правило',
  );
});

test('the preview names whom each step meets today and tomorrow, with sums', async () => {
  const company = await givenDebtor(api);
  advanceDays(api, 6);
  const body = {
    company_id: company.id,
    basis: 'credit',
    steps: [REMIND, STOP, { day: 1, action: 'penalty', rate: '0,5' }],
  };
  const { data } = (await call('post', 'dunning-rules/preview', body, 'auditor')).body;
  const met = (sum: number) => [{ company: { id: company.id }, sum, term: expect.any(String) }];
  expect(data).toMatchObject({
    clients: 1,
    steps: [
      { action: 'remind', today: met(400), tomorrow: [] },
      { action: 'stop', today: [], tomorrow: met(400) },
      { action: 'penalty', today: met(2), tomorrow: met(2) },
    ],
  });
});

test('only those who handle money change rules; an auditor reads them', async () => {
  const company = await givenCompany(api);
  const body = { company_id: company.id, basis: 'credit', steps: [REMIND] };
  for (const role of ['auditor', 'support'] as const)
    expect((await call('post', 'dunning-rules', body, role)).status).toBe(403);
  expect((await call('post', 'dunning-rules', body, 'treasurer')).status).toBe(200);
  expect((await call('post', 'dunning-rules', body)).status).toBe(409);
  const { token } = company.admin;
  expect((await api.get('/staff/api/dunning-rules', { token })).status).toBe(404);
  expect((await api.get(`/staff/api/clients/${company.id}/dunning`, { token })).status).toBe(404);
});

test('steps that can’t be are refused on their field', async () => {
  const refuse = async (more: object) =>
    (await call('post', 'dunning-rules', { basis: 'credit', ...more })).body.error_messages;
  expect(await refuse({ steps: [] })).toMatchObject({ steps: ['Добавьте шаг'] });
  expect(await refuse({ steps: [{ day: 0, action: 'stop' }] })).toHaveProperty('steps');
  expect(await refuse({ steps: [REMIND, REMIND] })).toHaveProperty('steps');
  expect(await refuse({ steps: [{ day: 1, action: 'penalty' }] })).toHaveProperty('steps');
  expect(await refuse({ basis: 'invoice', steps: [STOP] })).toHaveProperty('steps');
  expect(await refuse({ company_id: 999_999_999, steps: [REMIND] })).toHaveProperty('company_id');
});

test('a client’s own rule comes before his group’s, and that before the one for all', async () => {
  const [own, grouped, all] = [await givenDebtor(api), await givenDebtor(api), await givenDebtor(api)];
  const title = `Должники ${own.id}`;
  const group = (
    await call('post', 'client-groups', { kind: 'dunning', title, clients: [own.id, grouped.id] })
  ).body.data;
  expect(group.clients.map((client: { id: number }) => client.id)).toEqual([own.id, grouped.id]);
  const day = (count: number) => [{ day: count, action: 'remind' as const }];
  const ids = [
    await givenRule(api, {}, day(1)),
    await givenRule(api, { client_group_id: group.id }, day(2)),
    await givenRule(api, { company_id: own.id }, day(3)),
  ];
  for (const id of ids) await confirm(await switchOn(api, id));
  const next = async (company: GivenCompany) => (await readDunning(api, company)).next.day;
  expect([await next(own), await next(grouped), await next(all)]).toEqual([3, 2, 1]);
  expect((await call('put', `client-groups/${group.id}`, { title, clients: [] })).body.message).toBe(
    'Сначала выключите правило этой группы',
  );
  for (const id of ids) await call('post', `dunning-rules/${id}/off`, { reason: 'Проверено' });
});

test('an unpaid invoice is reminded of by its own rule', async () => {
  const company = await givenCompany(api);
  await api.get('/api/client/bill?sum=1500', { token: company.admin.token });
  const id = await givenRule(api, { company_id: company.id, basis: 'invoice' }, [
    { day: 0, action: 'remind' },
  ]);
  await confirm(await switchOn(api, id));
  await sql`update invoice set due_on = ${'2026-12-01'}::date where company_id = ${company.id}`.execute(
    api.ctx.db.system,
  );
  api.clock.advanceSeconds((Date.parse('2026-12-01T09:00:00Z') - api.clock.now().getTime()) / 1000);
  await runDunning(api.ctx);
  expect((await readDunning(api, company)).done).toMatchObject([
    { action: 'remind', outcome: 'done', sum: 1500, about: expect.stringMatching(/^счёт /) },
  ]);
});

test('companies of one director in the register are one owner’s without any group', async () => {
  const [first, second] = [await givenDebtor(api), await givenDebtor(api, { used: 50 })];
  for (const { admin } of [first, second]) {
    const { id } = await givenOrder(api, admin);
    const registry = JSON.stringify({ director: 'Рябов  Семён Ильич' });
    await sql`update card_request set registry = ${registry}::jsonb where id = ${id}`.execute(
      api.ctx.db.system,
    );
  }
  expect((await readDunning(api, first)).owner).toMatchObject({
    title: 'Рябов Семён Ильич',
    by: 'director',
    debt: 450,
    companies: [{ id: first.id }, { id: second.id }],
  });
});

test('a client reads in his log what a rule did to him, and not how staff set it up', async () => {
  const company = await givenDebtor(api);
  const id = await givenRule(api, { company_id: company.id }, [REMIND]);
  await confirm(await switchOn(api, id));
  const json = { last_day: moscowDay(api.clock.now(), 30), reason: 'Тяжёлое положение' };
  const forEver = await call('post', `clients/${company.id}/dunning/pause`, {
    ...json,
    last_day: '9999-12-31',
  });
  expect(forEver.body.error_messages).toEqual({ last_day: ['Пауза длится не больше года'] });
  expect((await call('post', `clients/${company.id}/dunning/pause`, json)).status).toBe(200);
  expect((await call('post', `clients/${company.id}/dunning/resume`, { reason: 'Хватит' })).status).toBe(200);
  expect((await call('post', `clients/${company.id}/dunning/resume`, { reason: 'Ещё' })).status).toBe(409);
  advanceDays(api, 6);
  await runDunning(api.ctx);
  const { data } = (await api.get('/api/audit', { token: company.admin.token })).body;
  const actions = data.map((line: { action: string }) => line.action);
  expect(actions.filter((action: string) => /dunning/.test(action))).toEqual(['dunning-step-done']);
});

test('companies of one owner are shown together with their limits and debts', async () => {
  const [first, second] = [await givenDebtor(api), await givenDebtor(api, { used: 100 })];
  const title = `Владелец ${first.id}`;
  expect((await readDunning(api, first)).owner).toBeNull();
  await call('post', 'client-groups', { kind: 'owner', title, clients: [first.id, second.id] });
  const owner = (await listed('owners')).find((item: { title: string }) => item.title === title);
  expect(owner).toMatchObject({
    by: 'group',
    limit: 2000,
    debt: 500,
    companies: [{ id: first.id, debt: 400, limit: 1000 }, { id: second.id }],
  });
  expect((await readDunning(api, second)).owner).toMatchObject({ title, debt: 500 });
});
