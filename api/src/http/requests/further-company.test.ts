import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../testing/api.ts';
import {
  givenCompany,
  givenSession,
  type GivenCompany,
  type GivenPerson,
} from '../../testing/givens/factories.ts';
import {
  CALLS_BY_ID,
  NAMED_INPUT,
  getTargetKind,
  givenNamedThings,
  readAllRows,
} from '../../testing/givens/given-named-things.ts';

let api: TestApi;
let home: GivenCompany;
let further: GivenCompany;
/** An admin of both companies, with two sessions. */
let person: GivenPerson;
/** Things of each company by their owner's id. */
let things: Record<number, Record<string, number>>;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  home = await givenCompany(api, { unallocatedKopecks: 1000_00 });
  further = await givenCompany(api, { unallocatedKopecks: 1000_00 });
  person = home.admin;
  things = {
    [home.id]: await givenNamedThings(api, home),
    [further.id]: await givenNamedThings(api, further),
  };
  await sql`insert into membership (user_id, company_id, role, since)
    values (${person.id}, ${further.id}, 'admin', ${api.clock.now()})`.execute(api.ctx.db.system);
});
afterAll(() => api.stop());

/** Entering a company is the one call that has to find a further company of the caller. */
const CALLS = CALLS_BY_ID.filter(({ path }) => getTargetKind(path) !== 'companies');

test.each(['home', 'further'] as const)(
  'who acts for the %s company reaches and changes nothing of the other',
  async (place) => {
    const [acting, other] = place === 'home' ? [home, further] : [further, home];
    const token = await givenSession(api, person.id);
    // The other session acts for the other company all the while.
    const beside = await givenSession(api, person.id);
    await api.post(`/api/companies/${acting.id}/enter`, { token });
    await api.post(`/api/companies/${other.id}/enter`, { token: beside });
    const before = await readAllRows(api, other.id);
    const leaks: string[] = [];
    let tried = 0;
    for (const { name, method, path } of CALLS) {
      const kind = getTargetKind(path);
      const id = things[other.id]?.[kind];
      // A session belongs to its person, whatever company it acts for. A kind of which neither company has a thing proves nothing.
      if (kind === 'sessions' || id === things[acting.id]?.[kind]) continue;
      tried += 1;
      const target = path.replace(':id', String(id)).replaceAll(/:\w+/g, '1');
      const ask = { GET: api.get, POST: api.post, PUT: api.put, DELETE: api.delete }[method];
      const reply = await ask(target, { token, json: method === 'GET' ? undefined : NAMED_INPUT });
      const isRefused = [400, 403, 404].includes(reply.status);
      if (!isRefused || JSON.stringify(reply.body).includes(other.inn)) leaks.push(`${name} ${reply.status}`);
    }
    expect(leaks).toEqual([]);
    expect(tried).toBeGreaterThan(50);
    expect(await readAllRows(api, other.id)).toEqual(before);
    const { body } = await api.get('/api/users/profile', { token: beside });
    expect(body.data.company.id).toBe(other.id);
  },
  300_000,
);
