import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../../testing/givens/close-month.ts';
import {
  givenCard,
  givenCompany,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../../testing/givens/factories.ts';
import {
  bankFileDocument,
  givenBankFile,
  givenInvoice,
  makeStatement,
} from '../../../../testing/givens/given-bank-file.ts';
import { givenSales, type GivenSale } from '../../../../testing/givens/given-sales.ts';
import { readPdfText } from '../../../../testing/read-pdf-text.ts';
import { readAttributes } from '../../../../testing/read-state-xml.ts';
import { fromWindows1251 } from '../../../../lib/tables/windows-1251.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

beforeEach(() => api.clock.setTo('2026-09-15T09:00:00Z'));

const MONTH = '2026-09';
const AT = '2026-09-15T12:00:00+03:00';

interface Listed {
  id: number;
  kind: string;
  sum: number;
  vat: number;
  xml: string | null;
}

/** The documents of a month in which a company's card bought this. */
async function givenDocuments(company: GivenCompany, sales: readonly GivenSale[]): Promise<Listed[]> {
  const card = await givenCard(api, company.id, { balanceKopecks: 50_000_00 });
  await givenSales(api, card, sales);
  await closeMonth(api, staff, MONTH, OVERRIDE_ALL);
  return (await api.get('/api/doc?year=2026', { token: company.admin.token })).body.data[MONTH];
}

function findUpd(documents: readonly Listed[]): Listed {
  return documents.find(({ kind }) => kind === 'upd') as Listed;
}

test('a УПД downloads as windows-1251 XML under its own name, each time the same bytes', async () => {
  const company = await givenCompany(api);
  const [invoice, { token }] = [await givenInvoice(api, company, 15_000), company.admin];
  const paid = bankFileDocument({
    inn: company.inn,
    number: '4711',
    sum: '15000.00',
    purpose: `Оплата по счету № ${invoice.number}`,
  });
  await givenBankFile(api, staff, makeStatement(paid));
  const upd = findUpd(
    await givenDocuments(company, [
      { sum: 12_345_67, at: AT, litres: 190.5 },
      { sum: 1_000_00, at: AT, refund: true, litres: 15 },
      { sum: 9_999_99, at: AT, goods: 'АИ-95 «G-Drive» ⛽', litres: 120 },
    ]),
  );
  expect(upd.xml).toBe(`/api/doc/${upd.id}/xml`);
  const answer = await api.get(`/api/doc/${upd.id}/xml`, { token });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'application/xml; charset=windows-1251',
  ]);
  const text = fromWindows1251(answer.bytes);
  const [id] = readAttributes(text, 'ИдФайл');
  expect(answer.headers.get('content-disposition')).toContain(`filename="${id}.xml"`);
  expect(id).toContain(`ON_NSCHFDOPPR_${company.inn}-504701001_7712345671-771201001_20261001_`);
  expect(readAttributes(text, 'НаимТов')).toEqual(['АИ-95 «G-Drive» &#9981;', 'ДТ']);
  expect(readAttributes(text, 'КолТов')).toEqual(['120.00', '175.50']);
  expect(readAttributes(text, 'НалСт')).toEqual(['22%', '22%']);
  expect(readAttributes(text, 'СтТовУчНал')).toEqual(['9999.99', '11345.67']);
  expect(readAttributes(text, 'СтТовУчНалВсего')).toEqual([upd.sum.toFixed(2)]);
  expect(text).toContain(`<СумНалВсего>\n          <СумНал>${upd.vat.toFixed(2)}</СумНал>`);
  expect([readAttributes(text, 'НомерПРД'), readAttributes(text, 'СуммаПРД')]).toEqual([
    ['4711'],
    ['15000.00'],
  ]);
  expect([readAttributes(text, 'ДатаНачПер'), readAttributes(text, 'ДатаОконПер')]).toEqual([
    ['01.09.2026'],
    ['30.09.2026'],
  ]);
  expect((await api.get(`/api/doc/${upd.id}/xml`, { token })).bytes.equals(answer.bytes)).toBe(true);
  const byStaff = await api.get(`/staff/api/documents/${upd.id}/xml`, { token: staff.token });
  expect(byStaff.bytes.equals(answer.bytes)).toBe(true);
  const archive = unzipSync((await api.get(`/api/doc/archive?month=${MONTH}`, { token })).bytes);
  expect(Buffer.from(archive[`Газпромнефть/${id}.xml`] ?? []).equals(answer.bytes)).toBe(true);
});

test('another company’s XML and a register’s are not found; one needs a session', async () => {
  const company = await givenCompany(api);
  const documents = await givenDocuments(company, [{ sum: 500_00, at: AT }]);
  const path = `/api/doc/${findUpd(documents).id}/xml`;
  const outsider = await givenCompany(api);
  expect((await api.get(path, { token: outsider.admin.token })).status).toBe(404);
  expect((await api.get(path)).status).toBe(401);
  const register = documents.find(({ kind }) => kind === 'register') as Listed;
  expect(register.xml).toBeNull();
  const { token } = company.admin;
  expect((await api.get(`/api/doc/${register.id}/xml`, { token })).status).toBe(404);
  expect((await api.get('/api/doc/999999999999/xml', { token })).status).toBe(404);
});

