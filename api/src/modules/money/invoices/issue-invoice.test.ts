import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import { givenCompany, givenPerson, type GivenCompany } from '../../../testing/givens/factories.ts';
import { readPdfText } from '../../../testing/read-pdf-text.ts';

let api: TestApi;
let company: GivenCompany;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});

afterAll(async () => {
  await api.stop();
});

beforeEach(async () => {
  company = await givenCompany(api);
});

function bill(sum: string | number, token = company.admin.token, print = ''): Promise<ApiResponse> {
  return api.get(`/api/client/bill?sum=${encodeURIComponent(sum)}${print}`, { token });
}

function list(query = '', token = company.admin.token): Promise<ApiResponse> {
  return api.get(`/api/invoices${query}`, { token });
}

/** The number from the file's name: «Счёт М-000123.pdf». */
function readNumber(answer: ApiResponse): string | undefined {
  const name = decodeURIComponent(answer.headers.get('content-disposition') ?? '');
  return /Счёт (М-\d{6,})\.pdf/.exec(name)?.[1];
}

function readFlatText(pdf: Buffer): string {
  return readPdfText(pdf).replace(/\s+/g, ' ');
}

describe('access to issuing an invoice', () => {
  test('an invoice needs a session', async () => {
    expect((await api.get('/api/client/bill?sum=100')).status).toBe(401);
    expect((await api.get('/api/invoices')).status).toBe(401);
    expect((await api.get('/api/invoices/1/download')).status).toBe(401);
  });

  test('§6.8 a specialist issues nothing, and reads what others have issued', async () => {
    const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    await bill(100);
    const refused = await bill(200, specialist.token);
    expect(refused.status).toBe(403);
    expect(refused.body.message).toBe('Недостаточно прав');
    const seen = await list('', specialist.token);
    expect(seen.body.data).toHaveLength(1);
    const { id } = seen.body.data[0];
    const file = await api.get(`/api/invoices/${id}/download`, { token: specialist.token });
    expect(file.status).toBe(200);
  });

  test('a person without a company has no invoices', async () => {
    const outsider = await givenPerson(api);
    expect((await bill(100, outsider.token)).status).toBe(403);
    expect((await list('', outsider.token)).status).toBe(403);
  });

  test('another company’s invoice is no different from one that does not exist', async () => {
    await bill(100);
    const { id } = (await list()).body.data[0];
    const other = await givenCompany(api);
    const foreign = await api.get(`/api/invoices/${id}/download`, { token: other.admin.token });
    const missing = await api.get('/api/invoices/999999999/download', { token: other.admin.token });
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(missing.body);
    expect((await list('', other.admin.token)).body.data).toEqual([]);
  });
});

describe('input checks of issuing an invoice', () => {
  test.each([
    ['nothing', ''],
    ['§5.27 zero', '0'],
    ['below zero', '-100'],
    ['an exponent', '1e5'],
    ['three decimals', '10.005'],
    ['§5.27 seven digits', '1000000'],
    ['words', 'сто рублей'],
  ])('a sum that is %s is refused on its field and issues nothing', async (_, sum) => {
    const answer = await bill(sum);
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages?.sum?.[0]).toMatch(/[а-я]/i);
    expect((await list()).body.meta.pagination.total).toBe(0);
  });

  test.each(['?page=0', '?page=-1', '?page=x', '?page=1e9'])(
    'a page %s is the caller’s mistake',
    async (query) => {
      expect((await list(query)).status).toBe(400);
    },
  );

  test('calls 6: a page past the end is empty, however far', async () => {
    const answer = await list(`?page=${Number.MAX_SAFE_INTEGER}`);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual([]);
  });

  test('a malformed id is the caller’s mistake', async () => {
    const answer = await api.get('/api/invoices/abc/download', { token: company.admin.token });
    expect(answer.status).toBe(400);
  });
});

