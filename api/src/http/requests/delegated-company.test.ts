import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { givenCompany, type GivenCompany } from '../../testing/givens/factories.ts';
import { givenDelegation, type GivenDelegation } from '../../testing/givens/given-delegation.ts';
import {
  CALLS_BY_ID,
  NAMED_INPUT,
  getTargetKind,
  givenNamedThings,
  readAllRows,
} from '../../testing/givens/given-named-things.ts';

let api: TestApi;
let company: GivenCompany;
let things: Record<string, number>;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  company = await givenCompany(api, { unallocatedKopecks: 1000_00 });
  things = await givenNamedThings(api, company);
});
afterAll(() => api.stop());

/** Sessions belong to their person; entering a company is tried by itself. */
const CALLS = CALLS_BY_ID.filter(({ path }) => !['sessions', 'companies'].includes(getTargetKind(path)));

/** Calls with the company's ids. Returns the names of those that were answered or named the company. */
async function listLeaks({ accountant: { token } }: GivenDelegation): Promise<string[]> {
  const leaks: string[] = [];
  for (const { name, method, path } of CALLS) {
    const target = path.replace(':id', String(things[getTargetKind(path)])).replaceAll(/:\w+/g, '1');
    const ask = { GET: api.get, POST: api.post, PUT: api.put, DELETE: api.delete }[method];
    const reply = await ask(target, { token, json: method === 'GET' ? undefined : NAMED_INPUT });
    const isRefused = [400, 403, 404].includes(reply.status);
    if (!isRefused || JSON.stringify(reply.body).includes(company.inn)) leaks.push(`${name} ${reply.status}`);
  }
  return leaks;
}

/** Ways to take the company from a person of the firm while the session acts for it. */
const ENDS: Record<string, (given: GivenDelegation) => Promise<unknown>> = {
  'the company ended it': ({ id }) => api.delete(`/api/delegations/${id}`, { token: company.admin.token }),
  'the firm ended it': ({ id, firm }) => api.delete(`/api/delegations/${id}`, { token: firm.admin.token }),
  'the person was taken off': ({ id, firm, accountant }) =>
    api.delete(`/api/delegations/${id}/people/${accountant.id}`, { token: firm.admin.token }),
  'the person left the firm': ({ firm, accountant }) =>
    api.post('/api/users/detachRoles', { token: firm.admin.token, json: { id: accountant.id } }),
  'the person returned to the firm': ({ firm, accountant }) =>
    api.post(`/api/companies/${firm.id}/enter`, { token: accountant.token }),
};

test.each(Object.entries(ENDS))(
  'no call reaches or changes the company once %s',
  async (_, end) => {
    const given = await givenDelegation(api, company, { role_id: 9 });
    await end(given);
    const before = await readAllRows(api, company.id);
    expect(await listLeaks(given)).toEqual([]);
    expect(await readAllRows(api, company.id)).toEqual(before);
  },
  300_000,
);

test('a delegated specialist changes nothing of the company by any call', async () => {
  const { accountant } = await givenDelegation(api, company, { role_id: 10 });
  const before = await readAllRows(api, company.id);
  const written: string[] = [];
  for (const { name, method, path } of CALLS.filter((call) => call.method !== 'GET')) {
    const target = path.replace(':id', String(things[getTargetKind(path)])).replaceAll(/:\w+/g, '1');
    const ask = { GET: api.get, POST: api.post, PUT: api.put, DELETE: api.delete }[method];
    const { status } = await ask(target, { token: accountant.token, json: NAMED_INPUT });
    if (![400, 403, 404].includes(status)) written.push(`${name} ${status}`);
  }
  expect(written).toEqual([]);
  // Refused attempts of a user stand in the log of the company.
  const after = await readAllRows(api, company.id);
  expect({ ...after, audit_event: before.audit_event }).toEqual(before);
}, 300_000);

test('a delegated manager reaches nothing of the firm or of another client', async () => {
  const { firm, accountant } = await givenDelegation(api, company, { role_id: 9 });
  const other = await givenCompany(api);
  for (const owner of [firm, other]) {
    const theirs = await givenNamedThings(api, owner);
    const before = await readAllRows(api, owner.id);
    const leaks: string[] = [];
    for (const { name, method, path } of CALLS) {
      const kind = getTargetKind(path);
      if (theirs[kind] === things[kind]) continue;
      const target = path.replace(':id', String(theirs[kind])).replaceAll(/:\w+/g, '1');
      const ask = { GET: api.get, POST: api.post, PUT: api.put, DELETE: api.delete }[method];
      const reply = await ask(target, {
        token: accountant.token,
        json: method === 'GET' ? undefined : NAMED_INPUT,
      });
      const isRefused = [400, 403, 404].includes(reply.status);
      if (!isRefused || JSON.stringify(reply.body).includes(owner.inn)) leaks.push(`${name} ${reply.status}`);
    }
    expect(leaks).toEqual([]);
    expect(await readAllRows(api, owner.id)).toEqual(before);
  }
}, 300_000);
