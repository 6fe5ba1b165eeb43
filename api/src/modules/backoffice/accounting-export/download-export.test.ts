import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  addRows,
  checkEnterpriseData,
  HAS_PACKAGE,
  leaves,
  listReferences,
  objects,
  sales,
  SKIPPED_WITHOUT_PACKAGE,
  toKopecks,
} from '../../../testing/check-enterprise-data.ts';
import { bankFileDocument, givenBankFile, makeStatement } from '../../../testing/givens/given-bank-file.ts';
import { givenBookedYear } from '../../../testing/givens/given-booked-year.ts';
import { givenPerson, type GivenCompany, type GivenPerson } from '../../../testing/givens/factories.ts';
import { givenSandbox } from '../../../testing/givens/given-sandbox.ts';
import { writeExport } from './write-export.ts';

const SEPTEMBER = { from: '2026-09-01', to: '2026-09-30' };
const OCTOBER = { from: '2026-10-01', to: '2026-10-31' };

interface Days {
  from: string;
  to: string;
}

let api: TestApi;
let staff: GivenPerson;
let first: GivenCompany;
let second: GivenCompany;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  ({ staff, first, second } = await givenBookedYear(api));
});
afterAll(() => api?.stop());

const ask = (days: Days, { path = '', token = staff.token } = {}) =>
  api.get(`/staff/api/exchange/enterprise-data${path}?from=${days.from}&to=${days.to}`, { token });

async function load(days: Days): Promise<string> {
  const answer = await ask(days);
  expect(answer.status).toBe(200);
  return answer.bytes.toString();
}

async function preview(days: Days) {
  const { status, body } = await ask(days, { path: '/preview' });
  expect(status).toBe(200);
  const { data } = body;
  const parts: Record<string, { count: number; sum: number; vat: number | null }> = Object.fromEntries(
    data.parts.map(({ part, ...counted }: { part: string; count: number; sum: number }) => [part, counted]),
  );
  return { ...data, parts };
}

async function readBooks(date: string) {
  return (await api.get(`/staff/api/books?date=${date}`, { token: staff.token })).body.data;
}

const documents = async (company: GivenCompany, month: string) =>
  (await api.get('/api/doc?year=2026', { token: company.admin.token })).body.data[month] as {
    id: number;
    kind: string;
  }[];

describe('access to the file', () => {
  test('customers don’t know of it, an auditor may load it, and days are checked', async () => {
    expect((await ask(SEPTEMBER, { token: first.admin.token })).status).toBe(404);
    expect((await ask(SEPTEMBER, { token: (await givenPerson(api)).token })).status).toBe(404);
    expect((await ask(SEPTEMBER, { token: '' })).status).toBe(401);
    const auditor = await givenPerson(api, { staffRole: 'auditor' });
    expect((await ask(SEPTEMBER, { token: auditor.token })).status).toBe(200);
    expect((await ask({ from: '2026-09-02', to: '2026-09-01' })).body.error_messages).toHaveProperty('from');
    expect((await ask({ from: '2024-01-01', to: '2026-09-01' })).body.error_messages).toHaveProperty('to');
    expect((await ask({ from: '2026-03-01', to: '2026-03-31' })).body.message).toContain('нет документов');
  });

  test('each download leaves a line in the audit log with its days', async () => {
    await load(SEPTEMBER);
    const { data } = (await api.get('/staff/api/audit?what=books-exported', { token: staff.token })).body;
    expect(JSON.stringify(data)).toContain('Скачана выгрузка для 1С');
    expect(JSON.stringify(data)).toContain('30.09.2026');
  });
});

