import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { givenPdf } from '../../../../testing/givens/given-document.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../../testing/api.ts';
import { expectBooksToAgree } from '../../../../testing/expect-books-to-agree.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../../testing/givens/close-month.ts';
import {
  givenCard,
  givenCompany,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../../testing/givens/factories.ts';
import { givenSales } from '../../../../testing/givens/given-sales.ts';
import { readPdfText } from '../../../../testing/read-pdf-text.ts';

let api: TestApi;
let staff: GivenPerson;
let company: GivenCompany;
/** The УПД of September: 200 litres for 12 200 ₽. */
let updId: number;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
});
afterAll(async () => {
  await expectBooksToAgree(api);
  await api.stop();
});
beforeEach(async () => {
  api.clock.setTo('2026-09-15T09:00:00Z');
  company = await givenCompany(api, { unallocatedKopecks: 1_000_00 });
  const card = await givenCard(api, company.id, { balanceKopecks: 50_000_00 });
  await givenSales(api, card, [{ sum: 12_200_00, at: '2026-09-15T12:00:00+03:00', litres: 200 }]);
  await closeMonth(api, staff, '2026-09', OVERRIDE_ALL);
  updId = (await findDocument('2026-09', 'upd')).id;
});

async function findDocument(month: string, kind: string): Promise<{ id: number; url: string }> {
  const { data } = (await api.get('/api/doc?year=2026', { token: company.admin.token })).body;
  return data[month].find((document: { kind: string }) => document.kind === kind);
}

async function findShown(id: number): Promise<Record<string, unknown>> {
  const { data } = (await api.get('/api/doc?year=2026', { token: company.admin.token })).body;
  return data['2026-09'].find((document: { id: number }) => document.id === id);
}

function correct(sum: number, id = updId): Promise<ApiResponse> {
  const json = { reason: 'Цена по соглашению', lines: [{ place: 1, quantity: 200, sum }] };
  return api.post(`/staff/api/documents/${id}/correct`, { token: staff.token, json });
}

const withdraw = (id: number) =>
  api.post(`/staff/api/documents/${id}/withdraw`, { token: staff.token, json: { reason: 'Ошибка' } });

function replace(id: number): Promise<ApiResponse> {
  const multipart = new FormData();
  for (const [name, value] of Object.entries({ title: 'УКД на бумаге', reason: 'Подписан иначе' }))
    multipart.set(name, value);
  multipart.set('file', new Blob([givenPdf('x')]), 'ukd.pdf');
  return api.post(`/staff/api/documents/${id}/replace`, { token: staff.token, multipart });
}

async function readBalance(): Promise<number> {
  return (await api.get(`/staff/api/clients/${company.id}`, { token: staff.token })).body.data.unallocated;
}

async function listCorrections(): Promise<Record<string, unknown>[]> {
  return (await api.get(`/staff/api/clients/${company.id}/corrections`, { token: staff.token })).body.data;
}

test('a УКД that lowers the sum gives the difference back, once', async () => {
  const made = await correct(12_000);
  expect(made.status).toBe(200);
  expect(await readBalance()).toBe(1200);
  expect((await correct(11_000)).status).toBe(409);
  expect(await readBalance()).toBe(1200);
  expect(await listCorrections()).toMatchObject([
    {
      kind: 'ukd',
      direction: 'to-client',
      sum: 200,
      document: { id: made.body.data.id },
      confirmed_by: expect.stringMatching(/./),
    },
  ]);
});

test('a УКД that raises the sum takes the difference, also below the credit limit', async () => {
  expect((await correct(13_500)).status).toBe(200);
  expect(await readBalance()).toBe(-300);
  expect(await listCorrections()).toMatchObject([{ direction: 'from-client', sum: 1300 }]);
});

test('two УКД of one УПД at once move one difference', async () => {
  const answers = await Promise.all([correct(12_000), correct(12_000)]);
  expect(answers.map(({ status }) => status)).toContain(200);
  expect(await readBalance()).toBe(1200);
});

