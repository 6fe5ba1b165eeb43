import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rows } from '../../../../db/database.ts';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../../testing/givens/close-month.ts';
import {
  givenCard,
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../../testing/givens/factories.ts';
import { givenDocument } from '../../../../testing/givens/given-document.ts';
import { givenSales } from '../../../../testing/givens/given-sales.ts';
import { readPdfText } from '../../../../testing/read-pdf-text.ts';

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
  await sql`update company set client_since = '2026-01-01' where id = ${company.id}`.execute(
    api.ctx.db.system,
  );
  const card = await givenCard(api, company.id, { balanceKopecks: 10_000_00 });
  await sql`update card set created_at = '2026-08-05' where id = ${card.id}`.execute(api.ctx.db.system);
  await givenSales(api, card, [{ sum: 100_00, at: '2026-08-10T09:00:00Z' }]);
  expect((await closeMonth(api, staff, '2026-08', OVERRIDE_ALL)).status).toBe(200);
});

const again = (id: unknown, by = staff) =>
  api.post(`/staff/api/documents/${id}/make-again`, { token: by.token, json: {} });

async function withdraw(id: unknown): Promise<void> {
  const json = { reason: 'Неверный КПП' };
  expect((await api.post(`/staff/api/documents/${id}/withdraw`, { token: staff.token, json })).status).toBe(
    200,
  );
}

async function listed(query = ''): Promise<Record<string, unknown>[]> {
  const path = `/staff/api/documents?company_id=${company.id}&${query}`;
  return (await api.get(path, { token: staff.token })).body.data;
}

async function getValid(kind: string): Promise<Record<string, unknown>> {
  const [document] = await listed(`kind=${kind}&state=waiting`);
  if (!document) throw new Error(`no valid ${kind}`);
  return document;
}

async function readText(id: unknown): Promise<string> {
  return readPdfText((await api.get(`/api/doc/${id}/download`, { token: company.admin.token })).bytes);
}

test('a withdrawn УПД is made again with a new number, and the old one stays withdrawn', async () => {
  const first = await getValid('upd');
  expect(first.may_be_made_again).toBe(false);
  expect((await again(first.id)).status).toBe(409);
  await withdraw(first.id);
  expect(await listed('state=withdrawn')).toMatchObject([{ id: first.id, may_be_made_again: true }]);
  await sql`update company set kpp = '770101001' where id = ${company.id}`.execute(api.ctx.db.system);
  const answer = await again(first.id);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const second = await getValid('upd');
  expect(second).toMatchObject({ id: answer.body.data.id, sum: first.sum, vat: first.vat });
  expect(second.title).toBe(String(first.title).replace(/(№ \S+)/, '$1-П2'));
  expect(await readText(second.id)).toContain('770101001');
  expect(await listed('state=withdrawn')).toMatchObject([{ id: first.id, may_be_made_again: false }]);
  expect((await again(first.id)).status).toBe(409);
  const logged = await rows(
    api.ctx.db.system,
    sql`select id from audit_event where what = 'document-made-again' and company_id = ${company.id}`,
  );
  expect(logged).toHaveLength(1);
  const { data } = (await api.get('/api/doc', { token: company.admin.token })).body;
  expect(data['2026-08'].map(({ id }: { id: number }) => id)).toEqual(
    expect.arrayContaining([first.id, second.id]),
  );
});

test('an act of reconciliation that is made again names the УПД that is valid', async () => {
  const [upd, act] = [await getValid('upd'), await getValid('reconciliation')];
  await withdraw(upd.id);
  await again(upd.id);
  await withdraw(act.id);
  expect((await again(act.id)).status).toBe(200);
  const made = await getValid('reconciliation');
  expect(String(made.title)).toContain('-П2');
  const number = /№ (\S+)/.exec(String((await getValid('upd')).title))?.[1] ?? '';
  expect((await readText(made.id)).replaceAll(/\s+/g, '')).toContain(`УПД№${number}`);
});

test('a document that was withdrawn twice is made a third time', async () => {
  for (const number of ['П2', 'П3']) {
    const { id } = await getValid('register');
    await withdraw(id);
    expect((await again(id)).status).toBe(200);
    expect(String((await getValid('register')).title)).toContain(number);
  }
});

test('two who make a document again at once make one', async () => {
  const { id } = await getValid('upd');
  await withdraw(id);
  const answers = await Promise.all([again(id), again(id)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await listed('kind=upd&state=waiting')).toHaveLength(1);
});

test('a document that was published as a file, and an act of cards, are not made again', async () => {
  const file = await givenDocument(api, staff, company);
  const { id: cards } = await getValid('cards');
  for (const id of [file, cards]) {
    await withdraw(id);
    expect((await again(id)).status).toBe(409);
  }
  expect((await again(999_999_999)).status).toBe(404);
});

test('closing the month again makes no second document beside a valid one', async () => {
  const { id } = await getValid('upd');
  await withdraw(id);
  await again(id);
  await closeMonth(api, staff, '2026-08', OVERRIDE_ALL);
  expect(await listed('kind=upd&state=waiting')).toHaveLength(1);
});

test('the treasurer makes no document again', async () => {
  const { id } = await getValid('upd');
  await withdraw(id);
  expect((await again(id, await givenPerson(api, { staffRole: 'treasurer' }))).status).toBe(403);
});

test('the server says whether a month runs, is due or is closed', async () => {
  const stage = async (date: string) =>
    (await api.get(`/staff/api/documents/closing?date=${date}`, { token: staff.token })).body.data.stage;
  expect(await Promise.all(['2026-08', '2026-09', '2026-07'].map(stage))).toEqual([
    'closed',
    'running',
    'due',
  ]);
});
