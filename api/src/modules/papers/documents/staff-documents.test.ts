import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCode,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { sendWhileLocked } from '../../../testing/send-while-locked.ts';
import { givenDocument, givenPdf } from '../../../testing/givens/given-document.ts';

let api: TestApi;
let staff: GivenPerson;
let company: GivenCompany;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

beforeEach(async () => {
  api.clock.setTo('2026-09-15T09:00:00Z');
  company = await givenCompany(api);
});

function correct(id: number, input: Record<string, string> = {}, by = staff, content?: string) {
  const form = new FormData();
  const fields = { title: 'УПД за август, исправленный', reason: 'Неверный КПП', ...input };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([content ?? givenPdf(fields.title)]), 'upd.pdf');
  return api.post(`/staff/api/documents/${id}/replace`, { token: by.token, multipart: form });
}

function withdraw(id: number, by = staff) {
  const json = { reason: 'Опубликован не тому клиенту' };
  return api.post(`/staff/api/documents/${id}/withdraw`, { token: by.token, json });
}

async function seen() {
  const answer = await api.get('/api/doc', { token: company.admin.token });
  return (answer.body.data['2026-08'] ?? []) as Record<string, unknown>[];
}

async function confirm() {
  const sms = await givenCode(api, company.admin, 'document', '2026-08');
  const json = { partner_id: 2, date: '2026-08', sms };
  return api.post('/api/doc/acceptDoc', { token: company.admin.token, json });
}

async function listed(query: string) {
  const answer = await api.get(`/staff/api/documents?company_id=${company.id}&${query}`, {
    token: staff.token,
  });
  expect(answer.status).toBe(200);
  return answer.body.data as Record<string, unknown>[];
}

async function events(what: string) {
  return rows(
    api.ctx.db.system,
    sql<{ user_id: number; details: unknown }>`
      select user_id, details from audit_event where what = ${what} and company_id = ${company.id}`,
  );
}