describe('the invoice', () => {
  test('§1.15 §3.24 §3.25 §4.36 §7.39 §7.40 an invoice is numbered, waits to be paid, and stands in the list', async () => {
    const answer = await bill('12 345,67');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const { data } = (await list()).body;
    expect(data).toEqual([
      {
        id: expect.any(Number),
        number: readNumber(answer),
        date: { date: '2026-09-15' },
        payment_due_date: { date: '2026-09-20' },
        status: 'Ожидает оплаты',
        status_id: 'waiting',
        sum: 12345.67,
        paid_sum: 0,
      },
    ]);
  });

  test('§7.41 the copy from the list is the same document; print=1 opens it in the browser', async () => {
    const first = await bill(500, undefined, '&print=1');
    expect(first.headers.get('content-disposition')).toMatch(/^inline/);
    const { id } = (await list()).body.data[0];
    const again = await api.get(`/api/invoices/${id}/download`, { token: company.admin.token });
    expect(again.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(again.bytes.equals(first.bytes)).toBe(true);
    const printed = await api.get(`/api/invoices/${id}/download?print=1`, { token: company.admin.token });
    expect(printed.headers.get('content-disposition')).toMatch(/^inline/);
  });

  test('§2.72 the PDF names seller, buyer, agreement, sum and VAT of its day', async () => {
    const answer = await bill(150_000);
    const text = readFlatText(answer.bytes);
    const number = readNumber(answer);
    for (const phrase of [
      `Счёт на оплату № ${number} от 15 сентября 2026 г.`,
      'Счёт действителен до 20.09.2026',
      '40702810200000000001',
      `ООО «Перевозчик ${company.inn}», ИНН ${company.inn}, КПП 504701001`,
      'Рамочное соглашение № 1 от 15.09.2026',
      'В том числе НДС (22 %)',
      '27 049,18',
      '150 000,00 ₽',
      'Сто пятьдесят тысяч рублей 00 копеек',
      `Оплата по счёту № ${number} от 15.09.2026`,
    ]) {
      expect(text).toContain(phrase);
    }
  });

  test('§2.76 §7.41 the PDF of a cancelled invoice asks for no payment by QR code or purpose', async () => {
    const answer = await bill(151);
    expect(readFlatText(answer.bytes)).toContain('Оплата по QR-коду');
    const { id } = (await list()).body.data[0];
    await sql`update invoice set cancelled_at = '2026-09-15T21:30:00Z' where id = ${id}`.execute(
      api.ctx.db.system,
    );
    const pdf = await api.get(`/api/invoices/${id}/download`, { token: company.admin.token });
    const text = readFlatText(pdf.bytes);
    expect(text).toContain('Счёт отменён 16.09.2026, не оплачивайте его.');
    expect(text).toContain(`Счёт на оплату № ${readNumber(answer)} от 15 сентября 2026 г. (отменён)`);
    for (const phrase of [
      'Оплата по QR-коду',
      'Назначение платежа',
      'Счёт действителен',
      'Оплата данного счёта',
    ])
      expect(text).not.toContain(phrase);
  });

  test('an agreement accepted at night has the previous day’s date in the PDF', async () => {
    await sql`update company set terms_accepted_at = '2026-09-13T21:30:00Z' where id = ${company.id}`.execute(
      api.ctx.db.system,
    );
    expect(readFlatText((await bill(450)).bytes)).toContain('Рамочное соглашение № 1 от 14.09.2026');
  });

  test('an invoice of last year keeps last year’s VAT', async () => {
    const { id } = await getOnlyRow(
      api.ctx.db.system,
      sql<{ id: number }>`
        insert into invoice (company_id, sum_kopecks, issued_on, due_on, created_at)
        values (${company.id}, 15000000, '2025-12-31', '2026-01-05', ${api.clock.now()}) returning id`,
    );
    const answer = await api.get(`/api/invoices/${id}/download`, { token: company.admin.token });
    expect(readFlatText(answer.bytes)).toContain('В т.ч. НДС 20% - 25000-00');
  });

  test('before the agreement is accepted, the PDF names none', async () => {
    const early = await givenCompany(api, { termsAccepted: false });
    const answer = await bill(700, early.admin.token);
    expect(answer.status).toBe(200);
    expect(readFlatText(answer.bytes)).not.toContain('Рамочное соглашение');
  });
});

describe('asked again', () => {
  test('the same sum the same Moscow day is the same invoice, and no number is used up', async () => {
    const first = await bill('1500');
    const again = await bill('1 500,00');
    expect(readNumber(again)).toBe(readNumber(first));
    expect(again.bytes.equals(first.bytes)).toBe(true);
    expect((await list()).body.meta.pagination.total).toBe(1);
    const next = readNumber(await bill(1600));
    expect(Number(next?.slice(2)) - Number(readNumber(first)?.slice(2))).toBe(1);
  });

  test('asked five times at once, it is one invoice', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => bill(2500)));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(readNumber)).size).toBe(1);
    expect((await list()).body.meta.pagination.total).toBe(1);
  });

  test('another sum, another company or a paid invoice is another invoice', async () => {
    const first = await bill(300);
    const otherSum = await bill(300.01);
    const otherCompany = await bill(300, (await givenCompany(api)).admin.token);
    await sql`update invoice set paid_kopecks = 10000 where company_id = ${company.id} and sum_kopecks = 30000`.execute(
      api.ctx.db.system,
    );
    const afterPayment = await bill(300);
    const numbers = [first, otherSum, otherCompany, afterPayment].map(readNumber);
    expect(new Set(numbers).size).toBe(4);
    expect(numbers).not.toContain(undefined);
  });

  test('the day ends at midnight in Moscow, not in London', async () => {
    const seconds = (to: string) => (new Date(to).getTime() - api.clock.now().getTime()) / 1000;
    const first = readNumber(await bill(900));
    api.clock.advanceSeconds(seconds('2026-09-15T20:59:59Z'));
    expect(readNumber(await bill(900))).toBe(first);
    api.clock.advanceSeconds(1);
    const next = await bill(900);
    expect(readNumber(next)).not.toBe(first);
    expect((await list()).body.data[0].date).toEqual({ date: '2026-09-16' });
  });
});

