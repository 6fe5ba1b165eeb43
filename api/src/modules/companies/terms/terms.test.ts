import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rows } from '../../../db/database.ts';
import { hashSha256 } from '../../../lib/secrets.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { readPdfText } from '../../../testing/read-pdf-text.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenPerson,
  givenStaff,
} from '../../../testing/givens/factories.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  // No job carries a transfer out here.
  api.ctx.config.networkTimeoutMs = 50;
});
afterAll(() => api.stop());

function check(token: string) {
  return api.get('/api/termsOfService/check', { token });
}

function accept(token: string, json: object = {}) {
  return api.post('/api/termsOfService/accept', { token, json });
}

/** Returns the text in one line, because line breaks of a document have no meaning. */
function readFlatText(pdf: Buffer): string {
  return readPdfText(pdf, []).replaceAll(/\s+/g, ' ');
}

async function publish(text: string): Promise<number> {
  const staff = await givenStaff(api);
  const reply = await api.post('/staff/api/terms', { token: staff.token, json: { text } });
  expect(reply.status).toBe(200);
  return reply.body.data.version;
}

describe('the framework agreement', () => {
  it('the agreement exists from the first start, with the operator’s requisites (§1.23, §7.50)', async () => {
    const { admin } = await givenCompany(api, { termsAccepted: false });
    const { data } = (await check(admin.token)).body;
    expect(data).toMatchObject({ result: false, terms_accepted_at: null, version: 1 });
    for (const phrase of [
      'простой электронной подписи',
      '63-ФЗ',
      'ИНН 7712345671',
      api.ctx.config.operator.phone,
    ]) {
      expect(data.text).toContain(phrase);
    }
    expect(data.text).not.toMatch(/undefined|null|\[object/);
  });

  it('never takes silence for a signature, as no document is ever confirmed by itself', async () => {
    const { admin } = await givenCompany(api, { termsAccepted: false });
    const { text } = (await check(admin.token)).body.data;
    expect(text).toContain(`в течение ${api.ctx.config.operator.objectionDays} рабочих дней`);
    expect(text).toContain('подпись за Клиента не проставляется');
    expect(text).not.toContain('считаются принятыми');
  });

  it('an acceptance is stored with user, address and time, and happens once (§3.27, §7.51)', async () => {
    const company = await givenCompany(api, { termsAccepted: false });
    const manager = await givenPerson(api, { companyId: company.id, role: 'manager' });
    const reply = await accept(manager.token);
    expect(reply.body).toEqual({ code: 200, data: { terms_accepted_at: api.clock.now().toISOString() } });
    api.clock.advanceSeconds(60);
    expect((await accept(company.admin.token)).body).toEqual(reply.body);
    const stored = await rows(
      api.ctx.db.system,
      sql<Record<string, unknown>>`
        select a.version, a.sha256, a.user_id, a.ip, a.user_agent, t.text from terms_acceptance a
        join terms_version t using (version) where company_id = ${company.id}`,
    );
    expect(stored).toHaveLength(1);
    expect(stored[0]).toMatchObject({
      user_id: manager.id,
      ip: '127.0.0.1',
      user_agent: expect.stringMatching(/./),
    });
    expect(stored[0]?.sha256).toBe(hashSha256(String(stored[0]?.text)).toString('hex'));
    const reported = await rows(
      api.ctx.db.system,
      sql`select user_id from audit_event where what = 'terms-accepted' and company_id = ${company.id}`,
    );
    expect(reported).toEqual([{ user_id: manager.id }]);
    expect((await check(manager.token)).body.data).toMatchObject({ result: true, ...reply.body.data });
    const profile = await api.get('/api/users/profile', { token: manager.token });
    expect(profile.body.data.company.client).toMatchObject(reply.body.data);
  });

  it('the agreement is accepted by an admin or manager; only colleagues read it', async () => {
    const company = await givenCompany(api, { termsAccepted: false });
    const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    expect((await accept(specialist.token)).body).toEqual({ code: 403, message: 'Недостаточно прав' });
    expect((await check(specialist.token)).body.data.result).toBe(false);
    const outsider = await givenPerson(api);
    expect((await check(outsider.token)).status).toBe(403);
    expect((await accept(outsider.token)).status).toBe(403);
    expect((await api.get('/api/termsOfService/check')).status).toBe(401);
    expect((await api.post('/api/termsOfService/accept')).status).toBe(401);
  });

  it('the agreement precedes every change of a card, anew with each version', async () => {
    const company = await givenCompany(api, { termsAccepted: false });
    const { token } = company.admin;
    const card = await givenCard(api, company.id);
    const block = () => api.post(`/api/card/${card.id}/changeStatus`, { token, form: {} });
    const refused = { code: 403, message: 'Примите рамочное соглашение' };
    expect((await block()).body).toEqual(refused);
    expect((await api.get('/api/card', { token })).status).toBe(200);
    await accept(token);
    expect((await block()).status).toBe(200);
    const version = await publish('Новая редакция\n\n1. Предмет\n\nВсё по-новому.');
    expect((await block()).body).toEqual(refused);
    expect((await check(token)).body.data).toMatchObject({ result: false, terms_accepted_at: null, version });
    const profile = await api.get('/api/users/profile', { token });
    expect(profile.body.data.company.client.terms_accepted_at).toBeNull();
    await accept(token);
    expect((await block()).status).toBe(200);
  });

  it.each(['distribute', 'transfer'])(
    'a new agreement leaves the response to a %s carried out under the old one',
    async (action) => {
      const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
      const { token } = company.admin;
      const card = await givenCard(api, company.id);
      const sms = await givenCode(api, company.admin, 'transfer', card.id);
      const ask = (key: string) =>
        action === 'distribute'
          ? api.post(`/api/client/${company.id}/accounts`, {
              token,
              key,
              json: { accounts: [{ partner_id: 1, sum: 10 }] },
            })
          : api.post(`/api/card/${card.id}/transaction`, { token, key, form: { sum: 10, sms, mode: 1 } });
      const first = await ask('asked-under-the-old-version');
      expect(first.status).toBe(200);
      await publish('Редакция, которая вышла между просьбой и её повторением');
      expect((await ask('asked-under-the-old-version')).body).toEqual(first.body);
      expect((await ask('asked-under-the-new-version')).body.message).toBe('Примите рамочное соглашение');
      await accept(token);
      expect((await api.get(`/api/client/${company.id}`, { token })).body.data.notDistSum).toBe(90);
    },
  );

  it('an agreement that was read is not mistaken for a newer one that came meanwhile', async () => {
    const { admin } = await givenCompany(api, { termsAccepted: false });
    const { version } = (await check(admin.token)).body.data;
    await publish('Ещё одна редакция');
    expect((await accept(admin.token, { version })).status).toBe(409);
    expect((await check(admin.token)).body.data.result).toBe(false);
    expect((await accept(admin.token, { version: version + 1 })).status).toBe(200);
  });

  it('the agreement is published by staff alone: a customer has no such call', async () => {
    const { admin } = await givenCompany(api);
    const json = { text: 'Моя редакция' };
    expect((await api.post('/staff/api/terms', { token: admin.token, json })).status).toBe(404);
    expect((await api.post('/staff/api/terms', { json })).status).toBe(401);
    const staff = await givenStaff(api);
    const empty = await api.post('/staff/api/terms', { token: staff.token, json: { text: ' ' } });
    expect(empty.body.error_messages).toHaveProperty('text');
    const trace = await rows(
      api.ctx.db.system,
      sql<{
        what: string;
      }>`select what from audit_event where what in ('terms-published', 'call-refused') group by what order by what`,
    );
    expect(trace.map(({ what }) => what)).toEqual(['call-refused', 'terms-published']);
  });

  it('an agreement has one number per text, and is not published beside an older text', async () => {
    const { token } = await givenStaff(api);
    const texts = ['Одна', 'Другая', 'Третья'];
    const replies = await Promise.all(
      texts.map((text) => api.post('/staff/api/terms', { token, json: { text } })),
    );
    const published = replies.filter(({ status }) => status === 200);
    expect(published.length).toBeGreaterThan(0);
    expect(new Set(published.map(({ body }) => body.data.version)).size).toBe(published.length);
    for (const { body } of replies.filter(({ status }) => status !== 200))
      expect(body).toMatchObject({
        code: 409,
        message: expect.stringMatching(
          /изменилось «Действует»|^Такое предложение уже ждёт второго сотрудника/,
        ),
      });
  });
});

describe('the agreements as documents', () => {
  it.each([
    ['/api/termsOfService/download', 'Рамочное соглашение.pdf'],
    ['/api/doc/fuelContract', 'Договор топливной программы.pdf'],
    ['/api/doc/termsOfUse', 'Условия использования.pdf'],
    ['/api/doc/personalDataPolicy', 'Политика обработки персональных данных.pdf'],
  ])('%s is a PDF for anybody (§1.25, §7.23, §7.49)', async (path, name) => {
    const reply = await api.get(path);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('application/pdf');
    expect(reply.headers.get('content-disposition')).toContain(`attachment; `);
    expect(reply.headers.get('content-disposition')).toContain(encodeURIComponent(name));
    expect(reply.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('§2.36 the terms of use and the framework agreement are two documents', async () => {
    const terms = readFlatText((await api.get('/api/doc/termsOfUse')).bytes);
    const agreement = readFlatText((await api.get('/api/termsOfService/download')).bytes);
    expect(terms).toContain('Условия использования сайта');
    expect(terms).not.toContain('Рамочное соглашение об использовании личного кабинета');
    expect(agreement).not.toContain('Условия использования сайта');
  });

  it('§1.25 the policy of personal data is the operator’s own, and says what 152-ФЗ asks', async () => {
    const { requisites, email } = api.ctx.config.operator;
    const policy = readFlatText((await api.get('/api/doc/personalDataPolicy')).bytes);
    for (const phrase of [requisites.name, `ИНН ${requisites.inn}`, email, 'статьи 18.1', '152-ФЗ'])
      expect(policy).toContain(phrase);
    for (const part of ['Цели, данные и сроки', 'Правовые основания', 'Права человека', 'Уничтожение данных'])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/undefined|null|\[object/);
  });

  it('the agreement’s PDF is the current version, not one laid out before', async () => {
    const before = (await api.get('/api/termsOfService/download')).bytes;
    expect((await api.get('/api/termsOfService/download')).bytes.equals(before)).toBe(true);
    await publish('Совсем другая редакция');
    expect((await api.get('/api/termsOfService/download')).bytes.equals(before)).toBe(false);
  });
});
