import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Role } from '#contract/access.ts';
import { allCalls } from '#contract/calls.ts';
import { isStaffAction } from '#contract/staff-access.ts';
import { getOnlyRow, rows } from '../../db/database.ts';
import { seededRandom } from '../../lib/seeded-random.ts';
import { startApi, type TestApi } from '../../testing/api.ts';
import {
  givenCompany,
  givenPerson,
  givenSession,
  type GivenCompany,
  type GivenPerson,
} from '../../testing/givens/factories.ts';
import {
  CALLS_BY_ID,
  NAMED_INPUT,
  getTargetKind,
  givenNamedThings,
} from '../../testing/givens/given-named-things.ts';

/** `npm run prove:companies` makes 20 000. */
const REQUESTS = Number(process.env.COMPANY_REQUESTS ?? 400);
const SEED = Number(process.env.COMPANY_SEED ?? 43);
const PEOPLE = 6;
const ROLES: readonly Role[] = ['specialist', 'manager', 'admin'];

interface Actor extends GivenPerson {
  /** Open roles by company. Those by a delegation have its id. */
  roles: Map<number, { delegationId: number | null }>;
  /** The company that the session has entered. It acts for none while the role there is taken away. */
  entered: number | null;
}

let api: TestApi;
let companies: GivenCompany[];
let firm: GivenCompany;
let actors: Actor[];
let things: Map<number, Record<string, number>>;
const random = seededRandom(SEED);

beforeAll(async () => {
  api = await startApi({ jobs: false });
  companies = [await givenCompany(api), await givenCompany(api), await givenCompany(api)];
  firm = await givenCompany(api);
  things = new Map();
  for (const company of companies) things.set(company.id, await givenNamedThings(api, company));
  actors = [];
  for (let count = 0; count < PEOPLE; count += 1)
    actors.push({ ...(await givenPerson(api)), roles: new Map(), entered: null });
}, 300_000);
afterAll(() => api.stop());

/** Calls that name a thing of a company. Entering is the call that has to find a further one; a session is of its person. */
const BY_ID = CALLS_BY_ID.filter(
  ({ path }) => !['companies', 'sessions', 'factor'].includes(getTargetKind(path)),
);
/**
 * Reads of a company as a whole. A delegation names both of its companies. A stream does not end by itself: its own tests
 * (follow-changes.test.ts) listen to it.
 */
const LISTS = allCalls.filter(
  ({ caller, method, path, name, kind }) =>
    method === 'GET' &&
    kind !== 'events' &&
    caller !== 'public' &&
    caller !== 'signed-in' &&
    !isStaffAction(caller) &&
    !path.includes(':') &&
    path.startsWith('/api/') &&
    !name.includes('Delegation'),
);

/** How many requests were made that could have reached another company. */
let tried = 0;

/** A tab of the actor: one that names its company, whatever the session has entered, or one that names none. */
interface Tab {
  acting: number | null;
  headers: Record<string, string>;
}

const getActing = ({ entered, roles }: Actor) => (entered !== null && roles.has(entered) ? entered : null);

function openTab(actor: Actor): Tab {
  if (random.chance(0.5)) return { acting: getActing(actor), headers: {} };
  const { id } = random.pick(companies);
  return { acting: actor.roles.has(id) ? id : null, headers: { 'x-company-id': String(id) } };
}

async function grant(actor: Actor): Promise<void> {
  const company = random.pick(companies);
  if (actor.roles.has(company.id)) return;
  const role = random.pick(ROLES);
  const isDelegated = role !== 'admin' && random.chance(0.5);
  const now = api.clock.now();
  const { system } = api.ctx.db;
  const delegation = isDelegated
    ? await getOnlyRow(
        system,
        sql<{ id: number }>`
          insert into delegation (company_id, firm_inn, firm_title, firm_id, role, granted_by, granted_at, accepted_by, accepted_at)
          values (${company.id}, ${firm.inn}, 'Бухгалтерия', ${firm.id}, ${role}, ${company.admin.id}, ${now}, ${firm.admin.id}, ${now})
          on conflict (company_id, firm_inn) where ended_at is null do update set role = delegation.role returning id`,
      )
    : null;
  await sql`
    insert into membership (user_id, company_id, role, via, since, delegation_id)
    values (${actor.id}, ${company.id}, ${role}, ${isDelegated ? 'delegation' : 'employee'}, ${now}, ${delegation?.id ?? null})
    on conflict (user_id, company_id) where ended_at is null
    do update set role = excluded.role, via = excluded.via, delegation_id = excluded.delegation_id`.execute(
    system,
  );
  actor.roles.set(company.id, { delegationId: delegation?.id ?? null });
}

