import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ALL_NETWORKS, PARTNER } from '#contract/ids.ts';
import { getOnlyRow, rows } from '../../../../db/database.ts';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import { sendWhileLocked } from '../../../../testing/send-while-locked.ts';
import {
  givenCard,
  givenCompany,
  givenMoney,
  givenPerson,
  givenStaff,
  type GivenCard,
  type GivenCompany,
  type GivenPerson,
} from '../../../../testing/givens/factories.ts';
import { closeMonth, endMonth } from '../../../../testing/givens/close-month.ts';
import { readPdfText } from '../../../../testing/read-pdf-text.ts';
import { givenSales } from '../../../../testing/givens/given-sales.ts';
import { closeCompanies } from './close-companies.ts';
import { resumeClosings } from './resume-closings.ts';
import { claimNext } from './closing-progress.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

test.each(['0000-05', '9999-12', '1999-12'])('a month of the year in %s is refused', async (month) => {
  expect((await ask(month)).body.error_messages).toEqual({ date: ['Год от 2000 до 2100'] });
});

beforeEach(() => api.clock.setTo('2026-09-15T09:00:00Z'));

function ask(date: string, token = staff.token) {
  return api.post('/staff/api/documents/close-month', { token, json: { date } });
}

/** Closes a month that is over and whose feeds have been read. */
const close = (date: string) => closeMonth(api, staff, date);

async function listMonthDocuments(company: GivenCompany, month: string) {
  const answer = await api.get('/api/doc', { token: company.admin.token });
  return (answer.body.data[month] ?? []) as {
    id: number;
    title: string;
    sum: number | null;
    vat: number | null;
    partner_id: number;
    object_until: string;
  }[];
}

