import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_UNCONFIRMED } from '#contract/identity/first-admin.ts';
import { firstRow, rows } from '../../../db/database.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenPerson,
  givenStaff,
} from '../../../testing/givens/factories.ts';
import type { GivenPerson } from '../../../testing/givens/factories.ts';
import { bankFileDocument, givenBankFile, makeStatement } from '../../../testing/givens/given-bank-file.ts';
import { freeInn, order } from '../../../testing/givens/given-order.ts';
import { appointAdmin } from '../colleagues/appoint-admin.ts';
import { WAITS_FOR_CONFIRMATION } from './admin-proof.ts';

const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\nxref\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n');
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});
afterAll(() => api.stop());

/** Returns a user whose first order has made them the admin of a company. */
async function givenFirstAdmin(at = api, inn = freeInn()) {
  const admin = await givenPerson(at);
  const made = await order(at, admin, { more: { inn } });
  if (made.status !== 200) throw new Error(made.body.message);
  const { body } = await at.get('/api/users/profile', { token: admin.token });
  return { inn, admin, companyId: body.data.company.id as number, orderId: made.body.data.id as number };
}

const own = async ({ token }: GivenPerson) => (await api.get('/api/first-admin', { token })).body.data;

let serial = 0;
function invite(by: GivenPerson, roleId: number, at = api): Promise<ApiResponse> {
  serial += 1;
  const json = { phone: `7944${String(serial).padStart(7, '0')}`, firstname: 'Олег', role_id: roleId };
  return at.post('/api/users', { token: by.token, json });
}

function give(
  { token }: GivenPerson,
  bytes: Uint8Array = PDF,
  name = 'Доверенность.pdf',
): Promise<ApiResponse> {
  const multipart = new FormData();
  multipart.append('file', new Blob([Uint8Array.from(bytes)]), name);
  return api.post('/api/first-admin/document', { token, multipart });
}

const decide = (id: number, action: 'confirm' | 'refuse', reason?: string): Promise<ApiResponse> =>
  api.post(`/staff/api/admin-proofs/${id}/${action}`, { token: staff.token, json: reason ? { reason } : {} });

const listEvents = (companyId: number, what: string) =>
  rows(
    api.ctx.db.system,
    sql<{ user_id: number; after: object }>`
      select user_id, after from audit_event where company_id = ${companyId} and what = ${what} order by id`,
  );

describe('until he is confirmed a first admin', () => {
  test('a company without an admin takes in specialists without rights to money or roles', async () => {
    const { admin, companyId, inn } = await givenFirstAdmin();
    expect(await own(admin)).toEqual({
      confirmed: false,
      ways: ['payment', 'document', 'registry-phone'],
      proofs: [],
    });
    for (const roleId of [8, 9]) {
      const refused = await invite(admin, roleId);
      expect([refused.status, refused.body.message]).toEqual([403, WAITS_FOR_CONFIRMATION]);
    }
    const specialist = await invite(admin, 10);
    expect(specialist.status).toBe(200);
    const colleague = await givenPerson(api, { companyId, role: 'specialist' });
    const raise = () =>
      api.post(`/api/users/attachRoles?id=${colleague.id}&role_id=9`, { token: admin.token });
    expect((await raise()).status).toBe(403);
    const asker = await givenPerson(api);
    await api.post('/api/access-requests', { token: asker.token, json: { inn } });
    await sql`update company set admin_unconfirmed = false where id = ${companyId}`.execute(
      api.ctx.db.system,
    );
    expect((await raise()).status).toBe(200);
    expect((await invite(admin, 8)).status).toBe(200);
  });

  test('orders, reads and is invoiced without a word about it', async () => {
    const { admin, orderId } = await givenFirstAdmin();
    const as = { token: admin.token };
    expect((await api.get(`/api/cardsRequest/${orderId}`, as)).status).toBe(200);
    expect((await order(api, admin)).status).toBe(200);
    expect((await api.get('/api/users', as)).status).toBe(200);
    expect((await api.get('/api/invoice', { ...as })).status).not.toBe(403);
  });

  test('a company that was a client before, or joined without a check, is confirmed', async () => {
    const { admin } = await givenCompany(api);
    expect(await own(admin)).toMatchObject({ confirmed: true, proofs: [] });
    const open = await startApi({ jobs: false, env: { FIRST_ADMIN_PROOFS: 'none' } });
    const first = await givenFirstAdmin(open);
    expect((await invite(first.admin, 8, open)).status).toBe(200);
    await open.stop();
  });
});