describe('sums of a month', () => {
  test('of sales, payments and invoices are what the trial balance has gained', async () => {
    const xml = await load(SEPTEMBER);
    const [before, after] = [await readBooks('2026-08-31'), await readBooks('2026-09-30')];
    const gain = (read: (books: typeof before) => number) => Math.round((read(after) - read(before)) * 100);
    const sold = gain(
      ({ networks, programme: { discounts, surcharges, fees, card_fees: cardFees } }) =>
        networks.reduce((sum: number, network: { sold: number }) => sum + network.sold, 0) +
        discounts +
        surcharges +
        fees +
        cardFees,
    );
    const sum = (name: string) => addRows(objects(xml, name).join(''), 'Сумма');
    expect(sales(xml)).toHaveLength(2);
    expect(sum('Документ.РеализацияТоваровУслуг')).toBe(sold);
    for (const document of sales(xml)) {
      const head = document.replaceAll(/<(Товары|Услуги)>.*?<\/\1>/gs, '');
      expect(toKopecks(leaves(head, 'Сумма')[0])).toBe(addRows(document, 'Сумма'));
    }
    const returned = objects(xml, 'Документ.СБДСРасчетыСКонтрагентами').filter((document) =>
      document.includes('СПокупателем'),
    );
    expect(sum('Документ.ПБДСРасчетыСКонтрагентами') - addRows(returned.join(''), 'Сумма')).toBe(
      gain(({ received, unplaced }) => received + unplaced),
    );
    const paid = gain(({ networks }) =>
      networks.reduce((total: number, network: { paid: number }) => total + network.paid, 0),
    );
    expect(paid).toBe(4000_00);
    expect(sum('Документ.СБДСРасчетыСКонтрагентами')).toBe(paid + 150_50);
    expect(sum('Документ.ПоступлениеТоваровУслуг')).toBe(6000_00);
    expect(addRows(objects(xml, 'Документ.ПоступлениеТоваровУслуг').join(''), 'СуммаНДС')).toBe(1081_97);
  });

  test('stand before the download, the same as in the file and beside the books', async () => {
    const xml = await load(SEPTEMBER);
    const { parts, books, ...rest } = await preview(SEPTEMBER);
    expect(parts.sales?.sum).toBe(books.sold);
    expect(toKopecks(String(parts.sales?.sum))).toBe(addRows(sales(xml).join(''), 'Сумма'));
    expect(toKopecks(String(parts.sales?.vat))).toBe(addRows(sales(xml).join(''), 'СуммаНДС'));
    expect(parts.invoices?.count).toBe(objects(xml, 'Документ.СчетФактураВыданный').length);
    expect(parts['money-in']?.sum).toBe(7000 + 500 + 300);
    expect((parts['money-in']?.sum ?? 0) - (parts.returns?.sum ?? 0)).toBe(books.received);
    expect(parts['network-payments']).toMatchObject({ count: 1, sum: 4000 });
    expect(parts.receipts).toEqual({ count: 1, sum: 6000, vat: 1081.97 });
    expect(rest).toEqual({ unplaced: 1, network_invoices: 1, file_corrections: 0, removed: 0 });
  });

  test('a payment that no one has placed names its payer and no client', async () => {
    const unplaced = objects(await load(SEPTEMBER), 'Документ.ПБДСРасчетыСКонтрагентами').filter((document) =>
      document.includes('<ВидРасчетов>Прочее'),
    );
    expect(unplaced).toHaveLength(1);
    expect(leaves(unplaced[0] ?? '', 'ИНН')).toContain('7707083893');
    expect(unplaced[0]).not.toContain('<Договор>');
  });

  test('a sandbox is in no file', async () => {
    const before = await preview(SEPTEMBER);
    await givenSandbox(api, first);
    expect(await preview(SEPTEMBER)).toEqual(before);
  });
});

test('a month at 20 % names its rate, one at 22 % leaves it to the accountant', async () => {
  const [december] = sales(await load({ from: '2025-12-01', to: '2025-12-31' }));
  expect(leaves(december ?? '', 'СтавкаНДС')).toEqual(['НДС20']);
  expect(leaves(december ?? '', 'СуммаНДС')).toEqual(['200.00']);
  const [january] = sales(await load({ from: '2026-01-01', to: '2026-01-31' }));
  expect(leaves(january ?? '', 'СтавкаНДС')).toEqual([]);
  expect(leaves(january ?? '', 'СуммаНДС')).toEqual(['220.00']);
  expect(january).toContain('НДС 22 %: ставку укажите в 1С');
});

test.skipIf(!HAS_PACKAGE)(`the whole file keeps 1C’s package${SKIPPED_WITHOUT_PACKAGE}`, async () => {
  expect(checkEnterpriseData(await load({ from: '2025-12-01', to: '2026-09-30' }))).toEqual([]);
});

test('a second load on another day has the same documents under the same ids', async () => {
  const before = listReferences(await load(SEPTEMBER));
  api.clock.advanceSeconds(3 * 86_400);
  expect(listReferences(await load(SEPTEMBER))).toEqual(before);
  expect(new Set(before).size).toBe(before.length);
});