test('a document that the State’s form refuses is not sent, and staff read why', async () => {
  const company = await givenCompany(api);
  const documents = await givenDocuments(company, [{ sum: 700_00, at: AT, refund: true }]);
  const { id } = findUpd(documents);
  const { token } = company.admin;
  const answer = await api.get(`/api/doc/${id}/xml`, { token });
  expect([answer.status, answer.body.message]).toEqual([409, expect.stringMatching(/не прошёл проверку/)]);
  const cases = (await api.get('/staff/api/unsettled', { token: staff.token })).body.data;
  const staffCase = cases.find((item: { kind: string; id: number }) => item.kind === 'xml' && item.id === id);
  expect(staffCase.details[0].value).toMatch(/КолТов|СтТовБезНДС/);
  expect((await api.post(`/staff/api/unsettled/xml/${id}/ask-again`, { token: staff.token })).status).toBe(
    409,
  );
  const document = await api.get(`/api/doc/${id}/download`, { token });
  expect(readPdfText(document.bytes)).toMatch(/Возврат: ДТ/);
  expect((await api.get(`/api/doc/archive?month=${MONTH}`, { token })).status).toBe(200);
});

test('a УКД corrects lines of a УПД in PDF and XML: before, after and difference', async () => {
  const company = await givenCompany(api);
  const documents = await givenDocuments(company, [
    { sum: 12_200_00, at: AT, litres: 200 },
    { sum: 6_100_00, at: AT, goods: 'АИ-95', litres: 100 },
  ]);
  const upd = findUpd(documents);
  const { token } = staff;
  const lines = (await api.get(`/staff/api/documents/${upd.id}/lines`, { token })).body.data;
  expect(lines).toMatchObject([
    { place: 1, title: 'АИ-95', quantity: 100, sum: 6_100, vat: 1_100, rate: 22 },
    { place: 2, title: 'ДТ', quantity: 200, sum: 12_200, vat: 2_200, rate: 22 },
  ]);
  const correct = (input: readonly object[], reason = 'Цена по соглашению сторон') =>
    api.post(`/staff/api/documents/${upd.id}/correct`, { token, json: { reason, lines: input } });
  for (const input of [
    [],
    [{ place: 3, quantity: 1, sum: 1 }],
    [{ place: 1, quantity: 100, sum: 6100 }],
    [{ place: 1, quantity: 0, sum: 6100 }],
    [
      { place: 1, quantity: 1, sum: 1 },
      { place: 1, quantity: 2, sum: 2 },
    ],
  ])
    expect((await correct(input)).body.error_messages).toHaveProperty('lines');
  const requested = [{ place: 1, quantity: 100, sum: '6 710,00' }];
  const preview = await api.post(`/staff/api/documents/${upd.id}/correct/preview`, {
    token,
    json: { reason: 'Цена', lines: requested },
  });
  expect(readPdfText(preview.bytes)).toMatch(/Всего увеличение +500,00 +110,00 +610,00/);
  const made = await correct([
    { place: 1, quantity: 100, sum: '6 710,00' },
    { place: 2, quantity: 150, sum: 9_150 },
  ]);
  expect(made.status).toBe(200);
  const [proposal] = (await api.get('/staff/api/approvals?state=confirmed', { token })).body.data;
  expect(proposal).toMatchObject({ title: 'Опубликовать УКД', company: { id: company.id } });
  expect(proposal.details).toMatchObject([
    { value: expect.stringMatching(/^УПД/) },
    { title: 'Исправлено строк', value: '2' },
    { title: 'Сумма по УПД', value: expect.stringMatching(/^18.300,00/) },
    { title: 'Сумма с УКД', value: expect.stringMatching(/^15.860,00/) },
    { title: 'НДС', value: expect.stringMatching(/^3.300,00.* → 2.860,00/) },
    { title: 'Деньги', value: expect.stringMatching(/^вернётся клиенту 2.440,00/) },
    { title: 'Нераспределённые средства сейчас' },
    { title: 'Станет' },
    { title: 'Причина', value: 'Цена по соглашению сторон' },
  ]);
  const again = await correct([{ place: 1, quantity: 90, sum: 5_490 }]);
  expect(again.status).toBe(409);
  const shown = (await api.get('/api/doc?year=2026', { token: company.admin.token })).body.data[MONTH];
  const ukd = shown.find((listed: Listed) => listed.id === made.body.data.id);
  expect(ukd).toMatchObject({ kind: 'upd', replaces: upd.id, sum: 15_860, vat: 2_860 });
  const xml = await api.get(ukd.xml, { token: company.admin.token });
  const text = fromWindows1251(xml.bytes);
  expect(readAttributes(text, 'ИдФайл')[0]).toMatch(
    /^ON_NKORSCHFDOPPR_\d{10}-504701001_7712345671-771201001_/,
  );
  expect(readAttributes(text, 'НомерСчФ')).toEqual(readAttributes(text, 'НомОсн'));
  expect([readAttributes(text, 'СтоимДоИзм'), readAttributes(text, 'СтоимПослеИзм')]).toEqual([
    ['5000.00', '6100.00', '10000.00', '12200.00'],
    ['5500.00', '6710.00', '7500.00', '9150.00'],
  ]);
  expect([readAttributes(text, 'СтоимУвел'), readAttributes(text, 'СтоимУм')]).toEqual([
    ['500.00', '610.00'],
    ['2500.00', '3050.00'],
  ]);
  expect(readAttributes(text, 'СтТовУчНалВсего')).toEqual(['610.00', '3050.00']);
  const document = readPdfText((await api.get(ukd.url, { token: company.admin.token })).bytes);
  expect(document).toMatch(/Всего увеличение +500,00 +110,00 +610,00/);
  expect(document).toMatch(/Всего уменьшение +2 500,00 +550,00 +3 050,00/);
  expect(
    (
      await api.post(`/staff/api/documents/${ukd.id}/correct`, {
        token,
        json: { reason: 'x', lines: [{ place: 1, quantity: 1, sum: 1 }] },
      })
    ).status,
  ).toBe(409);
  const outsider = await givenCompany(api);
  expect((await api.get(ukd.xml, { token: outsider.admin.token })).status).toBe(404);
});