describe('list of invoices', () => {
  test('§7.40 what is still to be paid is counted, and comes first where it is asked for', async () => {
    const nothing = { count: 0, sum: 0, due: null };
    expect((await list()).body.meta.to_pay).toEqual(nothing);
    const numbers = [];
    for (const sum of ['100', '200.50', '300']) numbers.push(readNumber(await bill(sum)));
    await sql`
      update invoice set due_on = due_on - case when sum_kopecks = 10000 then 1 else 0 end,
        paid_kopecks = case sum_kopecks when 30000 then 30000 when 20050 then 5000 else 0 end
      where company_id = ${company.id}`.execute(api.ctx.db.system);
    const { body } = await list('?sort=to_pay');
    const [first, second, third] = numbers;
    expect(body.data.map((invoice: { number: string }) => invoice.number)).toEqual([first, second, third]);
    expect(body.meta.to_pay).toEqual({ count: 2, sum: 250.5, due: body.data[0].payment_due_date.date });
    expect((await list()).body.data[0].number).toBe(third);
    const other = await givenCompany(api);
    expect((await list('', other.admin.token)).body.meta.to_pay).toEqual(nothing);
  });

  test('§2.76 §7.40 pages hold twenty, newest first, and the count is exact', async () => {
    await sql`
      insert into invoice (company_id, sum_kopecks, issued_on, due_on, created_at)
      select ${company.id}, number * 100, '2026-09-01', '2026-09-06', ${api.clock.now()} from generate_series(1, 41) number`.execute(
      api.ctx.db.system,
    );
    const first = await list();
    expect(first.body.meta.pagination).toEqual({ total_pages: 3, current_page: 1, total: 41 });
    expect(first.body.data.map((item: { sum: number }) => item.sum)).toEqual(
      Array.from({ length: 20 }, (_, index) => 41 - index),
    );
    const last = await list('?page=3');
    expect(last.body.data.map((item: { sum: number }) => item.sum)).toEqual([1]);
    const past = await list('?page=4');
    expect(past.status).toBe(200);
    expect(past.body.data).toEqual([]);
    expect(past.body.meta.pagination).toEqual({ total_pages: 3, current_page: 4, total: 41 });
  });

  test.each([
    [0, null, 'waiting', 'Ожидает оплаты'],
    [99_99, null, 'partly', 'Оплачен частично'],
    [100_00, null, 'paid', 'Оплачен'],
    [100_01, null, 'overpaid', 'Оплачен с переплатой'],
    [0, '2026-09-15', 'cancelled', 'Отменён'],
  ])('§3.24 paid %i kopecks of 100 rubles, cancelled %s: %s', async (paid, cancelled, statusId, status) => {
    await sql`
      insert into invoice (company_id, sum_kopecks, paid_kopecks, cancelled_at, issued_on, due_on, created_at)
      values (${company.id}, 10000, ${paid}, ${cancelled}::timestamptz, '2026-09-01', '2026-09-06', ${api.clock.now()})`.execute(
      api.ctx.db.system,
    );
    expect((await list()).body.data[0]).toMatchObject({ status_id: statusId, status, paid_sum: paid / 100 });
  });
});

