import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import { createTestDatabase } from '../../../../testing/database.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  type GivenPerson,
} from '../../../../testing/givens/factories.ts';
import { dyingContext, ProcessKilled } from '../../../../testing/dying-context.ts';
import { listNotices, sendDueNotices } from '../../../../testing/notices.ts';
import { escalateExceptions } from './escalate-exceptions.ts';
import { maintainRules } from '../maintain-rules.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let api: TestApi;
beforeAll(async () => {
  database = await createTestDatabase();
  api = await startApi({ jobs: false, databaseUrl: database.url });
});
afterAll(async () => {
  await api.stop();
  await database.drop();
});

async function given() {
  const company = await givenCompany(api);
  const { id: companyId, admin } = company;
  const { token } = admin;
  const card = await givenCard(api, companyId, { balanceKopecks: 100_000_00 });
  const json = { rules: [{ kind: 'litres_filling', value: 60 }] };
  await api.put(`/api/card/${card.id}/rules`, { token, json });
  const onDuty = await givenPerson(api, { companyId, role: 'manager' });
  const second = await givenPerson(api, { companyId, role: 'manager' });
  const name = (input: object) => api.put('/api/exceptions/duty', { token, json: input });
  const ask = async () => {
    const input = { card_id: card.id, goods_id: 301, litres: 90, reason: 'Дальний рейс' };
    return (await api.post('/api/exceptions', { token, json: input })).body.data;
  };
  return { company, card, admin, onDuty, second, name, ask };
}

/** Counts the requests that each user was notified of. */
async function countNotices(...people: GivenPerson[]): Promise<number[]> {
  await sendDueNotices(api);
  const all = await Promise.all(people.map((person) => listNotices(api, person)));
  return all.map((notices) => notices.filter(({ kind }) => kind === 'exception-asked').length);
}

async function listed({ token }: GivenPerson, id: number) {
  const { body } = await api.get('/api/exceptions?perPage=50', { token });
  return body.data.find((item: { id: number }) => item.id === id);
}

test('a request goes to the user on duty, the second one, then the admins, each once', async () => {
  const { admin, onDuty, second, name, ask } = await given();
  await name({ first_id: onDuty.id, second_id: second.id, due_minutes: 5 });
  const { id, awaited, turn, due_at: due } = await ask();
  expect([turn, awaited]).toEqual(['first', expect.any(String)]);
  expect(new Date(due).getTime() - api.clock.now().getTime()).toBe(5 * 60_000);
  expect(await countNotices(onDuty, second, admin)).toEqual([1, 0, 0]);
  api.clock.advanceSeconds(299);
  await maintainRules(api.ctx);
  expect(await countNotices(onDuty, second, admin)).toEqual([1, 0, 0]);
  api.clock.advanceSeconds(1);
  await maintainRules(api.ctx);
  await maintainRules(api.ctx);
  expect(await listed(admin, id)).toMatchObject({ turn: 'second', escalated: true });
  expect(await countNotices(onDuty, second, admin)).toEqual([1, 1, 0]);
  api.clock.advanceSeconds(300);
  await maintainRules(api.ctx);
  expect(await listed(admin, id)).toMatchObject({ turn: 'admins', awaited: null, state: 'asked' });
  expect(await countNotices(onDuty, second, admin)).toEqual([1, 1, 1]);
});

test('a killed process passes a request on to the next user all the same, once', async () => {
  const { admin, onDuty, second, name, ask } = await given();
  await name({ first_id: onDuty.id, second_id: second.id, due_minutes: 5 });
  const { id } = await ask();
  await countNotices(onDuty);
  api.clock.advanceSeconds(300);
  let statement = 1;
  for (; await diesAtStatement(statement); statement += 1)
    expect(await listed(admin, id)).toMatchObject({ turn: 'first', escalated: false });
  expect(statement).toBeGreaterThan(5);
  expect(await listed(admin, id)).toMatchObject({ turn: 'second', escalated: true });
  await restart();
  await maintainRules(api.ctx);
  expect(await countNotices(onDuty, second, admin)).toEqual([1, 1, 0]);
  api.clock.advanceSeconds(300);
  await restart();
  await maintainRules(api.ctx);
  expect(await countNotices(onDuty, second, admin)).toEqual([1, 1, 1]);
});

