import { afterAll, beforeAll, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import type { TestApi } from '../../../testing/api.ts';
import { givenPerson, givenStaff, type GivenPerson } from '../../../testing/givens/factories.ts';
import {
  givenReliableCard,
  givenUnclearBlock,
  setUpUnsettled,
  type UnsettledCalls,
} from '../../../testing/givens/given-unsettled.ts';
import { storeUnreadable } from '../../fuel/sales/unreadable-sales.ts';

let api: TestApi;
let calls: UnsettledCalls;
let owner: GivenPerson;
let support: GivenPerson;

beforeAll(async () => {
  ({ api, calls } = await setUpUnsettled());
  owner = await givenStaff(api);
  support = await givenPerson(api, { staffRole: 'support' });
});

afterAll(() => api?.stop());

interface Case {
  kind: string;
  id: number;
}

let made = 0;

/** An unreadable record of a network, a minute after the one before. */
async function givenRecord(): Promise<Case> {
  api.clock.advanceSeconds(60);
  const text = `запись ${++made}`;
  await storeUnreadable(api.ctx, PARTNER.rn, [{ key: text, text, problem: 'Value: expected number' }]);
  const { body } = await calls.list('?kind=record');
  return { kind: 'record', id: body.data[0].id };
}

const post = (person: GivenPerson, verb: 'take' | 'release', cases: readonly Case[]) =>
  api.post(`/staff/api/unsettled/${verb}`, { token: person.token, json: { cases } });

async function list(person: GivenPerson, query: string): Promise<Case[]> {
  const { status, body } = await api.get(`/staff/api/unsettled?${query}`, { token: person.token });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data.map(({ kind, id }: Case) => ({ kind, id }));
}

test('a case that a member takes has his name, and is among his own', async () => {
  const taken = await givenRecord();
  expect((await post(support, 'take', [taken])).body.data).toEqual({ taken: [taken] });
  const { data } = (await api.get('/staff/api/unsettled?kind=record', { token: owner.token })).body;
  expect(data.find(({ id }: Case) => id === taken.id).owner).toEqual({
    id: support.id,
    firstname: 'Анна',
    lastname: 'Дорожкина',
    taken_at: api.clock.now().toISOString(),
  });
  expect(await list(support, 'owner=me')).toContainEqual(taken);
  expect(await list(owner, 'owner=me')).not.toContainEqual(taken);
  expect(await list(owner, 'owner=none')).not.toContainEqual(taken);
  const audit = await api.get('/staff/api/audit?action=tasks-taken', { token: owner.token });
  expect(audit.body.data[0].targets).toEqual([
    expect.objectContaining({ kind: 'case-record', id: taken.id }),
  ]);
});

test('a case of a colleague stays his, and is given back by anyone', async () => {
  const [first, second] = [await givenRecord(), await givenRecord()];
  await post(support, 'take', [first]);
  expect((await post(owner, 'take', [first, second])).body.data).toEqual({ taken: [second] });
  expect((await post(owner, 'release', [first])).body.data).toEqual({ released: [first] });
  expect((await post(owner, 'release', [first])).body.data).toEqual({ released: [] });
  expect(await list(owner, 'owner=none')).toContainEqual(first);
});

test('cases of two kinds with one number have owners of their own', async () => {
  const record = await givenRecord();
  const { company, card } = await givenReliableCard(api);
  const block = { kind: 'block', id: await givenUnclearBlock(api, company, card) };
  expect((await post(support, 'take', [block, record])).body.data.taken).toEqual([block, record]);
  expect((await post(owner, 'take', [{ kind: 'sale', id: record.id }])).body.data).toEqual({ taken: [] });
  expect(await list(support, 'owner=me&kind=block')).toEqual([block]);
});

test('a case that waits no longer can’t be taken', async () => {
  const closed = await givenRecord();
  expect((await calls.close('record', closed.id)).status).toBe(200);
  expect((await post(support, 'take', [closed, { kind: 'job', id: 999_999 }])).body.data).toEqual({
    taken: [],
  });
});

test('the oldest cases come first on request', async () => {
  const [older, newer] = [await givenRecord(), await givenRecord()];
  const ids = (cases: Case[]) =>
    cases.filter(({ id }) => id === older.id || id === newer.id).map(({ id }) => id);
  expect(ids(await list(owner, 'kind=record&sort=date'))).toEqual([older.id, newer.id]);
  expect(ids(await list(owner, 'kind=record'))).toEqual([newer.id, older.id]);
});

test('an auditor takes no case, and a wrong choice is refused', async () => {
  const auditor = await givenPerson(api, { staffRole: 'auditor' });
  const { admin } = (await givenReliableCard(api)).company;
  for (const verb of ['take', 'release'] as const) {
    expect((await post(auditor, verb, [{ kind: 'job', id: 1 }])).status).toBe(403);
    expect((await post(admin, verb, [{ kind: 'job', id: 1 }])).status).toBe(404);
    expect((await post(owner, verb, [])).status).toBe(400);
    expect((await post(owner, verb, [{ kind: 'money', id: 1 }])).status).toBe(400);
  }
  for (const query of ['owner=him', 'sort=company'])
    expect((await api.get(`/staff/api/unsettled?${query}`, { token: owner.token })).status).toBe(400);
});