describe('payments of an invoice', () => {
  const payment = (id: number | string, token = company.admin.token) =>
    api.get(`/api/invoices/${id}/payment`, { token });
  const issued = async (sum: number): Promise<{ id: number; number: string }> => {
    await bill(sum);
    return (await list()).body.data[0];
  };

  test('requisites are the operator’s, with the sum, purpose and QR code of the PDF', async () => {
    const { id, number } = await issued(1234.5);
    const { data } = (await payment(id)).body;
    const { requisites } = api.ctx.config.operator;
    expect(data.payee).toEqual({
      name: requisites.name,
      inn: requisites.inn,
      kpp: requisites.kpp,
      account: requisites.account,
      bank: requisites.bank,
      bik: requisites.bik,
      corr_account: requisites.corrAccount,
    });
    expect(data.sum).toBe(1234.5);
    expect(data.purpose).toContain(`Оплата по счёту № ${number}`);
    expect(data.qr.text).toMatch(/^ST00012\|Name=/);
    expect(data.qr.text).toContain(`|Sum=123450|Purpose=${data.purpose}`);
  });

  test('a bank’s camera reads the squares of the screen', async () => {
    const { id } = await issued(77);
    const { qr } = (await payment(id)).body.data;
    expect(readSquares(qr)).toBe(qr.text);
  });

  test('a specialist reads it; another company’s invoice is one that does not exist', async () => {
    const { id } = await issued(100);
    const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    expect((await payment(id, specialist.token)).status).toBe(200);
    expect((await api.get(`/api/invoices/${id}/payment`)).status).toBe(401);
    const other = await givenCompany(api);
    const foreign = await payment(id, other.admin.token);
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual((await payment(999_999_999, other.admin.token)).body);
    expect((await payment('x')).status).toBe(400);
  });

  test('a cancelled invoice is not to be paid', async () => {
    const { id } = await issued(100);
    await sql`update invoice set cancelled_at = ${api.clock.now()} where id = ${id}`.execute(
      api.ctx.db.system,
    );
    const answer = await payment(id);
    expect([answer.status, answer.body.message]).toEqual([409, 'Счёт отменён, не оплачивайте его']);
  });
});

/** Reads with zbar the QR code as the screen draws it: eight points a square, a margin of four squares. */
function readSquares({ size, path: squares }: { size: number; path: string }): string {
  const dark = new Set([...squares.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x} ${y}`));
  const side = (size + 8) * 8;
  const points = Array.from({ length: side * side }, (_, place) => {
    const [x, y] = [place % side, Math.floor(place / side)].map((value) => Math.floor(value / 8) - 4);
    return dark.has(`${x} ${y}`) ? 0 : 255;
  });
  const folder = mkdtempSync(path.join(tmpdir(), 'magistral-qr-'));
  const file = path.join(folder, 'code.pgm');
  writeFileSync(file, Buffer.concat([Buffer.from(`P5 ${side} ${side} 255\n`), Buffer.from(points)]));
  const { stdout } = spawnSync('zbarimg', ['-q', '--raw', file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return stdout.trim();
}
