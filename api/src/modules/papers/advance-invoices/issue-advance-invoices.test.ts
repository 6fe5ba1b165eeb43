import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenMoney,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { advanceReturnCalls } from '../../../testing/givens/given-advance-return.ts';
import {
  bankFileDocument,
  givenBankFile,
  makeStatement,
  outgoingDocument,
} from '../../../testing/givens/given-bank-file.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { holdMoney } from '../../../testing/hold-money.ts';
import { waitUntilWaiting } from '../../../testing/wait-until-waiting.ts';
import { checkEnterpriseData, HAS_PACKAGE, leaves, objects } from '../../../testing/check-enterprise-data.ts';
import { readPdfText } from '../../../testing/read-pdf-text.ts';
import { readAttributes } from '../../../testing/read-state-xml.ts';
import { fromWindows1251 } from '../../../lib/tables/windows-1251.ts';
import { issueAdvanceInvoices } from './issue-advance-invoices.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
  api.clock.setTo(new Date('2026-09-16T17:00:00Z'));
  await issueAdvanceInvoices(api.ctx);
});
afterAll(() => api.stop());

interface Listed {
  id: number;
  title: string;
  kind: string | null;
  sum: number;
  vat: number;
  partner_id: number;
  url: string;
  xml: string | null;
}

async function listInvoices({ admin }: GivenCompany): Promise<Listed[]> {
  const { data } = (await api.get('/api/doc', { token: admin.token })).body;
  const all = Object.values(data as Record<string, Listed[]>).flat();
  return all.filter(({ kind }) => kind === 'advance-invoice').sort((a, b) => a.id - b.id);
}

function readOffsets({ id }: GivenCompany) {
  return rows(
    api.ctx.db.system,
    sql<{ till: string; kind: string; gross: number; vat: number }>`
      select ends_on::text as till, kind, gross_kopecks as gross, vat_kopecks as vat from advance_offset
      where company_id = ${id} order by ends_on, kind, advance_id`,
  );
}

/** The tests share one clock, which only goes on. */
const evening = (day: string) => api.clock.setTo(new Date(`${day}T17:00:00Z`));

test('money that is not shipped within five days gets one invoice, as PDF and XML', async () => {
  const company = await givenCompany(api);
  const card = await givenCard(api, company.id, { balanceKopecks: 100_00 });
  const { inn } = company;
  api.clock.setTo(new Date('2026-09-18T09:00:00Z'));
  const paid = (number: string, sum: string) =>
    bankFileDocument({ inn, number, sum, come: '17.09.2026', purpose: `Пополнение ${inn}` });
  await givenBankFile(api, staff, makeStatement(paid('41', '500.00'), paid('42', '722.00')));
  await givenSales(api, card, [{ sum: 100_00, at: '2026-09-18T09:00:00Z' }]);

  evening('2026-09-20');
  await issueAdvanceInvoices(api.ctx);
  expect(await listInvoices(company)).toEqual([]);
  evening('2026-09-21');
  const published = await Promise.all([issueAdvanceInvoices(api.ctx), issueAdvanceInvoices(api.ctx)]);
  expect(published.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await issueAdvanceInvoices(api.ctx)).toBe(0);

  const [invoice, ...others] = await listInvoices(company);
  expect(others).toEqual([]);
  expect(invoice).toMatchObject({
    title: expect.stringMatching(/^Счёт-фактура на аванс № А-\d{6} от 20\.09\.2026$/),
    sum: 1222,
    vat: 220.36,
    partner_id: 0,
  });
  const { token } = company.admin;
  const pdf = readPdfText((await api.get(invoice?.url ?? '', { token })).bytes);
  expect(pdf).toContain('предварительная оплата');
  expect(pdf).toContain('22/122');
  expect(pdf).toMatch(/№.41 от.15\.09\.2026 \(500,00\), №.42 от.15\.09\.2026 \(722,00\)/);
  const xml = fromWindows1251((await api.get(invoice?.xml ?? '', { token })).bytes);
  expect(readAttributes(xml, 'Функция')).toEqual(['СЧФ']);
  expect(readAttributes(xml, 'СуммаПРД')).toEqual(['500.00', '722.00']);
  expect(readAttributes(xml, 'СтТовУчНал')).toEqual(['1222.00']);
});

