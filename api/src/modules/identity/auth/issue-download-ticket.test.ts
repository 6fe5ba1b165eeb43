import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import { givenCompany, givenPerson, type GivenCompany } from '../../../testing/givens/factories.ts';

const REPORT = '/api/operations/getReport?date_from=2026-09-01&date_to=2026-09-15&xls=1';

let api: TestApi;
let company: GivenCompany;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  company = await givenCompany(api);
});
afterAll(() => api.stop());

function ask(path: unknown, token = company.admin.token): Promise<ApiResponse> {
  return api.post('/api/downloads/ticket', { token, json: { path } });
}

async function ticketFor(path: string, token?: string): Promise<string> {
  const reply = await ask(path, token);
  expect(reply.status).toBe(200);
  return reply.body.data.ticket;
}

function open(path: string, ticket: string): Promise<ApiResponse> {
  return api.get(`${path}${path.includes('?') ? '&' : '?'}xAuthToken=${ticket}`);
}

describe('a download ticket', () => {
  it('a download ticket opens its one path, once, and no intermediary caches the file', async () => {
    const reply = await ask(REPORT);
    expect(reply.body.data).toEqual({
      ticket: expect.stringMatching(/^[\w-]{43}$/),
      expires_at: new Date(api.clock.now().getTime() + 60_000).toISOString(),
    });
    const file = await open(REPORT, reply.body.data.ticket);
    expect(file.status).toBe(200);
    expect(file.headers.get('cache-control')).toBe('private, no-store');
    expect(file.headers.get('referrer-policy')).toBe('no-referrer');
    expect((await open(REPORT, reply.body.data.ticket)).status).toBe(401);
  });

  it('a ticket that opens nothing is for one caller too, as is a company’s call', async () => {
    const unused = (answered: ApiResponse) => [answered.status, answered.headers.get('cache-control')];
    expect(unused(await open(REPORT, 'no-ticket'))).toEqual([401, 'private, no-store']);
    const { token } = company.admin;
    expect(unused(await open('/api/invoices/999999999/download', token))).toEqual([404, 'private, no-store']);
    expect(unused(await api.get('/api/invoices', { token }))).toEqual([200, 'private, no-store']);
    expect(unused(await api.get('/api/nowhere'))).toEqual([404, 'no-store']);
  });

  it('used twice at once opens once', async () => {
    const ticket = await ticketFor(REPORT);
    const both = await Promise.all([open(REPORT, ticket), open(REPORT, ticket), open(REPORT, ticket)]);
    expect(both.map((reply) => reply.status).sort((a, b) => a - b)).toEqual([200, 401, 401]);
  });

  it('a download ticket is used up by a program that sends HEAD before it', async () => {
    const ticket = await ticketFor(REPORT);
    const head = await fetch(`${api.url}${REPORT}&xAuthToken=${ticket}`, { method: 'HEAD' });
    expect(head.status).toBe(404);
    expect((await open(REPORT, ticket)).status).toBe(200);
  });

  it('a download ticket opens no other path and no other query', async () => {
    const ticket = await ticketFor(REPORT);
    expect((await open(`${REPORT}&card_id=1`, ticket)).status).toBe(401);
    expect((await open('/api/operations/getReport', ticket)).status).toBe(401);
    expect((await open(REPORT, ticket)).status).toBe(200);
  });

  it('a download ticket of a bare path opens it with any query, once (calls 1)', async () => {
    const [bare] = REPORT.split('?') as [string];
    const ticket = await ticketFor(bare);
    expect((await open('/api/client/bill?sum=5', ticket)).status).toBe(401);
    expect((await open(REPORT, ticket)).status).toBe(200);
    expect((await open(REPORT, ticket)).status).toBe(401);
    expect((await open(bare, await ticketFor(bare))).status).toBe(200);
  });

  it('a download ticket is dead after a minute', async () => {
    const ticket = await ticketFor(REPORT);
    api.clock.advanceSeconds(60);
    expect((await open(REPORT, ticket)).status).toBe(401);
  });

  it('a download ticket dies with its session, and gives no more than its owner has', async () => {
    const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    const ticket = await ticketFor(REPORT, specialist.token);
    await api.post('/api/users/detachRoles', { token: company.admin.token, json: { id: specialist.id } });
    expect((await open(REPORT, ticket)).status).toBe(403);
    const leaving = await givenPerson(api, { companyId: company.id, role: 'manager' });
    const unused = await ticketFor(REPORT, leaving.token);
    await api.post('/api/auth/logout', { token: leaving.token });
    expect((await open(REPORT, unused)).status).toBe(401);
  });

  it('a download ticket is no session: it opens no ordinary call in header or query', async () => {
    const ticket = await ticketFor('/api/users/profile');
    expect((await open('/api/users/profile', ticket)).status).toBe(401);
    expect((await api.get('/api/users/profile', { token: ticket })).status).toBe(401);
  });

  it.each([
    [REPORT.slice(1), REPORT],
    [`${REPORT}&xAuthToken=old`, REPORT],
    ['/api/../api/operations/getReport?xls=1', '/api/operations/getReport?xls=1'],
  ])('a download ticket is issued for %s as the browser will request it', async (written, requested) => {
    expect((await open(requested, await ticketFor(written))).status).toBe(200);
  });

  it.each([
    ['/api/client/bill?sum=1 500,50', '/api/client/bill?sum=1+500%2C50'],
    ['/api/client/bill?sum=1+500%2C50', '/api/client/bill?sum=1%20500,50'],
    ['/api/operations/getReport?date_from=2026%2d09%2d01', '/api/operations/getReport?date_from=2026-09-01'],
  ])('a download ticket for %s opens the same query in another encoding', async (written, requested) => {
    expect((await open(requested, await ticketFor(written))).status).toBe(200);
  });

  it.each(['https://evil.example/api/x', '//evil.example/api/', '/healthz', '/api/../metrics', '', 5])(
    'a download ticket is not issued for %s',
    async (path) => {
      expect((await ask(path)).body).toMatchObject({
        code: 400,
        error_messages: { path: expect.any(Array) },
      });
    },
  );

  it('a ticket needs a session', async () => {
    expect((await api.post('/api/downloads/ticket', { json: { path: REPORT } })).status).toBe(401);
  });
});

describe('a session’s own token in a link', () => {
  it('a session’s token in a link works for old clients, unless QUERY_SESSION_TOKEN=0', async () => {
    expect((await open(REPORT, company.admin.token)).status).toBe(200);
    const strict = await startApi({
      jobs: false,
      databaseUrl: api.databaseUrl,
      env: { QUERY_SESSION_TOKEN: '0' },
    });
    try {
      expect((await strict.get(`${REPORT}&xAuthToken=${company.admin.token}`)).status).toBe(401);
      expect((await strict.get(REPORT, { token: company.admin.token })).status).toBe(200);
    } finally {
      await strict.stop();
    }
  });
});