async function downloadText(company: GivenCompany, id: number): Promise<string> {
  const answer = await api.get(`/api/doc/${id}/download`, { token: company.admin.token });
  expect(answer.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  return readPdfText(answer.bytes);
}

/** Sums of the last column, or of another one from the end, of the lines that match. */
function lastSums(text: string, line: RegExp, column = -1): number[] {
  return text
    .split('\n')
    .filter((value) => line.test(value))
    .map((value) => {
      const money = value.match(/-?\d{1,3}(?: \d{3})*,\d{2}/g)?.at(column);
      return Math.round(Number((money ?? 'NaN').replaceAll(' ', '').replace(',', '.')) * 100);
    });
}

/** Sums what the ledger moved to the networks: the other side of every document. */
async function sumBookedToNetworks(companyId: number, partnerId?: number): Promise<number> {
  const row = await getOnlyRow(
    api.ctx.db.system,
    sql<{ total: number }>`
      select coalesce(sum(balance_kopecks), 0)::bigint as total from ledger_account
      where company_id = ${companyId} and kind = 'network'
        and (${partnerId ?? null}::int is null or partner_id = ${partnerId ?? null}::int)`,
  );
  return row.total;
}

async function insideTotal(companyId: number): Promise<number> {
  const row = await getOnlyRow(
    api.ctx.db.system,
    sql<{ total: number }>`
      select sum(balance_kopecks)::bigint as total from ledger_account
      where company_id = ${companyId} and kind not in ('network', 'bank')`,
  );
  return row.total;
}

describe('access to closing a month', () => {
  test('a customer has no such call, and an invalid or future month is refused', async () => {
    const company = await givenCompany(api);
    expect((await ask('2026-09', company.admin.token)).status).toBe(404);
    expect((await api.post('/staff/api/documents/close-month', { json: { date: '2026-09' } })).status).toBe(
      401,
    );
    for (const date of ['2026-13', 'сентябрь', '2026-10']) {
      const answer = await ask(date);
      expect(answer.status).toBe(400);
      expect(answer.body.error_messages).toHaveProperty('date');
    }
    const anonymous = await givenPerson(api);
    expect((await ask('2026-09', anonymous.token)).status).toBe(404);
  });
});

describe('closing a month', () => {
  test('a month of a year before the programme is refused and leaves no decision', async () => {
    await givenCompany(api);
    const answer = await ask('2000-01');
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages?.date?.[0]).toMatch(
      /^За январь\s2000\sг\. закрывать нечего: программа работает с 2026 года$/,
    );
    const { decisions } = (await api.get('/staff/api/documents/closing?date=2000-01', { token: staff.token }))
      .body.data;
    expect(decisions).toEqual([]);
  });

  test('two people close a month, the second sees its preview, and it is proposed once', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_000_00 });
    const card = await givenCard(api, company.id, { balanceKopecks: 50_000_00 });
    await sql`update company set client_since = '2026-05-01' where id = ${company.id}`.execute(
      api.ctx.db.system,
    );
    await givenSales(api, card, [{ sum: 1_234_50, at: '2026-05-10T10:00:00+03:00' }]);
    await endMonth(api, '2026-05');
    const proposed = await ask('2026-05');
    expect(proposed.status).toBe(202);
    expect(await listMonthDocuments(company, '2026-05')).toEqual([]);
    const { id } = proposed.body.data.approval;
    const { data } = (await api.get('/staff/api/approvals?state=waiting', { token: staff.token })).body;
    const details = data[0].details.map((detail: { title: string; value: string }) => [
      detail.title,
      detail.value,
    ]);
    expect([data[0].id, data[0].title]).toEqual([id, 'Закрыть месяц: май\u00a02026\u00a0г.']);
    expect(details).toEqual([
      ['Месяц', 'май\u00a02026\u00a0г.'],
      ['Клиентов с документами', '1'],
      ['Документов', '3'],
      ['Продажи', '1\u00a0234,50\u00a0₽'],
    ]);
    const own = await api.post(`/staff/api/approvals/${id}/confirm`, { token: staff.token });
    expect(own.status).toBe(403);
    expect((await ask('2026-05')).body.data.approval.id).toBe(id);

    await givenSales(api, card, [{ sum: 100_00, at: '2026-05-11T10:00:00+03:00' }]);
    const stale = await api.confirm(proposed);
    expect([stale.status, stale.body.message]).toEqual([
      409,
      expect.stringMatching(/«Продажи»: было «1\s234,50\s₽», стало «1\s334,50\s₽»/),
    ]);
    expect(await listMonthDocuments(company, '2026-05')).toEqual([]);

    expect((await close('2026-05')).status).toBe(200);
    expect(await listMonthDocuments(company, '2026-05')).toHaveLength(3);
    // Continuing a started month needs no second person.
    expect((await ask('2026-05')).status).toBe(200);
  });

  test('§1.17 documents equal the ledger to the kopeck with refunds; a repeat makes nothing', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 5_000_000_00 });
    const cards = [
      await givenCard(api, company.id, { balanceKopecks: 900_000_00 }),
      await givenCard(api, company.id, { balanceKopecks: 900_000_00 }),
      await givenCard(api, company.id, { partnerId: PARTNER.rn, balanceKopecks: 900_000_00 }),
    ] as [GivenCard, GivenCard, GivenCard];
    for (let day = 1; day <= 14; day++) {
      const at = `2026-09-${String(day).padStart(2, '0')}T08:17:00+03:00`;
      await givenSales(api, cards[0], [{ sum: 7_123_45 + day * 111, at, litres: 113.37 + day }]);
      await givenSales(api, cards[1], [
        { sum: 5_001_01 + day, at, goods: 'ДТ зимнее Евро, класс 2', litres: 71.09 },
        { sum: 333_33, at, goods: 'AdBlue', litres: 9.99 },
      ]);
      await givenSales(api, cards[2], [{ sum: 4_444_44 + day, at, goods: 'АИ-95', litres: 62.5 }]);
    }
    await givenSales(api, cards[0], [
      { sum: 1_000_01, at: '2026-09-14T10:00:00+03:00', refund: true, litres: 15 },
    ]);

    await sql`update card set comment = 'А 123 ВС 77' where id = ${cards[0]?.id ?? 0}`.execute(
      api.ctx.db.system,
    );

    const answer = await close('2026-09');
    expect(answer.status).toBe(200);
    const made = await listMonthDocuments(company, '2026-09');
    expect(made.map((document) => [document.partner_id, document.title.replace(/ №.*/, '')])).toEqual([
      [1, 'Реестр операций'],
      [1, 'УПД'],
      [1, 'Акт приёма-передачи карт'],
      [2, 'Реестр операций'],
      [2, 'УПД'],
      [2, 'Акт приёма-передачи карт'],
      [ALL_NETWORKS, 'Акт сверки'],
    ]);
    const of = (title: string, partnerId: number) =>
      made.find((document) => document.title.startsWith(title) && document.partner_id === partnerId)?.id ?? 0;

    const register = await downloadText(company, of('Реестр', 2));
    const booked = await sumBookedToNetworks(company.id, 2);
    const lines = lastSums(register, /^\s*\d{2}\.09\.2026 \d{2}:\d{2}/);
    expect(lines).toHaveLength(14 * 3 + 1);
    expect(lines.filter((sum) => sum < 0)).toEqual([-1_000_01]);
    expect(lines.reduce((total, sum) => total + sum, 0)).toBe(booked);
    expect(lastSums(register, /Всего по картам: 2/)).toEqual([booked]);
    expect(lastSums(register, /Итого по карте/).reduce((total, sum) => total + sum, 0)).toBe(booked);
    expect(register).toMatch(/Карта [\d\s]+, А 123 ВС 77/);
    expect(register).toContain('В т. ч. НДС');
    expect(register).toContain('страница 1 из');
    // The header comes back on each page.
    expect(register.match(/Дата и время, МСК/g)?.length).toBe(register.match(/страница \d+ из/g)?.length);

    const upd = await downloadText(company, of('УПД', 2));
    expect(lastSums(upd, /Всего к оплате/)).toEqual([booked]);
    expect(lastSums(upd, / 112 /).reduce((total, sum) => total + sum, 0)).toBe(booked);
    // The refund is subtracted from the line of its goods: the State's form allows no negative line.
    expect(upd).not.toContain('Возврат');
    expect(upd).toContain('22 %');

    const sums = (title: string, partnerId: number): unknown => {
      const document = made.find((item) => item.title.startsWith(title) && item.partner_id === partnerId);
      return [document?.sum, document?.vat];
    };
    const printedVat = lastSums(upd, /Всего к оплате/, -2)[0] ?? 0;
    expect(sums('УПД', 2)).toEqual([booked / 100, printedVat / 100]);
    expect(sums('Реестр', 2)).toEqual([booked / 100, null]);
    expect(sums('Акт', 2)).toEqual([null, null]);

    const reconciliation = await downloadText(company, of('Акт сверки', ALL_NETWORKS));
    const inside = await insideTotal(company.id);
    expect(lastSums(reconciliation, /Сальдо на конец/)).toEqual([inside]);
    expect(lastSums(reconciliation, /УПД №/).reduce((total, sum) => total + sum, 0)).toBe(
      await sumBookedToNetworks(company.id),
    );
    expect(made[0]?.object_until).toBe('2026-10-15');
    expect(reconciliation).toContain('15 октября 2026 г.');

    const act = await downloadText(company, of('Акт приёма', 2));
    expect(act).toContain('Всего передано карт: 2');

    const again = await close('2026-09');
    expect(again.body.data).toEqual(answer.body.data);
    expect(await listMonthDocuments(company, '2026-09')).toHaveLength(7);
    const received = await rows(
      api.ctx.db.system,
      sql`select id from month_document where company_id = ${company.id} and received_at is not null`,
    );
    expect(received).toEqual([]);
  });

  test('the VAT rate is of the release day, and a document with a late sale has both', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_000_00 });
    const card = await givenCard(api, company.id, { balanceKopecks: 50_000_00 });
    await sql`update company set client_since = '2025-01-01' where id = ${company.id}`.execute(
      api.ctx.db.system,
    );
    await givenSales(api, card, [{ sum: 1_200_00, at: '2025-12-31T23:30:00+03:00' }]);
    await close('2025-12');
    const december = await listMonthDocuments(company, '2025-12');
    expect(
      await downloadText(company, december.find((item) => item.title.startsWith('УПД'))?.id ?? 0),
    ).toMatch(/20 %\s+200,00/);
    // Known only after December was closed: it is in the next month's documents, at December's rate.
    await givenSales(api, card, [
      { sum: 600_00, at: '2025-12-31T23:50:00+03:00' },
      { sum: 1_220_00, at: '2026-01-01T00:10:00+03:00' },
    ]);
    await close('2025-12');
    expect(await listMonthDocuments(company, '2025-12')).toHaveLength(december.length);
    await close('2026-01');
    const january = await listMonthDocuments(company, '2026-01');
    const upd = await downloadText(company, january.find((item) => item.title.startsWith('УПД'))?.id ?? 0);
    expect(upd).toMatch(/20 %\s+100,00/);
    expect(upd).toMatch(/22 %\s+220,00/);
    expect(lastSums(upd, /Всего к оплате/)).toEqual([1_820_00]);
    const act = await downloadText(
      company,
      january.find((item) => item.title.startsWith('Акт сверки'))?.id ?? 0,
    );
    // December's act ended with −1 200, and nothing was paid in between.
    expect(lastSums(act, /Сальдо на начало/)).toEqual([1_200_00]);
    expect(lastSums(act, /Сальдо на конец/)).toEqual([3_020_00]);
    expect(act).toContain('задолженность клиента');
  });

  test('every document names its period, its title the month, and earlier fuel is marked', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 0 });
    const card = await givenCard(api, company.id, { balanceKopecks: 50_000_00 });
    const since = sql`update company set client_since = '2026-01-01' where id = ${company.id}`;
    await since.execute(api.ctx.db.system);
    await givenSales(api, card, [{ sum: 100_00, at: '2026-08-10T10:00:00+03:00' }]);
    await close('2026-08');
    await givenSales(api, card, [
      { sum: 1_250_00, at: '2026-08-31T23:50:00+03:00' },
      { sum: 30_00, at: '2026-09-01T00:10:00+03:00' },
    ]);
    await close('2026-09');
    const texts = async (month: string): Promise<Record<string, string>> => {
      const made = await listMonthDocuments(company, month);
      const each = made.map(async ({ id, title }) => {
        const text = await downloadText(company, id);
        return [title.replace(/ № \S+/, ''), text.replaceAll(/\s+/g, ' ')];
      });
      return Object.fromEntries(await Promise.all(each));
    };
    for (const [month, period] of [
      ['август', 'за период с 01.08.2026 по 31.08.2026'],
      ['сентябрь', 'за период с 01.09.2026 по 30.09.2026'],
    ] as const) {
      const made = await texts(month === 'август' ? '2026-08' : '2026-09');
      const kinds = ['Реестр операций', 'УПД', 'Акт сверки'];
      if (month === 'сентябрь') kinds.splice(2, 0, 'Акт приёма-передачи карт');
      expect(Object.keys(made)).toEqual(kinds.map((kind) => `${kind} за ${month} 2026 года`));
      for (const text of Object.values(made)) expect(text).toContain(period);
    }
    const late = 'В том числе то, что не вошло в документы прошлых месяцев: операции — 1 на 1 250,00 ₽';
    for (const [title, text] of Object.entries(await texts('2026-09')))
      expect(text.includes(late)).toBe(!title.startsWith('Акт приёма'));
    for (const text of Object.values(await texts('2026-08'))) expect(text).not.toContain('В том числе то');
  });

  test('fuel of 2025 that is refunded in 2026 is taxed at the rate that it was sold at', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_000_00 });
    const card = await givenCard(api, company.id, { balanceKopecks: 50_000_00 });
    const outsiderCard = await givenCard(api, (await givenCompany(api)).id, { balanceKopecks: 50_000_00 });
    await sql`update company set client_since = '2025-01-01' where id = ${company.id}`.execute(
      api.ctx.db.system,
    );
    await givenSales(api, card, [{ sum: 2_400_00, at: '2025-12-30T12:00:00+03:00', id: 'rate-2025' }]);
    await givenSales(api, outsiderCard, [{ sum: 100_00, at: '2025-12-30T12:00:00+03:00', id: 'rate-else' }]);
    await close('2025-12');
    const at = '2026-01-12T12:00:00+03:00';
    await givenSales(api, card, [
      { sum: 2_400_00, at, refund: true, refundOf: 'rate-2025' },
      { sum: 1_220_00, at, refund: true },
      { sum: 12_20, at, refund: true, refundOf: 'rate-else', goods: 'АИ-92' },
      { sum: 6_10, at, refund: true, refundOf: 'never sold', goods: 'АИ-95' },
    ]);
    await close('2026-01');
    const made = await listMonthDocuments(company, '2026-01');
    const upd = await downloadText(company, made.find((item) => item.title.startsWith('УПД'))?.id ?? 0);
    // The УПД of December corrects what it sold: the form has no place for a line below zero.
    expect(upd).not.toMatch(/20 %/);
    const ukd = await downloadText(company, made.find((item) => item.title.startsWith('УКД'))?.id ?? 0);
    expect(ukd).toMatch(/УПД\) № 202512-/);
    expect(ukd).toMatch(/20 %\s+400,00/);
    expect(lastSums(ukd, /Всего уменьшение/)).toEqual([2_400_00]);
    expect(upd).toMatch(/Возврат: ДТ .*22 %\s+-220,00/);
    expect(upd).toMatch(/Возврат: АИ-92 .*22 %\s+-2,20/);
    expect(upd).toMatch(/Возврат: АИ-95 .*22 %\s+-1,10/);
    expect(lastSums(upd, /Всего к оплате/)).toEqual([-1_238_30]);
  });

  test('fuel of a month’s last and next first hour is in its own month, Moscow time', async () => {
    const company = await givenCompany(api);
    const card = await givenCard(api, company.id, { balanceKopecks: 10_000_00 });
    await sql`update company set client_since = '2026-01-01' where id = ${company.id}`.execute(
      api.ctx.db.system,
    );
    await givenSales(api, card, [
      { sum: 100_00, at: '2026-07-31T23:30:00+03:00' },
      { sum: 25_00, at: '2026-08-01T00:30:00+03:00' },
    ]);
    for (const [month, sum] of [
      ['2026-07', 100_00],
      ['2026-08', 25_00],
    ] as const) {
      await close(month);
      const upd = (await listMonthDocuments(company, month)).find((paper) => paper.title.startsWith('УПД'));
      expect(lastSums(await downloadText(company, upd?.id ?? 0), /Всего к оплате/)).toEqual([sum]);
    }
  });

  test('late news of a closed month is in the next one’s set, once', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 0 });
    const card = await givenCard(api, company.id);
    await givenMoney(api, { companyId: company.id, kind: 'card', cardId: card.id }, 10_000_00);
    await givenSales(api, card, [{ sum: 100_00, at: '2026-09-10T10:00:00+03:00' }]);
    await close('2026-09');
    await givenSales(api, card, [{ sum: 25_00, at: '2026-09-15T11:00:00+03:00' }]);
    await givenMoney(api, { companyId: company.id, kind: 'card', cardId: card.id }, 77_00);
    api.clock.advanceSeconds(60);
    await givenCard(api, company.id);
    await close('2026-09');
    await close('2026-10');
    const october = await listMonthDocuments(company, '2026-10');
    const upd = await downloadText(company, october.find((item) => item.title.startsWith('УПД'))?.id ?? 0);
    expect(lastSums(upd, /Всего к оплате/)).toEqual([25_00]);
    const handed = october.find((item) => item.title.startsWith('Акт приёма'))?.id ?? 0;
    expect(await downloadText(company, handed)).toContain('Всего передано карт: 1');
    const act = await downloadText(
      company,
      october.find((item) => item.title.startsWith('Акт сверки'))?.id ?? 0,
    );
    expect(lastSums(act, /Сальдо на начало/)).toEqual([9_900_00]);
    expect(lastSums(act, /Оплата/)).toEqual([77_00]);
    expect(lastSums(act, /Сальдо на конец/)).toEqual([await insideTotal(company.id)]);
  });

  test('a process that died between counting and publishing continues with its figures', async () => {
    const company = await givenCompany(api);
    const card = await givenCard(api, company.id);
    await givenMoney(api, { companyId: company.id, kind: 'card', cardId: card.id }, 10_000_00);
    await givenSales(api, card, [{ sum: 100_00, at: '2026-08-10T10:00:00+03:00' }]);
    const put = api.ctx.files.put;
    api.ctx.files.put = () => Promise.reject(new Error('the disk is full'));
    await sql`update company set client_since = '2026-01-01' where id = ${company.id}`.execute(
      api.ctx.db.system,
    );
    await close('2026-08');
    expect(await listMonthDocuments(company, '2026-08')).toEqual([]);
    api.ctx.files.put = put;
    await givenSales(api, card, [{ sum: 999_00, at: '2026-08-11T10:00:00+03:00' }]);
    await closeCompanies(api.ctx, '2026-08');
    const august = await listMonthDocuments(company, '2026-08');
    const upd = await downloadText(company, august.find((item) => item.title.startsWith('УПД'))?.id ?? 0);
    expect(lastSums(upd, /Всего к оплате/)).toEqual([100_00]);
  });

  test('a dead process’s claim lasts for a while, then another one takes it over, once', async () => {
    const company = await givenCompany(api);
    const card = await givenCard(api, company.id, { balanceKopecks: 10_000_00 });
    await givenSales(api, card, [{ sum: 100_00, at: '2026-07-10T10:00:00+03:00' }]);
    const { system } = api.ctx.db;
    const now = api.clock.now();
    await sql`
      insert into month_closing (company_id, month, asked_at) values (${company.id}, '2026-07', ${now})`.execute(
      system,
    );
    expect(await claimNext(system, { month: '2026-07', after: 0, now })).toEqual({ companyId: company.id });
    await closeCompanies(api.ctx, '2026-07');
    await resumeClosings(api.ctx);
    expect(await listMonthDocuments(company, '2026-07')).toEqual([]);
    api.clock.advanceSeconds(200);
    await Promise.all([resumeClosings(api.ctx), resumeClosings(api.ctx)]);
    expect((await listMonthDocuments(company, '2026-07')).map((paper) => paper.title.split(' №')[0])).toEqual(
      ['Реестр операций', 'УПД', 'Акт сверки'],
    );
    api.clock.advanceSeconds(200);
    await resumeClosings(api.ctx);
    expect(await listMonthDocuments(company, '2026-07')).toHaveLength(3);
  });

  test('two that close at once make one set', async () => {
    await endMonth(api, '2026-10');
    const company = await givenCompany(api);
    const card = await givenCard(api, company.id);
    await givenMoney(api, { companyId: company.id, kind: 'card', cardId: card.id }, 10_000_00);
    await givenSales(api, card, [{ sum: 100_00, at: '2026-10-10T10:00:00+03:00' }]);
    await sql`update company set client_since = '2026-01-01' where id = ${company.id}`.execute(
      api.ctx.db.system,
    );
    await Promise.all([close('2026-10'), close('2026-10'), closeCompanies(api.ctx, '2026-10')]);
    const kinds = (await listMonthDocuments(company, '2026-10')).map((paper) => paper.title);
    expect(new Set(kinds).size).toBe(kinds.length);
    expect(kinds.length).toBeGreaterThan(2);
  });

  test('a month is decided about once, however often it is closed, and by one at a time', async () => {
    await endMonth(api, '2026-11');
    await api.pollNetworks();
    const lock = sql`select pg_advisory_xact_lock(hashtext('close-month:2026-11'))`;
    const proposed = await ask('2026-11');
    expect((await sendWhileLocked(api, lock, () => api.confirm(proposed))).status).toBe(200);
    expect((await ask('2026-11')).status).toBe(200);
    const decisions = sql<{ count: number }>`
      select count(*) as count from closing_decision where month = '2026-11'`;
    expect(await getOnlyRow(api.ctx.db.system, decisions)).toEqual({ count: 1 });
    const lines = sql<{ count: number }>`
      select count(*) as count from audit_event where what = 'month-closed' and details->>'month' = '2026-11'`;
    expect(await getOnlyRow(api.ctx.db.system, lines)).toEqual({ count: 1 });
  });

  test('operations that the ledger does not confirm get no document', async () => {
    const company = await givenCompany(api);
    const card = await givenCard(api, company.id);
    await givenMoney(api, { companyId: company.id, kind: 'card', cardId: card.id }, 10_000_00);
    await sql`update company set client_since = '2026-01-01' where id = ${company.id}`.execute(
      api.ctx.db.system,
    );
    await givenSales(api, card, [{ sum: 100_00, at: '2026-07-10T10:00:00+03:00' }]);
    await sql`update operation set sum_kopecks = 99_00 where company_id = ${company.id}`.execute(
      api.ctx.db.system,
    );
    const { body } = await close('2026-07');
    expect(body.data.unmade.filter((item: { company_id: number }) => item.company_id === company.id)).toEqual(
      [
        {
          company_id: company.id,
          title: expect.any(String),
          reason: expect.stringMatching(/Операция № \d+ на 99,00\s₽, а по учёту на 100,00\s₽$/),
        },
      ],
    );
    expect(await listMonthDocuments(company, '2026-07')).toEqual([]);
    const [stored] = await rows(
      api.ctx.db.system,
      sql<{
        problem: string;
      }>`select problem from month_closing where company_id = ${company.id} and month = '2026-07'`,
    );
    expect(stored?.problem).toMatch(/^Операция № \d+ на 99,00\s₽, а по учёту на 100,00\s₽$/);
  });
});