test('a shipment sets off the oldest advance, and money that goes back the newest', async () => {
  const company = await givenCompany(api);
  const card = await givenCard(api, company.id);
  const { inn } = company;
  await givenMoney(api, { companyId: company.id, kind: 'card', cardId: card.id }, 1_220_00);
  evening('2026-09-26');
  await issueAdvanceInvoices(api.ctx);
  const paid = bankFileDocument({ inn, number: '61', sum: '610.00', come: '26.09.2026', purpose: inn });
  await givenBankFile(api, staff, makeStatement(paid));
  evening('2026-10-01');
  await issueAdvanceInvoices(api.ctx);
  expect((await listInvoices(company)).map(({ sum }) => sum)).toEqual([1220, 610]);

  await givenSales(api, card, [{ sum: 1_000_00, at: '2026-10-02T12:00:00Z' }]);
  api.clock.setTo(new Date('2026-10-03T09:00:00Z'));
  const back = (number: string, sum: string) =>
    outgoingDocument({ inn, number, sum, taken: '02.10.2026', purpose: `Возврат ${inn}` });
  await givenBankFile(api, staff, makeStatement(back('7', '205.00'), back('8', '100.00')));
  const { data } = (await api.get('/staff/api/advance-returns', { token: staff.token })).body;
  for (const { id } of data) expect((await advanceReturnCalls(api, staff).book(id)).status).toBe(200);
  evening('2026-10-06');
  await issueAdvanceInvoices(api.ctx);
  expect(await readOffsets(company)).toEqual([
    { till: '2026-10-05', kind: 'return', gross: 305_00, vat: 55_00 },
    { till: '2026-10-05', kind: 'shipment', gross: 1_000_00, vat: 180_33 },
  ]);
  expect(await listInvoices(company)).toHaveLength(2);
});

test('advances are counted from the first day of the quarter of the first run', async () => {
  const [{ first_day: firstDay } = { first_day: '' }] = await rows(
    api.ctx.db.system,
    sql<{ first_day: string }>`select first_day::text as first_day from advance_numbering`,
  );
  expect(firstDay).toBe('2026-07-01');
});

test('an invoice for an advance is neither withdrawn, replaced nor confirmed', async () => {
  const company = await givenCompany(api, { unallocatedKopecks: 122_00 });
  evening('2026-10-11');
  await issueAdvanceInvoices(api.ctx);
  const [invoice] = await listInvoices(company);
  const answer = await api.post(`/staff/api/documents/${invoice?.id}/withdraw`, {
    token: staff.token,
    json: { reason: 'Ошибка' },
  });
  expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('не отзывается')]);

  // Nor is it confirmed: it does not wait, and a code for it alone is refused.
  const { token } = company.admin;
  expect((await api.get('/api/doc?waiting=1', { token })).body.data).toEqual({});
  const json = { ids: [invoice?.id], sms: '123456' };
  const refused = await api.post('/api/doc/acceptDocs', { token, json });
  expect([refused.status, refused.body.message]).toEqual([
    400,
    expect.stringContaining('подтверждать не нужно'),
  ]);
  const steps = (await api.get('/api/months/2026-10', { token })).body.data as {
    key: string;
    title: string;
  }[];
  expect(steps.some(({ key }) => key === 'confirmations')).toBe(false);
});

test('of two companies each sees its own invoice only, and numbers follow one another', async () => {
  const companies = [
    await givenCompany(api, { unallocatedKopecks: 500_00 }),
    await givenCompany(api, { unallocatedKopecks: 700_00 }),
  ] as const;
  evening('2026-10-17');
  await issueAdvanceInvoices(api.ctx);
  const [[first], [second]] = [await listInvoices(companies[0]), await listInvoices(companies[1])];
  expect([first?.sum, second?.sum]).toEqual([500, 700]);
  const numberIn = (title = '') => Number(/А-(\d{6})/.exec(title)?.[1]);
  expect(numberIn(second?.title) - numberIn(first?.title)).toBe(1);
  const foreign = await api.get(second?.url ?? '', { token: companies[0].admin.token });
  expect(foreign.status).toBe(404);
});

test('both sides get the advance invoice for 1C, the same in every file', async () => {
  const company = await givenCompany(api);
  const { inn } = company;
  api.clock.setTo(new Date('2026-10-20T09:00:00Z'));
  const paid = bankFileDocument({
    inn,
    number: '77',
    sum: '1220.00',
    come: '20.10.2026',
    purpose: `Аванс ${inn}`,
  });
  await givenBankFile(api, staff, makeStatement(paid));
  evening('2026-10-21');
  await issueAdvanceInvoices(api.ctx);
  const days = 'from=2026-10-20&to=2026-10-20';
  const load = async (path: string, { token }: GivenPerson) => {
    const { status, bytes } = await api.get(`${path}?${days}`, { token });
    expect(status).toBe(200);
    return bytes.toString();
  };
  const invoiceIn = (xml: string, name: string) =>
    objects(xml, `Документ.${name}`).find((one) => one.includes(inn));
  for (const [path, person, name] of [
    ['/api/exchange/enterprise-data', company.admin, 'СчетФактураПолученный'],
    ['/staff/api/exchange/enterprise-data', staff, 'СчетФактураВыданный'],
  ] as const) {
    const xml = await load(path, person);
    if (HAS_PACKAGE) expect(checkEnterpriseData(xml)).toEqual([]);
    const invoice = invoiceIn(xml, name) ?? '';
    expect(leaves(invoice, 'ВидСчетаФактуры')).toEqual(['НаАванс']);
    expect(leaves(invoice, 'КодВидаОперации')).toEqual(['02']);
    expect(leaves(invoice, 'СуммаНДС')).toEqual(['220.00', '220.00']);
    expect(invoice).toContain('<Номер>77</Номер>');
    api.clock.advanceSeconds(60);
    expect(invoiceIn(await load(path, person), name)).toBe(invoice);
  }
  const preview = await api.get(`/staff/api/exchange/enterprise-data/preview?${days}`, {
    token: staff.token,
  });
  expect(preview.body.data.parts).toContainEqual(
    expect.objectContaining({ part: 'advance-invoices', count: expect.any(Number) }),
  );
});