describe('after the month', () => {
  test('a УКД and a corrected balance are what the books call corrections', async () => {
    const upd = (await documents(first, '2026-09')).find(({ kind }) => kind === 'upd');
    const lines = [{ place: 1, quantity: 90, sum: 6000 }];
    const correct = `/staff/api/documents/${upd?.id}/correct`;
    const made = await api.post(correct, { token: staff.token, json: { reason: 'Недолив', lines } });
    expect(made.status).toBe(200);
    const path = `/staff/api/clients/${first.id}/corrections`;
    for (const [direction, kind, sum] of [
      ['to-client', 'compensation', 150.5],
      ['from-client', 'penalty', 20],
    ])
      await api.post(path, { token: staff.token, json: { direction, kind, sum, note: 'Простой карт' } });
    const xml = await load(OCTOBER);
    const [ukd = '', ...more] = objects(xml, 'Документ.КорректировкаРеализацииТоваров');
    expect(more).toEqual([]);
    const difference = addRows(ukd, 'Сумма') - addRows(ukd, 'СуммаДоИзменения');
    const { parts, books } = await preview(OCTOBER);
    expect(toKopecks(String(parts['sale-corrections']?.sum))).toBe(difference);
    expect(parts['debt-corrections']).toMatchObject({ count: 2, sum: -130.5 });
    expect(difference + toKopecks('-130.5')).toBe(toKopecks(String(books.corrected)));
    // Every line of the УПД is there, so 1C takes none off, and the УПД is found by its reference.
    const [sold = ''] = sales(await load(SEPTEMBER)).filter((document) => document.includes('Зима'));
    expect(objects(ukd, 'Строка')).toHaveLength(objects(sold, 'Строка').length);
    expect(ukd).toContain(leaves(sold, 'Ссылка')[0]);
    expect(objects(xml, 'Документ.СчетФактураВыданный')[0]).toContain('Корректировочный');
    expect(objects(xml, 'Документ.КорректировкаДолга')).toHaveLength(2);
    if (HAS_PACKAGE) expect(checkEnterpriseData(xml)).toEqual([]);

    // A withdrawn document leaves the file together with its correction, and 1C is asked to remove it.
    const withdraw = `/staff/api/documents/${made.body.data.id}/withdraw`;
    expect((await api.post(withdraw, { token: staff.token, json: { reason: 'Ошибка' } })).status).toBe(200);
    const later = await load(OCTOBER);
    expect(objects(later, 'Документ.КорректировкаРеализацииТоваров')).toEqual([]);
    expect(leaves(later, 'КорректировкаРеализацииТоваровСсылка')).toEqual([leaves(ukd, 'Ссылка')[0]]);
    expect((await preview(OCTOBER)).books.corrected).toBe(-130.5);
  });

  test('a withdrawn УПД is removed, and the one made again has an id of its own', async () => {
    const [before = ''] = sales(await load(SEPTEMBER)).filter((document) => document.includes(second.inn));
    const upd = (await documents(second, '2026-09')).find(({ kind }) => kind === 'upd');
    const path = `/staff/api/documents/${upd?.id}`;
    expect(
      (await api.post(`${path}/withdraw`, { token: staff.token, json: { reason: 'Ошибка' } })).status,
    ).toBe(200);
    const without = await load(SEPTEMBER);
    expect(sales(without).some((document) => document.includes(second.inn))).toBe(false);
    expect(leaves(without, 'РеализацияТоваровУслугСсылка')).toContain(leaves(before, 'Ссылка')[0]);
    expect((await preview(SEPTEMBER)).removed).toBe(1);
    expect((await api.post(`${path}/make-again`, { token: staff.token, json: {} })).status).toBe(200);
    const [again = ''] = sales(await load(SEPTEMBER)).filter((document) => document.includes(second.inn));
    expect(addRows(again, 'Сумма')).toBe(addRows(before, 'Сумма'));
    expect(leaves(again, 'Ссылка')[0]).not.toBe(leaves(before, 'Ссылка')[0]);
    if (HAS_PACKAGE) expect(checkEnterpriseData(await load(SEPTEMBER))).toEqual([]);
  });
});

test('a bonus of a network is settled apart from what is paid for its fuel', async () => {
  const bonus = bankFileDocument({ inn: '5047123455', sum: '412.00', number: '412', come: '20.10.2026' });
  await givenBankFile(api, staff, makeStatement(bonus));
  const waiting = (await api.get('/staff/api/payments?state=waiting', { token: staff.token })).body.data;
  const { id } = waiting.find(({ number }: { number: string }) => number === '412');
  const path = `/staff/api/payments/${id}/network-refund`;
  const readSupplierKinds = async () => {
    const xml = await load(OCTOBER);
    if (HAS_PACKAGE) expect(checkEnterpriseData(xml)).toEqual([]);
    const documents = objects(xml, 'Документ.ПБДСРасчетыСКонтрагентами');
    const document = documents.filter((text) => text.includes('<Номер>412</Номер>')).join('');
    return { id: leaves(document, 'Ссылка')[0], kinds: leaves(document, 'ВидДоговора'), xml };
  };
  const book = (json: object) => api.post(path, { token: staff.token, json: { partner_id: 2, ...json } });
  expect((await book({ kind: 'bonus', note: 'Премия за объём' })).status).toBe(200);
  const read = await readSupplierKinds();
  expect(read.kinds).toEqual(['Прочее']);
  expect(listReferences((await readSupplierKinds()).xml)).toEqual(listReferences(read.xml));
  expect((await api.post(`${path}/undo`, { token: staff.token, json: { note: 'Возврат' } })).status).toBe(
    200,
  );
  expect((await book({ note: 'Возврат по претензии' })).status).toBe(200);
  const refund = await readSupplierKinds();
  expect([refund.id, refund.kinds]).toEqual([read.id, ['СПоставщиком']]);
});

test('the file is written in pieces: no piece holds two companies’ documents', async () => {
  const pieces: string[] = [];
  for await (const piece of writeExport(api.ctx, SEPTEMBER)) pieces.push(piece);
  const inns = [first.inn, second.inn];
  expect(pieces.filter((piece) => inns.every((inn) => piece.includes(inn)))).toEqual([]);
  const { length } = await rows(
    api.ctx.db.system,
    sql`select from month_document where kind = 'upd' and month = '2026-09' and withdrawn_at is null`,
  );
  expect(pieces.filter((piece) => piece.startsWith('<Документ.РеализацияТоваровУслуг>'))).toHaveLength(
    length,
  );
});