/** Returns true when a process that dies before this statement did not finish. */
async function diesAtStatement(statement: number): Promise<boolean> {
  const dead = await escalateExceptions(dyingContext(api.ctx, statement)).then(
    () => null,
    (error: unknown) => error,
  );
  if (dead !== null) expect(dead).toBeInstanceOf(ProcessKilled);
  return dead !== null;
}

async function restart(): Promise<void> {
  const { clock } = api;
  await api.stop();
  api = await startApi({ jobs: false, databaseUrl: database.url, overrides: { clock } });
}

test('a group of trucks has people of its own', async () => {
  const { card, company, admin, onDuty, second, name, ask } = await given();
  const { token } = admin;
  const group = (await api.post('/api/vehicle-groups', { token, json: { title: 'Север' } })).body.data;
  const truck = { plate: 'А123ВС77', group_id: group.id, card_ids: [card.id] };
  expect((await api.post('/api/vehicles', { token, json: truck })).status).toBe(200);
  await name({ first_id: onDuty.id, due_minutes: 5 });
  const set = await name({ group_id: group.id, first_id: second.id, due_minutes: 30 });
  expect(set.body.data).toMatchObject([
    { group: null, first: { id: onDuty.id }, second: null, due_minutes: 5 },
    { group: { title: 'Север' }, first: { id: second.id }, due_minutes: 30 },
  ]);
  await ask();
  expect(await countNotices(onDuty, second, admin)).toEqual([0, 1, 0]);
  expect(company.id).toBeGreaterThan(0);
});

test('a user who may not answer any more is passed over, and can’t be named', async () => {
  const { company, admin, onDuty, second, name, ask } = await given();
  const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  expect((await name({ first_id: specialist.id })).status).toBe(400);
  const { admin: foreign } = await givenCompany(api);
  expect((await name({ first_id: foreign.id })).status).toBe(400);
  expect((await name({ first_id: onDuty.id, group_id: 1 })).status).toBe(404);
  await name({ first_id: onDuty.id, second_id: second.id });
  await sql`update app_user set role = 'specialist' where id = ${onDuty.id}`.execute(api.ctx.db.system);
  expect(await ask()).toMatchObject({ turn: 'second' });
  expect(await countNotices(onDuty, second, admin)).toEqual([0, 1, 0]);
});

test('without a duty all who may answer are notified, and a removed duty is empty', async () => {
  const { admin, onDuty, second, name, ask } = await given();
  await name({ first_id: onDuty.id });
  expect((await name({})).body.data).toEqual([]);
  expect(await ask()).toMatchObject({ turn: 'anybody', awaited: null });
  expect(await countNotices(onDuty, second, admin)).toEqual([1, 1, 1]);
  expect((await api.put('/api/exceptions/duty', { token: onDuty.token, json: {} })).status).toBe(403);
});

test('the audit log says who answered before, and who does from now on', async () => {
  const { admin, onDuty, second, name } = await given();
  await name({ first_id: onDuty.id, due_minutes: 5 });
  await name({ first_id: second.id, second_id: onDuty.id, due_minutes: 10 });
  await name({ first_id: null });
  const { body } = await api.get('/api/audit?action=setExceptionDuty', { token: admin.token });
  const [one, two] = [
    { firstId: onDuty.id, secondId: null, dueMinutes: 5 },
    { firstId: second.id, secondId: onDuty.id, dueMinutes: 10 },
  ];
  const noOne = { firstId: null, secondId: null };
  expect(body.data.map(({ before, after }: Change) => [before, after])).toMatchObject([
    [two, noOne],
    [one, two],
    [noOne, one],
  ]);
});

interface Change {
  before: object;
  after: object;
}