describe('a payment', () => {
  test('a payment from the company’s account confirms him in the same transaction', async () => {
    const { admin, companyId, inn } = await givenFirstAdmin();
    await givenBankFile(api, staff, makeStatement(bankFileDocument({ inn })));
    expect(await own(admin)).toMatchObject({
      confirmed: true,
      proofs: [{ kind: 'payment', state: 'confirmed', file: null }],
    });
    const { body } = await api.get(`/staff/api/clients/${companyId}/first-admin`, { token: staff.token });
    expect(body.data.proofs).toMatchObject([
      { kind: 'payment', decided_by: null, payment_id: expect.any(Number), given_by: { id: admin.id } },
    ]);
    expect(await listEvents(companyId, 'admin-confirmed')).toMatchObject([
      { after: { confirmed: true, proof: 'payment' } },
    ]);
    await givenBankFile(api, staff, makeStatement(bankFileDocument({ inn })));
    expect((await own(admin)).proofs).toHaveLength(1);
  });

  test('a payment from another payer that staff have assigned confirms no admin', async () => {
    const { admin, companyId } = await givenFirstAdmin();
    const purpose = `Пополнение за ${companyId}`;
    await givenBankFile(api, staff, makeStatement(bankFileDocument({ inn: '7707083893', purpose })));
    const payments = (await api.get('/staff/api/payments?state=review', { token: staff.token })).body.data;
    const { id } = payments.find((payment: { purpose: string }) => payment.purpose === purpose);
    const json = { company_id: companyId };
    expect((await api.post(`/staff/api/payments/${id}/assign`, { token: staff.token, json })).status).toBe(
      200,
    );
    expect(await own(admin)).toMatchObject({ confirmed: false, proofs: [] });
  });

  test('a payment assigned to another company confirms him once it is corrected', async () => {
    const inn = freeInn();
    const wrong = await givenCompany(api);
    const purpose = `Пополнение за ${inn}`;
    await givenBankFile(api, staff, makeStatement(bankFileDocument({ inn, purpose })));
    const payments = (await api.get('/staff/api/payments?state=review', { token: staff.token })).body.data;
    const { id } = payments.find((payment: { purpose: string }) => payment.purpose === purpose);
    const assigned = await api.post(`/staff/api/payments/${id}/assign`, {
      token: staff.token,
      json: { company_id: wrong.id },
    });
    expect(assigned.status).toBe(200);
    const { admin, companyId } = await givenFirstAdmin(api, inn);
    expect(await own(admin)).toMatchObject({ confirmed: false });
    const pending = await api.post(`/staff/api/payments/${id}/correct`, {
      token: staff.token,
      json: { company_id: companyId, reason: 'Платёж этой компании' },
    });
    const second = await givenPerson(api, { staffRole: 'owner' });
    const path = `/staff/api/approvals/${pending.body.data.approval.id}/confirm`;
    expect((await api.post(path, { token: second.token, json: {} })).status).toBe(200);
    expect(await own(admin)).toMatchObject({
      confirmed: true,
      proofs: [{ kind: 'payment', state: 'confirmed' }],
    });
  });

  test('a payment proves nothing where the operator’s setting is off', async () => {
    const strict = await startApi({ jobs: false, env: { FIRST_ADMIN_PROOFS: 'document' } });
    strict.ctx.config.networkTimeoutMs = 0;
    const { admin, companyId, inn } = await givenFirstAdmin(strict);
    await sql`update company set terms_version = (select max(version) from terms_version), terms_accepted_at = now()
      where id = ${companyId}`.execute(strict.ctx.db.system);
    await givenBankFile(strict, await givenStaff(strict), makeStatement(bankFileDocument({ inn })));
    const card = await givenCard(strict, companyId);
    const move = async () =>
      strict.post(`/api/card/${card.id}/transaction`, {
        token: admin.token,
        json: { sum: 100, mode: 1, sms: await givenCode(strict, admin, 'transfer', card.id) },
      });
    const refused = await move();
    expect([refused.status, refused.body.message]).toEqual([403, ADMIN_UNCONFIRMED]);
    await sql`update company set admin_unconfirmed = false where id = ${companyId}`.execute(
      strict.ctx.db.system,
    );
    strict.clock.advanceSeconds(46);
    expect((await move()).status).toBe(200);
    await strict.stop();
  });
});