describe('a correction', () => {
  test('a truncated PDF is refused', async () => {
    const id = await givenDocument(api, staff, company, { title: 'УПД за август' });
    const answer = await correct(id, {}, staff, givenPdf('оборван').slice(0, -8));
    expect(answer.body).toMatchObject({
      code: 400,
      error_messages: { file: [expect.stringContaining('PDF неполный')] },
    });
  });

  test('a correction is listed with the original, and the client confirms it alone', async () => {
    const id = await givenDocument(api, staff, company, { title: 'УПД за август' });
    const answer = await correct(id, { sum: '1200,50', vat: '216,42' });
    expect(answer.status).toBe(200);
    const by = answer.body.data.id as number;
    const [original, correction] = (await seen()).toSorted((a, b) => Number(a.id) - Number(b.id));
    expect(original).toMatchObject({ id, replaced_by: by, replaces: null, withdrawn: null });
    expect(correction).toMatchObject({ id: by, replaces: id, replace_reason: 'Неверный КПП', sum: 1200.5 });
    api.clock.advanceSeconds(1);
    expect((await confirm()).body.data).toMatchObject({ confirmed: [by], left: [] });
    expect(await listed('state=replaced')).toMatchObject([{ id, replaced_by: by }]);
    expect(await listed('state=confirmed')).toMatchObject([{ id: by, vat: 216.42 }]);
    expect(await events('document-replaced')).toMatchObject([{ user_id: staff.id }]);
  });

  test('a correction of a corrected document is refused, one of the correction is not', async () => {
    const id = await givenDocument(api, staff, company);
    const first = await correct(id);
    expect((await correct(id)).status).toBe(409);
    expect((await correct(first.body.data.id, { title: 'Третий' })).status).toBe(200);
    expect((await correct(2_000_000)).status).toBe(404);
  });

  test('a correction waits while another decision about the document is made', async () => {
    const id = await givenDocument(api, staff, company);
    const lock = sql`select from month_document where id = ${id} for no key update`;
    expect((await sendWhileLocked(api, lock, () => correct(id))).status).toBe(200);
  });

  test('two at once make one', async () => {
    const id = await givenDocument(api, staff, company);
    const answers = await Promise.all([correct(id, { title: 'Один' }), correct(id, { title: 'Другой' })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  test('a correction with more VAT than its sum is refused', async () => {
    const id = await givenDocument(api, staff, company);
    const answer = await correct(id, { sum: '10', vat: '11' });
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages?.vat).toEqual(['НДС больше суммы документа']);
  });
});

describe('a withdrawal', () => {
  test('a withdrawal leaves the client the row with its reason, and takes the file', async () => {
    const id = await givenDocument(api, staff, company);
    expect((await withdraw(id)).status).toBe(200);
    expect(await seen()).toMatchObject([{ id, withdrawn: { reason: 'Опубликован не тому клиенту' } }]);
    const path = `/api/doc/${id}/download`;
    expect((await api.get(path, { token: company.admin.token })).status).toBe(404);
    expect((await api.get(`/staff${path.replace('doc', 'documents')}`, { token: staff.token })).status).toBe(
      200,
    );
    expect((await confirm()).status).toBe(404);
    expect((await withdraw(id)).status).toBe(409);
    expect(await events('document-withdrawn')).toHaveLength(1);
  });

  test('a withdrawal waits while another decision about the document is made', async () => {
    const id = await givenDocument(api, staff, company);
    const lock = sql`select from month_document where id = ${id} for no key update`;
    expect((await sendWhileLocked(api, lock, () => withdraw(id))).status).toBe(200);
  });

  test('a withdrawal of a confirmed document is refused', async () => {
    const id = await givenDocument(api, staff, company);
    api.clock.advanceSeconds(1);
    expect((await confirm()).status).toBe(200);
    const answer = await withdraw(id);
    expect(answer.status).toBe(409);
    expect(answer.body.message).toMatch(/^Клиент подтвердил документ .+: отозвать его нельзя/);
  });

  test('a withdrawal lets the same file be published again', async () => {
    const id = await givenDocument(api, staff, company);
    await withdraw(id);
    expect(await givenDocument(api, staff, company)).not.toBe(id);
  });
});

describe('the list of all documents', () => {
  test('documents are searched by title, company and INN, filtered by month and state', async () => {
    const id = await givenDocument(api, staff, company, { title: 'Акт сверки скидок' });
    await givenDocument(api, staff, company, { title: 'Другой', month: '2026-07' });
    expect(await listed(`q=${encodeURIComponent('скидок сверки')}`)).toMatchObject([
      { id, state: 'waiting' },
    ]);
    expect(await listed(`q=${company.inn}`)).toHaveLength(2);
    expect(await listed('month=2026-07')).toMatchObject([
      { title: 'Другой', published_by: { id: staff.id } },
    ]);
    expect(await listed('kind=other&sort=month')).toMatchObject([{ title: 'Другой' }, { id }]);
    expect(await listed('kind=upd')).toEqual([]);
    expect(await listed('page=2')).toEqual([]);
    const page = await api.get(`/staff/api/documents?company_id=${company.id}&perPage=1&page=2`, {
      token: staff.token,
    });
    expect(page.body.meta.pagination).toEqual({ total_pages: 2, current_page: 2, total: 2 });
  });

  test('an auditor sees the documents and changes nothing, a client has no such call', async () => {
    const id = await givenDocument(api, staff, company);
    const auditor = await givenPerson(api, { staffRole: 'auditor' });
    expect((await api.get('/staff/api/documents', { token: auditor.token })).status).toBe(200);
    expect((await withdraw(id, auditor)).status).toBe(403);
    expect((await correct(id, {}, auditor)).status).toBe(403);
    expect((await withdraw(id, company.admin)).status).toBe(404);
  });
});

test('a document published by hand is announced by email with its title', async () => {
  await sql`update app_user set email = 'a@example.ru', email_confirmed_at = now() where id = ${company.admin.id}`.execute(
    api.ctx.db.system,
  );
  const id = await givenDocument(api, staff, company, { title: 'Акт № 5' });
  await correct(id);
  const written = await rows(
    api.ctx.db.system,
    sql<{ facts: unknown }>`select facts from letter where user_id = ${company.admin.id} order by id`,
  );
  expect(written.map(({ facts }) => facts)).toMatchObject([
    { month: '2026-08', title: 'Акт № 5', documentId: id },
    { month: '2026-08', title: 'УПД за август, исправленный', corrects: true },
  ]);
});
