import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allCalls } from '#contract/calls.ts';
import { TARGET_TITLE } from '#contract/backoffice/audit-target-titles.ts';
import { AUDIT_TITLE } from '#contract/backoffice/audit-titles.ts';
import { firstRow, rows } from '../db/database.ts';
import { startApi, type ApiResponse, type TestApi } from '../testing/api.ts';
import { askOwner } from '../testing/ask-owner.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenStaff,
  readUnallocated,
  type GivenCompany,
  type GivenPerson,
} from '../testing/givens/factories.ts';

let api: TestApi;
let company: GivenCompany;
let staff: GivenPerson;
let cardId: number;

const DEVICE = 'Check/1.0';

beforeAll(async () => {
  api = await startApi({ jobs: false });
  // Without the queue no movement ends while its call waits.
  api.ctx.config.networkTimeoutMs = 0;
  company = await givenCompany(api, { unallocatedKopecks: 1_000_000 });
  staff = await givenStaff(api);
  cardId = (await givenCard(api, company.id, { balanceKopecks: 100_000 })).id;
});
afterAll(() => api.stop());

interface Line {
  what: string;
  user_id: number | null;
  company_id: number | null;
  role: string | null;
  ip: string | null;
  device: string | null;
  targets: { kind: string; id: number }[];
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** The lines of a request, by the id that its answer carries. */
function findAuditLines(answer: ApiResponse): Promise<Line[]> {
  return rows(
    api.ctx.db.system,
    sql<Line>`select * from audit_event where request_id = ${answer.headers.get('x-request-id')} order by id`,
  );
}

type SendCall = (path: string, json?: unknown) => Promise<ApiResponse>;

/** Writes of a client and of staff, each in the kind of transaction that its action has. */
const WRITES: [name: string, write: (as: { client: SendCall; staff: SendCall }) => Promise<ApiResponse>][] = [
  ['setCardComment', ({ client }) => client(`/api/card/${cardId}/setComment`, { comment: 'Новый' })],
  [
    'addDriver',
    ({ client }) => client('/api/drivers', { surname: 'Петров', name: 'Пётр', phone: '79161234567' }),
  ],
  ['setThreshold', ({ client }) => client('/api/client/availableFunds', { threshold: 500 })],
  [
    'saveView',
    ({ client }) => client('/api/views', { list: 'cards', name: 'Мой', query: '', shared: false }),
  ],
  ['changeMail', ({ client }) => client('/api/users/mail', { email: 'new@example.ru' })],
  [
    'inviteColleague',
    ({ client }) => client('/api/users', { phone: '79167654321', firstname: 'Ия', role_id: 10 }),
  ],
  [
    'saveStaffView',
    ({ staff: send }) => send('/staff/api/views', { list: 'edm', name: 'Мой', query: '', shared: false }),
  ],
];

describe('every write', () => {
  test.each(WRITES)(
    '%s leaves a line with who, from where, by what and which request',
    async (name, write) => {
      const sendAs =
        (token: string): SendCall =>
        (path, json) =>
          api.post(path, { token, json, headers: { 'user-agent': DEVICE } });
      const answer = await write({ client: sendAs(company.admin.token), staff: sendAs(staff.token) });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      const lines = await findAuditLines(answer);
      expect(lines.length, name).toBeGreaterThan(0);
      const isStaff = name.includes('Staff');
      for (const line of lines)
        expect(line).toMatchObject({
          user_id: isStaff ? staff.id : company.admin.id,
          role: isStaff ? 'staff.owner' : 'admin',
          company_id: isStaff ? null : company.id,
          ip: '127.0.0.1',
          device: DEVICE,
        });
      expect(JSON.stringify(lines)).not.toMatch(/79161234567|79167654321|new@example/);
    },
  );

  test('a request has an id of ours, whatever the caller brings', async () => {
    const answer = await api.get('/api/news', { headers: { 'x-request-id': 'theirs' } });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-z]{8}[\w-]{14}$/);
  });