describe('a document', () => {
  test('evidence is confirmed by staff: he gets all rights, with an audit row', async () => {
    const { admin, companyId, orderId } = await givenFirstAdmin();
    const given = await give(admin);
    expect(given.body.data.proofs).toMatchObject([
      { kind: 'document', state: 'waiting', file: 'Доверенность.pdf' },
    ]);
    const { id } = given.body.data.proofs[0];
    const listed = await api.get('/staff/api/requests?authority=waiting', { token: staff.token });
    expect(listed.body.data.map((item: { id: number }) => item.id)).toContain(orderId);
    const file = await api.get(`/staff/api/admin-proofs/${id}/file`, { token: staff.token });
    expect([file.status, file.bytes.equals(PDF)]).toEqual([200, true]);
    expect(file.headers.get('content-disposition')).toContain('attachment');
    expect(await listEvents(companyId, 'admin-document-read')).toHaveLength(1);
    const confirmed = await decide(id, 'confirm');
    expect(confirmed.body.data).toMatchObject({
      confirmed: true,
      proofs: [{ state: 'confirmed', decided_by: { id: staff.id } }],
    });
    expect((await invite(admin, 9)).status).toBe(200);
    expect((await decide(id, 'confirm')).status).toBe(200);
    expect((await decide(id, 'refuse', 'Поздно')).status).toBe(409);
    expect((await give(admin)).status).toBe(409);
    expect(await listEvents(companyId, 'admin-confirmed')).toHaveLength(1);
  });

  test('evidence is refused with a reason, by email too, and he sends other evidence', async () => {
    const { admin, companyId } = await givenFirstAdmin();
    await sql`update app_user set email_confirmed_at = created_at where id = ${admin.id}`.execute(
      api.ctx.db.system,
    );
    const { id } = (await give(admin)).body.data.proofs[0];
    expect((await decide(id, 'refuse', 'Доверенность просрочена')).status).toBe(200);
    expect(await own(admin)).toMatchObject({
      confirmed: false,
      proofs: [{ state: 'refused', reason: 'Доверенность просрочена' }],
    });
    expect(JSON.stringify(await own(admin))).not.toContain('decided_by');
    const email = await firstRow(
      api.ctx.db.system,
      sql<{
        facts: object;
      }>`select facts from letter where user_id = ${admin.id} and kind = 'authority-decided'`,
    );
    expect(email?.facts).toEqual({ reason: 'Доверенность просрочена' });
    await give(admin, PNG, 'скан.png');
    await give(admin, PDF, 'другой.pdf');
    expect((await own(admin)).proofs.map((proof: { state: string }) => proof.state)).toEqual([
      'waiting',
      'refused',
      'refused',
    ]);
    expect(await listEvents(companyId, 'admin-document-given')).toHaveLength(3);
  });

  test('evidence that is missing, too large, of another kind or truncated is refused', async () => {
    const { admin } = await givenFirstAdmin();
    expect((await api.post('/api/first-admin/document', { token: admin.token })).status).toBe(400);
    for (const bytes of [Buffer.from(''), Buffer.from('<html>'), PDF.subarray(0, PDF.length - 8)]) {
      const refused = await give(admin, bytes);
      expect([refused.status, refused.body.error_messages?.file?.length]).toEqual([400, 1]);
    }
    const many = [];
    for (let count = 0; count < 11; count += 1) many.push((await give(admin)).status);
    expect(many).toEqual([...Array.from({ length: 10 }, () => 200), 400]);
  });

  test('evidence is given by an admin alone, and decided by staff whose role allows it', async () => {
    const { admin, companyId } = await givenFirstAdmin();
    const specialist = await givenPerson(api, { companyId, role: 'specialist' });
    expect((await give(specialist)).status).toBe(403);
    const { id } = (await give(admin)).body.data.proofs[0];
    const outsider = await givenCompany(api);
    expect(
      (await api.get(`/staff/api/admin-proofs/${id}/file`, { token: outsider.admin.token })).status,
    ).toBe(404);
    const auditor = await givenPerson(api, { staffRole: 'auditor' });
    for (const path of ['file', 'confirm'])
      expect(
        (
          await api[path === 'file' ? 'get' : 'post'](`/staff/api/admin-proofs/${id}/${path}`, {
            token: auditor.token,
          })
        ).status,
      ).toBe(403);
    expect((await decide(999_999, 'confirm')).status).toBe(404);
    expect((await decide(id, 'refuse')).status).toBe(400);
  });

  test('decided twice at once has one end', async () => {
    const { admin } = await givenFirstAdmin();
    const { id } = (await give(admin)).body.data.proofs[0];
    const ends = await Promise.all([decide(id, 'confirm'), decide(id, 'refuse', 'Не та компания')]);
    expect(ends.map(({ status }) => status)).toContain(409);
  });
});