test('a client whose days can’t be closed fails the run, and others get their invoices', async () => {
  const broken = await givenCompany(api, { unallocatedKopecks: 100_00 });
  const company = await givenCompany(api, { unallocatedKopecks: 200_00 });
  const owner = new pg.Client(api.databaseUrl);
  await owner.connect();
  await owner.query(`
    create function refuse_days() returns trigger language plpgsql as $$ begin raise 'no days of it'; end $$;
    create trigger refuse_days before insert on advance_period for each row
    when (new.company_id = ${broken.id}) execute function refuse_days()`);
  evening('2026-10-26');
  await expect(issueAdvanceInvoices(api.ctx)).rejects.toThrow('no days of it');
  expect(await listInvoices(broken)).toEqual([]);
  expect(await listInvoices(company)).toMatchObject([{ sum: 200 }]);
  await owner.query('drop trigger refuse_days on advance_period; drop function refuse_days');
  await owner.end();
  await issueAdvanceInvoices(api.ctx);
  expect(await listInvoices(broken)).toMatchObject([{ sum: 100 }]);
});

test('the days of a client are closed after a movement of its money that is under way', async () => {
  const company = await givenCompany(api, { unallocatedKopecks: 300_00 });
  const mover = new pg.Client(api.databaseUrl);
  await mover.connect();
  await mover.query(`begin; ${holdMoney(company.id)}`);
  evening('2026-10-31');
  const closing = issueAdvanceInvoices(api.ctx);
  await waitUntilWaiting(api);
  await mover.query('commit');
  await mover.end();
  await closing;
  expect(await listInvoices(company)).toMatchObject([{ sum: 300 }]);
});

test('an invoice has the address that its buyer had when it was numbered', async () => {
  const company = await givenCompany(api, { unallocatedKopecks: 400_00 });
  const owner = new pg.Client(api.databaseUrl);
  await owner.connect();
  const move = (street: string) =>
    owner.query(`update company set city = 'Тверь', street = $1, house = '1' where id = $2`, [
      street,
      company.id,
    ]);
  await move('Старая');
  await owner.query(`
    create function refuse_document() returns trigger language plpgsql as $$ begin raise 'no disk'; end $$;
    create trigger refuse_document before insert on month_document for each row execute function refuse_document()`);
  evening('2026-11-06');
  await expect(issueAdvanceInvoices(api.ctx)).rejects.toThrow('no disk');
  await move('Новая');
  await owner.query('drop trigger refuse_document on month_document; drop function refuse_document');
  await owner.end();
  await issueAdvanceInvoices(api.ctx);
  const [invoice] = await listInvoices(company);
  const pdf = readPdfText((await api.get(invoice?.url ?? '', { token: company.admin.token })).bytes);
  expect(pdf).toContain('Старая');
  expect(pdf).not.toContain('Новая');
});

test('days counted by the quarter are followed by the rest of five days of a month', async () => {
  const company = await givenCompany(api);
  await sql`
    insert into advance_period (company_id, begins_on, ends_on, received_kopecks, returned_kopecks, shipped_kopecks,
      balance_kopecks, posted_before, counted_upto, closed_at)
    values (${company.id}, '2026-11-30', '2026-12-03', 0, 0, 0, 0, 0, 0, now())`.execute(api.ctx.db.system);
  evening('2026-12-06');
  await issueAdvanceInvoices(api.ctx);
  const periods = await rows(
    api.ctx.db.system,
    sql`select begins_on::text, ends_on::text from advance_period where company_id = ${company.id} order by ends_on`,
  );
  expect(periods).toEqual([
    { begins_on: '2026-11-30', ends_on: '2026-12-03' },
    { begins_on: '2026-12-04', ends_on: '2026-12-05' },
  ]);
});