  test('the code that confirmed an action is in none of its rows', async () => {
    const code = await givenCode(api, company.admin);
    const answer = await api.post(`/api/card/${cardId}/transaction`, {
      token: company.admin.token,
      form: { sum: '150.50', mode: '1', sms: code },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const lines = await findAuditLines(answer);
    expect(lines).toMatchObject([{ what: 'transferToCard', after: { sum: 15_050, mode: 1 } }]);
    expect(JSON.stringify(lines)).not.toContain(code);
  });

  test('a read and a refused write leave no line, but for a call that one may not make', async () => {
    const read = await api.get(`/api/client/${company.id}`, { token: company.admin.token });
    const refused = await api.post(`/api/card/${cardId}/setComment`, {
      token: company.admin.token,
      json: { comment: 'x'.repeat(256) },
    });
    expect([read.status, refused.status]).toEqual([200, 400]);
    expect([...(await findAuditLines(read)), ...(await findAuditLines(refused))]).toEqual([]);
    const unknown = await api.post('/staff/api/terms', { token: company.admin.token, json: { text: 'x' } });
    expect(await findAuditLines(unknown)).toMatchObject([
      { what: 'call-refused', user_id: company.admin.id },
    ]);
  });

  test('without its audit row nothing is written: neither a card’s comment nor money', async () => {
    const comment = () =>
      firstRow(api.ctx.db.system, sql<{ comment: string }>`select comment from card where id = ${cardId}`);
    const [commentBefore, fundsBefore] = [await comment(), await readUnallocated(api, company)];
    await askOwner(api, 'alter table audit_event add constraint refuses_all check (false) not valid');
    const { token } = company.admin;
    const input = await api.post(`/api/card/${cardId}/setComment`, { token, json: { comment: 'Иной' } });
    const moved = await api.post(`/api/client/${company.id}/accounts`, { token, json: HUNDRED });
    await askOwner(api, 'alter table audit_event drop constraint refuses_all');
    expect([input.status, moved.status]).toEqual([500, 500]);
    expect(await comment()).toEqual(commentBefore);
    expect(await readUnallocated(api, company)).toBe(fundsBefore);
    expect((await api.post(`/api/client/${company.id}/accounts`, { token, json: HUNDRED })).status).toBe(200);
  });
});

const HUNDRED = { accounts: [{ partner_id: 1, sum: 100 }] };

describe('money that is posted together', () => {
  test('each movement of a batch has a row with its own caller, and the funds around it', async () => {
    const companies = await Promise.all(
      Array.from({ length: 6 }, () => givenCompany(api, { unallocatedKopecks: 50_000 })),
    );
    const answers = await Promise.all(
      companies.map(({ id, admin }, index) =>
        api.post(`/api/client/${id}/accounts`, {
          token: admin.token,
          json: HUNDRED,
          headers: { 'user-agent': `Browser ${index}` },
        }),
      ),
    );
    for (const [index, answer] of answers.entries()) {
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      const [line, ...more] = await findAuditLines(answer);
      expect(more).toEqual([]);
      expect(line).toMatchObject({
        what: 'distribute',
        user_id: companies[index]?.admin.id,
        company_id: companies[index]?.id,
        role: 'admin',
        device: `Browser ${index}`,
        before: { unallocated: 50_000 },
        after: { unallocated: 40_000 },
      });
    }
  });
});

test('every call that changes something, and every event, has a title in the log', () => {
  const calls = allCalls
    .filter((call) => call.method !== 'GET' && !call.changesNothing && !call.path.startsWith('/dev/'))
    .map((call) => call.name);
  const source = readFileSync(path.join(import.meta.dirname, '../audit/audited-event.ts'), 'utf8');
  const events = [...source.matchAll(/^ {2}\| '([\w-]+)'/gm)].map(([, name = '']) => name);
  expect(events.length).toBeGreaterThan(30);
  expect([...calls, ...events].filter((name) => AUDIT_TITLE[name] === undefined)).toEqual([]);
});

test('every kind of thing that a line concerns has a word', () => {
  const folder = path.join(import.meta.dirname, '..');
  const files = globSync('**/*.ts', { cwd: folder }).filter((name) => !name.endsWith('.test.ts'));
  const kinds = files.flatMap((name) => {
    const source = readFileSync(path.join(folder, name), 'utf8');
    return [...source.matchAll(/kind: '([\w-]+)', id\b/g)].map(([, kind = '']) => kind);
  });
  expect(kinds.length).toBeGreaterThan(50);
  expect([...new Set(kinds)].filter((kind) => TARGET_TITLE[kind] === undefined)).toEqual([]);
});