/** Ends a role as its company does: by taking it away, or by ending the delegation of the whole firm. */
async function end(actor: Actor): Promise<void> {
  const [companyId, role] = actor.roles.size > 0 ? random.pick([...actor.roles]) : [];
  const company = companies.find(({ id }) => id === companyId);
  if (!company || !role) return;
  const { token } = company.admin;
  const { delegationId } = role;
  if (delegationId === null) {
    const json = { id: actor.id };
    expect((await api.post('/api/users/detachRoles', { token, json })).status).toBe(200);
    actor.roles.delete(company.id);
    return;
  }
  expect((await api.delete(`/api/delegations/${delegationId}`, { token })).status).toBe(200);
  for (const other of actors)
    if (other.roles.get(company.id)?.delegationId === delegationId) other.roles.delete(company.id);
}

async function enter(actor: Actor): Promise<void> {
  const { id } = random.pick(companies);
  const { status } = await api.post(`/api/companies/${id}/enter`, { token: actor.token });
  expect(status).toBe(actor.roles.has(id) ? 200 : 404);
  if (status === 200) actor.entered = id;
}

/** Returns what a request of a tab reached that is not of the company for which it acts, or null. */
async function findLeak(actor: Actor): Promise<string | null> {
  const { acting, headers } = openTab(actor);
  const others = companies.filter(({ id }) => id !== acting);
  if (random.chance(0.3)) {
    const { name, path } = random.pick(LISTS);
    tried += 1;
    const reply = await api.get(path, { token: actor.token, headers });
    const text = JSON.stringify(reply.body);
    if (acting === null && reply.status === 200 && others.some(({ inn }) => text.includes(inn)))
      return `${name} answers without a role`;
    return others.some(({ inn }) => text.includes(inn)) ? `${name} names another company` : null;
  }
  const { name, method, path } = random.pick(BY_ID);
  const other = random.pick(others);
  const kind = getTargetKind(path);
  const id = things.get(other.id)?.[kind];
  // A kind that has no thing of its own proves nothing.
  if (id === undefined || id === 1) return null;
  tried += 1;
  const target = path.replace(':id', String(id)).replaceAll(/:\w+/g, '1');
  const ask = { GET: api.get, POST: api.post, PUT: api.put, DELETE: api.delete }[method];
  const json = method === 'GET' ? undefined : NAMED_INPUT;
  const reply = await ask(target, { token: actor.token, headers, json });
  const isRefused = [400, 401, 403, 404].includes(reply.status) || reply.body.reason === 'company';
  return isRefused && !JSON.stringify(reply.body).includes(other.inn) ? null : `${name} ${reply.status}`;
}

/** Tables that the model’s own grants and ends change, and the log of refusals. */
const CHANGED = ['audit_event', 'membership', 'delegation', 'notice_event', 'session'];

/** Returns a digest of all rows of the companies by table. */
async function readAllRows(): Promise<Record<string, string>> {
  const { system } = api.ctx.db;
  const tables = await rows(
    system,
    sql<{ name: string }>`
      select c.relname as name from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
        and c.relname <> all(${CHANGED}::text[]) and has_table_privilege('magistral_system', c.oid, 'select') order by 1`,
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const { digest } = await getOnlyRow(
      system,
      sql<{ digest: string }>`
        select count(*) || ' ' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as digest
        from ${sql.table(name)} t where company_id = any(${companies.map(({ id }) => id)}::bigint[])`,
    );
    digests[name] = digest;
  }
  return digests;
}

/** Sessions and limits are of minutes and hours of the test's clock. */
const RENEWED_EVERY = 250;

async function renewSessions(): Promise<void> {
  api.clock.advanceSeconds(600);
  for (const company of [...companies, firm]) company.admin.token = await givenSession(api, company.admin.id);
  for (const actor of actors) {
    actor.token = await givenSession(api, actor.id);
    actor.entered = null;
  }
}

test(`of ${REQUESTS} generated requests none reaches a company that was not entered`, async () => {
  const before = await readAllRows();
  const leaks: string[] = [];
  for (let made = 0; made < REQUESTS; made += 1) {
    if (made % RENEWED_EVERY === 0) await renewSessions();
    const actor = random.pick(actors);
    const what = random.next();
    if (what < 0.06) await grant(actor);
    else if (what < 0.1) await end(actor);
    else if (what < 0.2) await enter(actor);
    else {
      const leak = await findLeak(actor);
      if (leak) leaks.push(`${made}: ${leak}`);
    }
    if (made % 50 === 0) {
      const { acting, headers } = openTab(actor);
      const { body } = await api.get('/api/users/profile', { token: actor.token, headers });
      expect(body.data.company?.id ?? null).toBe(acting);
    }
  }
  expect(leaks).toEqual([]);
  expect(tried).toBeGreaterThan(REQUESTS / 3);
  expect(await readAllRows()).toEqual(before);
}, 3_600_000);
