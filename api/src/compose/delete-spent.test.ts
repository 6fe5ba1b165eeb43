import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkAudit } from '../audit/check-audit.ts';
import { getOnlyRow } from '../db/database.ts';
import { startApi, type TestApi } from '../testing/api.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  readUnallocated,
  type GivenCard,
  type GivenCompany,
} from '../testing/givens/factories.ts';
import { givenAddress } from '../testing/emails.ts';
import { deleteSpent } from './delete-spent.ts';

const DAY_SECONDS = 24 * 3600;

let api: TestApi;
let company: GivenCompany;
let card: GivenCard;

beforeAll(async () => {
  api = await startApi({ jobs: false, env: { NETWORK_PATIENCE_MS: '1' } });
  company = await givenCompany(api, { unallocatedKopecks: 1000_00 });
  card = await givenCard(api, company.id);
});
afterAll(() => api.stop());

async function count(table: string, where = sql`true`): Promise<number> {
  const counted = await getOnlyRow(
    api.ctx.db.system,
    sql<{ count: number }>`select count(*) as count from ${sql.table(table)} where ${where}`,
  );
  return counted.count;
}

async function transfer(key: string, sms: string) {
  const form = { sum: '10', sms, mode: '1' };
  return api.post(`/api/card/${card.id}/transaction`, { token: company.admin.token, form, key });
}

describe('the nightly cleaning', () => {
  test('a request key answers a repeat for thirty days and is gone after them', async () => {
    const sms = await givenCode(api, company.admin, 'transfer', card.id);
    const first = await transfer('kept', sms);
    expect(first.status).toBe(200);
    const left = await readUnallocated(api, company);
    // A repeated sign-in opens a new session. Here the session is only prolonged.
    api.clock.advanceSeconds(30 * DAY_SECONDS - 60);
    await sql`update session set expires_at = ${later()}, ends_at = ${later()}`.execute(api.ctx.db.system);
    await deleteSpent(api.ctx);
    expect((await transfer('kept', sms)).body).toEqual(first.body);
    expect(await readUnallocated(api, company)).toBe(left);
    api.clock.advanceSeconds(120);
    await deleteSpent(api.ctx);
    expect(await count('idempotent_request')).toBe(0);
  });

  test('an email is stored for a year with its links, a waiting one longer', async () => {
    const address = await givenAddress(api, company.admin, { confirmed: true });
    const later = { json: { email: 'later@refused.example' }, token: company.admin.token };
    expect((await api.post('/api/users/mail', later)).status).toBe(200);
    // The old address was notified of the change to the new one.
    await sql`delete from letter where kind = 'security'`.execute(api.ctx.db.system);
    api.clock.advanceSeconds(364 * DAY_SECONDS);
    await deleteSpent(api.ctx);
    expect([await count('letter'), await count('letter_link')]).toEqual([2, 1]);
    api.clock.advanceSeconds(2 * DAY_SECONDS);
    await deleteSpent(api.ctx);
    expect(await count('letter', sql`address = ${address}`)).toBe(0);
    expect([await count('letter'), await count('letter_link')]).toEqual([1, 0]);
  });

  test('spent tickets are deleted past one batch, nightly readings after thirty days', async () => {
    const { system } = api.ctx.db;
    await sql`
      insert into download_ticket (ticket_hash, session_id, path, expires_at)
      select decode(md5(n::text), 'hex'), (select min(id) from session), '/api/x', ${api.clock.now()}::timestamptz
      from generate_series(1, 2500) n`.execute(system);
    await sql`
      insert into late_reading (partner_id, night, week, read_at)
      select 1, ${api.clock.now()}::timestamptz::date, week, ${api.clock.now()}::timestamptz from generate_series(1, 4) week`.execute(
      system,
    );
    api.clock.advanceSeconds(29 * DAY_SECONDS);
    await deleteSpent(api.ctx);
    expect([await count('download_ticket'), await count('late_reading')]).toEqual([0, 4]);
    api.clock.advanceSeconds(2 * DAY_SECONDS);
    await deleteSpent(api.ctx);
    expect(await count('late_reading')).toBe(0);
  });

  test('the code of a sign-in is deleted after thirty days, the code of an action is not', async () => {
    const request = { route: 'auth/register', phone: '79005550101', recaptchaToken: 'any' };
    expect((await api.post('/api/send-to-driver', { json: request })).status).toBe(200);
    await givenCode(api, company.admin, 'order');
    const actionCodes = await count('sms_code', sql`purpose is distinct from 'sign-in'`);
    expect([await count('sms_code', sql`purpose = 'sign-in'`), actionCodes > 0]).toEqual([1, true]);
    await deleteSpent(api.ctx);
    expect(await count('sms_code', sql`purpose = 'sign-in'`)).toBe(1);
    api.clock.advanceSeconds(31 * DAY_SECONDS);
    await deleteSpent(api.ctx);
    expect(await count('sms_code', sql`purpose = 'sign-in'`)).toBe(0);
    expect(await count('sms_code')).toBe(actionCodes);
  });

  test('a session is gone ninety days after its end, with its tokens and tickets', async () => {
    const { system } = api.ctx.db;
    await sql`update session set ends_at = ${api.clock.now()}, expires_at = ${api.clock.now()}`.execute(
      system,
    );
    await sql`
      insert into spent_refresh_token (refresh_hash, session_id, spent_at)
      select '\\x01', min(id), ${api.clock.now()}::timestamptz from session`.execute(system);
    await sql`
      insert into download_ticket (ticket_hash, session_id, path, expires_at)
      select '\\x02', min(id), '/api/x', ${api.clock.now()}::timestamptz from session`.execute(system);
    expect(await count('session')).toBeGreaterThan(0);
    api.clock.advanceSeconds(89 * DAY_SECONDS);
    await deleteSpent(api.ctx);
    expect([await count('session'), await count('spent_refresh_token')]).not.toContain(0);
    expect(await count('download_ticket')).toBe(0);
    api.clock.advanceSeconds(2 * DAY_SECONDS);
    await deleteSpent(api.ctx);
    expect([await count('session'), await count('spent_refresh_token')]).toEqual([0, 0]);
  });

  test('more than a batch is deleted, and what is young stays', async () => {
    const { system } = api.ctx.db;
    const add = (from: number, at: Date) =>
      sql`
        insert into idempotent_request (user_id, key, call, body_hash, outcome, created_at)
        select ${company.admin.id}, 'k' || n, 'x', '\\x00', to_jsonb(repeat(md5(n::text), 60)), ${at}::timestamptz
        from generate_series(${from}::int, ${from + 5999}::int) n`.execute(system);
    await add(0, api.clock.now());
    await sql`
      insert into sms_code (phone, purpose, salt, code_hash, sent_at, expires_at)
      select '79005550102', 'sign-in', '\\x00', '\\x00', ${api.clock.now()}::timestamptz, ${api.clock.now()}::timestamptz
      from generate_series(1, 2500)`.execute(system);
    api.clock.advanceSeconds(31 * DAY_SECONDS);
    await add(6000, api.clock.now());
    await deleteSpent(api.ctx);
    expect([await count('idempotent_request'), await count('sms_code', sql`purpose = 'sign-in'`)]).toEqual([
      6000, 0,
    ]);
  });

  test('the audit log can be verified after a deletion', async () => {
    await deleteSpent(api.ctx);
    expect(await checkAudit(api.ctx)).toEqual([]);
  });
});

function later(): Date {
  return new Date(api.clock.now().getTime() + 400 * DAY_SECONDS * 1000);
}
