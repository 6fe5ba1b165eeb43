import { afterAll, beforeAll, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../testing/givens/close-month.ts';
import {
  givenCard,
  givenCompany,
  givenMoney,
  givenPerson,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { readXlsx } from '../../../testing/read-xlsx.ts';
import { issueAdvanceInvoices } from '../advance-invoices/issue-advance-invoices.ts';

let api: TestApi;
let staff: GivenPerson;
let company: GivenCompany;

const evening = async (day: string) => {
  api.clock.setTo(new Date(`${day}T17:00:00Z`));
  await issueAdvanceInvoices(api.ctx);
};

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
  company = await givenCompany(api);
  const card = await givenCard(api, company.id, { partnerId: PARTNER.gpn });
  await givenMoney(api, { companyId: company.id, kind: 'card', cardId: card.id }, 1_220_00);
  await evening('2026-09-19');
  await givenSales(api, card, [{ sum: 610_00, at: '2026-09-25T09:00:00Z' }]);
  await closeMonth(api, staff, '2026-09', OVERRIDE_ALL);
  await evening('2026-10-02');
});
afterAll(() => api.stop());

const download = (path: string, token: string) => api.get(path, { token });

test('the book of purchases equals the documents and names the VAT to restore', async () => {
  const { token } = company.admin;
  const answer = await download('/api/exchange/purchase-book?quarter=2026Q3', token);
  expect(answer.status).toBe(200);
  const [, ...lines] = readXlsx(answer.bytes);
  expect(lines.map(([book, code, , , , , gross, vat]) => [book, code, gross, vat])).toEqual([
    ['Книга покупок', '01', 610, 110],
    ['Книга покупок', '02', 1220, 220],
    ['Всего НДС к вычету', null, null, 330],
    ['Книга продаж: восстановленный НДС', '21', 610, 110],
    ['Всего НДС восстановлено', null, null, 110],
    ['НДС к вычету за вычетом восстановленного', null, null, 220],
  ]);
  const { data } = (await api.get('/api/doc', { token })).body;
  const listed = Object.values(data as Record<string, { kind: string; vat: number | null }[]>).flat();
  const sumVat = (kind: string) =>
    listed.filter((document) => document.kind === kind).reduce((sum, { vat }) => sum + (vat ?? 0), 0);
  expect([sumVat('upd'), sumVat('advance-invoice')]).toEqual([110, 220]);
});

test('the book of purchases says which months have no documents yet', async () => {
  const { bytes } = await download('/api/exchange/purchase-book?quarter=2026Q4', company.admin.token);
  const notes = readXlsx(bytes).filter(([book]) => book === 'Не хватает');
  expect(notes.map((line) => line.at(-1))).toEqual([
    expect.stringMatching(/^октябрь.2026.г\.: месяц не закрыт/),
  ]);
});

test('the operator’s books have the other side of the same rows', async () => {
  const { bytes } = await download('/staff/api/exchange/tax-books?quarter=2026Q3', staff.token);
  const [, ...lines] = readXlsx(bytes);
  expect(lines.map(([book, code, , , , , gross, vat]) => [book, code, gross, vat])).toEqual([
    ['Книга продаж', '01', 610, 110],
    ['Книга продаж', '02', 1220, 220],
    ['Книга покупок', '22', 610, 110],
  ]);
});

test('a quarter is asked for as it is written, and each side reads its own book', async () => {
  const { token } = company.admin;
  for (const query of ['', '?quarter=2026', '?quarter=2026Q5'])
    expect((await download(`/api/exchange/purchase-book${query}`, token)).status).toBe(400);
  expect((await download('/staff/api/exchange/tax-books?quarter=2026Q3', token)).status).toBe(404);
  const outsider = await givenCompany(api);
  const { bytes } = await download('/api/exchange/purchase-book?quarter=2026Q3', outsider.admin.token);
  expect(readXlsx(bytes).filter(([, code]) => code)).toHaveLength(1);
  const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  expect((await download('/api/exchange/purchase-book?quarter=2026Q3', specialist.token)).status).toBe(200);
});

test('both books have a УКД under its number, on the side that its change is for', async () => {
  const { token } = company.admin;
  const { data } = (await api.get('/api/doc', { token })).body;
  const listed = Object.values(data as Record<string, { id: number; kind: string; title: string }[]>).flat();
  const upd = listed.find(({ kind }) => kind === 'upd');
  const number = /№ (\S+)/.exec(upd?.title ?? '')?.[1] ?? '';
  const act = (verb: string, id: number | undefined, json: object) =>
    api.post(`/staff/api/documents/${id}/${verb}`, { token: staff.token, json: { reason: 'Цена', ...json } });
  const readUkd = async (path: string, who: string) =>
    readXlsx((await download(`${path}?quarter=2026Q4`, who)).bytes)
      .filter(([, , invoice]) => String(invoice).startsWith(`${number} `))
      .map(([book, code, , correction, , , gross, vat]) => [book, code, correction, gross, vat]);
  const [bought, restored] = ['Книга покупок', 'Книга продаж: восстановленный НДС'];
  for (const { sum, quantity = 100, change, ours, theirs } of [
    { sum: 488, change: [122, 22], ours: [restored, '18'], theirs: ['Книга покупок', '18'] },
    { sum: 732, change: [122, 22], ours: [bought, '01'], theirs: ['Книга продаж', '01'] },
    // Litres alone change: there is nothing to restore.
    { sum: 610, quantity: 90, change: [0, 0], ours: [bought, '01'], theirs: ['Книга продаж', '01'] },
  ]) {
    const made = await act('correct', upd?.id, { lines: [{ place: 1, quantity, sum }] });
    expect(made.status).toBe(200);
    const named = expect.stringMatching(/^\S+ от 02\.10\.2026$/);
    expect(await readUkd('/api/exchange/purchase-book', token)).toEqual([[...ours, named, ...change]]);
    expect(await readUkd('/staff/api/exchange/tax-books', staff.token)).toEqual([
      [...theirs, named, ...change],
    ]);
    expect((await act('withdraw', made.body.data.id, {})).status).toBe(200);
  }
});