describe('a code to the register’s phone', () => {
  const send = ({ token }: GivenPerson) => api.post('/api/first-admin/code', { token });
  const confirm = ({ token }: GivenPerson, sms: string) =>
    api.post('/api/first-admin/confirm', { token, json: { sms } });

  test('a code sent to the company confirms him, and names the user and the company', async () => {
    const { admin, companyId, inn } = await givenFirstAdmin();
    const sent = await send(admin);
    expect(sent.body.data).toEqual({
      phone: expect.stringMatching(/^\+7 \(\*\*\*\) \*\*\*-\*\*-\d\d$/),
      resend_after: 45,
    });
    const [phone] = (await api.ctx.registry.find(inn))!.phones;
    const message = (await api.get(`/dev/sms?phone=${phone}`)).body.data[0];
    expect(message.text).toContain('Анна Дорожкина — администратор');
    const wrong = await confirm(admin, message.code === '000000' ? '000001' : '000000');
    expect(wrong.body.error_messages).toEqual({ sms: ['Неверный код из СМС'] });
    const done = await confirm(admin, message.code);
    expect(done.body.data).toMatchObject({ confirmed: true, proofs: [{ kind: 'registry-phone' }] });
    expect((await confirm(admin, message.code)).status).not.toBe(200);
    const { body } = await api.get(`/staff/api/clients/${companyId}/first-admin`, { token: staff.token });
    expect(body.data.proofs[0].phone).toBe(sent.body.data.phone);
  });

  test('a code to the register’s phone is none for another operation or an order', async () => {
    const { admin } = await givenFirstAdmin();
    await send(admin);
    for (const purpose of [undefined, 'order']) {
      api.clock.advanceSeconds(46);
      const code = await givenCode(api, admin, purpose);
      expect((await confirm(admin, code)).status, purpose).toBe(400);
    }
    expect(await own(admin)).toMatchObject({ confirmed: false });
  });

  test('a code goes out three times a day, so typing an INN can’t ring a phone more', async () => {
    const { admin } = await givenFirstAdmin();
    const answers = [];
    for (let count = 0; count < 4; count += 1) {
      answers.push((await send(admin)).status);
      api.clock.advanceSeconds(46);
    }
    expect(answers).toEqual([200, 200, 200, 429]);
  });
});

describe('the verb «Назначить администратора»', () => {
  const by = () => ({ userId: staff.id, ip: '127.0.0.1' });

  test('staff give a company to an honest claimant, who replaces the previous admin', async () => {
    const { admin, companyId } = await givenFirstAdmin();
    const claimant = await givenPerson(api);
    const appointment = {
      companyId,
      phone: claimant.phone,
      previousAdmins: 'none' as const,
      reason: 'Доверенность № 5, звонок директору',
      by: by(),
    };
    await appointAdmin(api.ctx, appointment);
    await appointAdmin(api.ctx, appointment);
    expect((await api.get('/api/users', { token: claimant.token })).status).toBe(200);
    expect((await api.get('/api/card', { token: admin.token })).status).toBe(403);
    expect(await own(claimant)).toMatchObject({
      confirmed: true,
      proofs: [{ kind: 'staff', reason: 'Доверенность № 5, звонок директору' }],
    });
    expect(await listEvents(companyId, 'admin-appointed')).toHaveLength(1);
  });

  test('it is refused to staff, unknown phones and left companies', async () => {
    const { companyId, orderId } = await givenFirstAdmin();
    const input = { companyId, previousAdmins: 'admin' as const, reason: 'x', by: by() };
    for (const phone of [staff.phone, '79990009999'])
      await expect(appointAdmin(api.ctx, { ...input, phone })).rejects.toMatchObject({ status: 400 });
    await api.post(`/staff/api/requests/${orderId}/reject`, { token: staff.token, json: { reason: 'Нет' } });
    const { phone } = await givenPerson(api);
    await expect(appointAdmin(api.ctx, { ...input, phone })).rejects.toMatchObject({ status: 404 });
  });
});