test('a УКД that is withdrawn gives its difference back', async () => {
  const { id } = (await correct(12_000)).body.data;
  expect((await withdraw(id)).status).toBe(200);
  expect(await readBalance()).toBe(1000);
  expect(await listCorrections()).toMatchObject([
    { direction: 'from-client', sum: 200, title: expect.stringMatching(/^Отмена: УКД № /) },
    { direction: 'to-client', sum: 200 },
  ]);
  expect((await withdraw(id)).status).toBe(409);
  expect(await readBalance()).toBe(1000);
});

test('a repeat with the key gets the same proposal, also when the УКД is published', async () => {
  const ukd = { reason: 'Цена', lines: [{ place: 1, quantity: 200, sum: 12_000 }] };
  const { id } = await proposeTwice(`/staff/api/documents/${updId}/correct`, ukd);
  expect(await readBalance()).toBe(1200);
  await proposeTwice(`/staff/api/documents/${id}/withdraw`, { reason: 'Ошибка' });
  expect(await readBalance()).toBe(1000);
  expect(await listCorrections()).toHaveLength(2);
});

/** Sends a request, has it confirmed and sends it again under its key. Returns what was made. */
async function proposeTwice(path: string, body: object): Promise<{ id: number }> {
  const send = (json: object) =>
    fetch(`${api.url}${path}`, {
      method: 'POST',
      headers: {
        'x-auth-token': staff.token,
        'content-type': 'application/json',
        'idempotency-key': `once ${updId} ${path.length}`,
      },
      body: JSON.stringify(json),
    });
  const proposed = await (await send(body)).json();
  const made = await api.confirm({ status: 202, body: proposed } as never);
  expect(made.status).toBe(200);
  expect(await (await send(body)).json()).toEqual(proposed);
  expect((await send({ ...body, reason: 'Другая' })).status).toBe(409);
  return made.body.data;
}

test('a УПД is corrected anew after its УКД was withdrawn', async () => {
  for (const [turn, sum] of [12_000, 11_500].entries()) {
    const { id } = (await correct(sum)).body.data;
    const { title } = await findShown(id);
    expect(title).toMatch(new RegExp(`-К${turn + 1} от `));
    expect(await findShown(updId)).toMatchObject({ replaced_by: id });
    expect((await withdraw(id)).status).toBe(200);
    expect(await findShown(updId)).toMatchObject({ replaced_by: null });
    expect(await findShown(id)).toMatchObject({ replaces: updId });
  }
  const last = await correct(13_000);
  expect(last.status).toBe(200);
  expect(await readBalance()).toBe(200);
  expect(await findShown(updId)).toMatchObject({ replaced_by: last.body.data.id });
});

test('a УКД that a file replaces gives its difference back', async () => {
  const { id } = (await correct(13_500)).body.data;
  expect((await replace(id)).status).toBe(200);
  expect(await readBalance()).toBe(1000);
});

test('a file that replaces a УПД moves no money', async () => {
  expect((await replace(updId)).status).toBe(200);
  expect(await readBalance()).toBe(1000);
  expect(await listCorrections()).toEqual([]);
});

test('the act of the month lists the УКД that was published in it', async () => {
  await correct(12_000);
  await closeMonth(api, staff, '2026-10', OVERRIDE_ALL);
  const { url } = await findDocument('2026-10', 'reconciliation');
  const text = readPdfText((await api.get(url, { token: company.admin.token })).bytes);
  expect(text).toMatch(/УКД № 202609-\d+-\d+-К1 от 1 октября 2026/);
  // 51 000 paid, 12 200 bought in September: 38 800, then 200 back.
  expect(text).toMatch(/Сальдо на начало +38 800,00/);
  expect(text).toMatch(/Сальдо на конец +39 000,00/);
});
