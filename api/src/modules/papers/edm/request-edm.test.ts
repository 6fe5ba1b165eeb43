import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getOnlyRow, rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCode, givenCompany, givenPerson, type GivenPerson } from '../../../testing/givens/factories.ts';
import { EDM_ASKED, EDM_CONNECTED } from './request-edm.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});

afterAll(() => api.stop());

async function ask(person: GivenPerson, sms?: string) {
  return api.post('/api/edoRequest', {
    token: person.token,
    form: { sms: sms ?? (await givenCode(api, person, 'edm')) },
  });
}

async function readState(companyId: number): Promise<string> {
  const row = await getOnlyRow(
    api.ctx.db.system,
    sql<{ edm_state: string }>`select edm_state from company where id = ${companyId}`,
  );
  return row.edm_state;
}

describe('asking for electronic document exchange', () => {
  test('a request needs a session and a role above specialist', async () => {
    expect((await api.post('/api/edoRequest', { form: { sms: '123456' } })).status).toBe(401);
    const company = await givenCompany(api);
    const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    expect((await ask(specialist, '123456')).status).toBe(403);
  });

  test('§5.34 an EDM request without a code says «Укажите код из СМС»', async () => {
    const company = await givenCompany(api);
    const answer = await api.post('/api/edoRequest', { token: company.admin.token, form: {} });
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages).toEqual({ sms: ['Укажите код из СМС'] });
  });

  test('§1.19 §4.33 §7.42 a request with the code is made, and the evidence is stored', async () => {
    const company = await givenCompany(api);
    const answer = await ask(company.admin);
    expect([answer.status, answer.body.data]).toEqual([200, { state: 'requested' }]);
    const stored = await rows(
      api.ctx.db.system,
      sql<{
        user_id: number;
      }>`select user_id from audit_event where what = 'edm-requested' and company_id = ${company.id}`,
    );
    expect(stored).toEqual([{ user_id: company.admin.id }]);
  });

  test('a wrong code, and one for another action, request nothing', async () => {
    const company = await givenCompany(api);
    const codes = [await givenCode(api, company.admin, 'document', '2026-08'), '000000'];
    for (const sms of codes)
      expect((await ask(company.admin, sms)).body.error_messages).toHaveProperty('sms');
    expect(await readState(company.id)).toBe('none');
  });

  test('twice, also at once, is one request', async () => {
    const company = await givenCompany(api);
    const colleague = await givenPerson(api, { companyId: company.id, role: 'manager' });
    const codes = [await givenCode(api, company.admin, 'edm'), await givenCode(api, colleague, 'edm')];
    const answers = await Promise.all([ask(company.admin, codes[0]), ask(colleague, codes[1])]);
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expect(answers.find((answer) => answer.status === 400)?.body.message).toBe(EDM_ASKED);
    // The user whose request came second still has a valid code. A new code comes after 45 seconds.
    api.clock.advanceSeconds(46);
    expect((await ask(company.admin)).body.message).toBe(EDM_ASKED);
  });

  test.each([
    ['accepted', 400],
    ['invited', 400],
    ['rejected', 200],
    ['failed', 200],
    ['roaming_required', 200],
  ])('an EDM request from %s is answered with %i', async (state, status) => {
    const company = await givenCompany(api);
    await sql`update company set edm_state = ${state} where id = ${company.id}`.execute(api.ctx.db.system);
    const answer = await ask(company.admin);
    expect(answer.status).toBe(status);
    if (state === 'accepted') expect(answer.body.message).toBe(EDM_CONNECTED);
  });
});
