import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import { givenCompany, type GivenCompany } from '../../testing/givens/factories.ts';
import {
  CALLS_BY_ID,
  NAMED_INPUT,
  getTargetKind,
  givenNamedThings,
} from '../../testing/givens/given-named-things.ts';

let api: TestApi;
let ours: GivenCompany;
let theirs: GivenCompany;
/** Things of the other company, by the part of the path before the id. */
let things: Record<string, number>;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  ours = await givenCompany(api, { unallocatedKopecks: 1000_00 });
  theirs = await givenCompany(api, { unallocatedKopecks: 1000_00 });
  things = await givenNamedThings(api, theirs);
});
afterAll(() => api.stop());

test('every kind of thing that a call names by its id is tried', () => {
  const kinds = new Set(CALLS_BY_ID.map(({ path }) => getTargetKind(path)));
  expect([...kinds].filter((kind) => !(kind in things))).toEqual([]);
});

test.each(CALLS_BY_ID.map((call) => [call.name, call] as const))(
  '§6.4 calls 1: %s finds nothing of another company, for any caller',
  async (_, { method, path }) => {
    const id = things[getTargetKind(path)] as number;
    const target = path.replace(':id', String(id)).replaceAll(/:\w+/g, '1');
    const json = method === 'GET' ? undefined : NAMED_INPUT;
    const { token } = ours.admin;
    const ask = { GET: api.get, POST: api.post, PUT: api.put, DELETE: api.delete }[method];
    const reply = await ask(target, { token, json });
    expect([400, 403, 404]).toContain(reply.status);
    expect(JSON.stringify(reply.body)).not.toContain(theirs.inn);
    // A caller without a sandbox is refused for that first.
    if (method === 'GET') expect(reply.status).toBe(path.startsWith('/api/v1/sandbox/') ? 403 : 404);
  },
);
