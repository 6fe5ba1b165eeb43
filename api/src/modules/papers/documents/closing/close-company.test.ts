import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import { closeMonth, OVERRIDE_ALL } from '../../../../testing/givens/close-month.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenMoney,
  givenStaff,
  type GivenCard,
  type GivenCompany,
  type GivenPerson,
} from '../../../../testing/givens/factories.ts';
import { givenSales } from '../../../../testing/givens/given-sales.ts';
import {
  givenBalance,
  givenBankFile,
  bankFileDocument,
  makeStatement,
} from '../../../../testing/givens/given-bank-file.ts';
import { readPdfText } from '../../../../testing/read-pdf-text.ts';
import { waitUntilWaiting } from '../../../../testing/wait-until-waiting.ts';
import { closeCompanies } from './close-companies.ts';
import { PUBLISHED_LATER } from './decide-documents.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

beforeEach(() => api.clock.setTo('2026-09-15T09:00:00Z'));

/** A client of the whole year, nothing on its account, and a card of its. */
async function givenClient(): Promise<{ company: GivenCompany; card: GivenCard }> {
  const company = await givenCompany(api, { unallocatedKopecks: 0 });
  await sql`update company set client_since = '2026-01-01' where id = ${company.id}`.execute(
    api.ctx.db.system,
  );
  return { company, card: await givenCard(api, company.id) };
}

/** Closes the month and returns the companies that got no documents. */
async function close(date: string): Promise<{ company_id: number; title: string; reason: string }[]> {
  const answer = await closeMonth(api, staff, date, OVERRIDE_ALL);
  expect(answer.status).toBe(200);
  return answer.body.data.unmade;
}

/** Returns the text of a document of a month, or '' if the month has none of this kind. */
async function readDocumentText(company: GivenCompany, month: string, title: string): Promise<string> {
  const { token } = company.admin;
  const { data } = (await api.get('/api/doc', { token })).body;
  const found = (data[month] ?? []).find((row: { title: string }) => row.title.startsWith(title));
  return found ? readPdfText((await api.get(`/api/doc/${found.id}/download`, { token })).bytes) : '';
}

/** The last sum of the act's line, negative where it is the client's debt. */
async function act(company: GivenCompany, month: string) {
  const text = await readDocumentText(company, month, 'Акт сверки');
  const getSum = (line: string): string | undefined =>
    new RegExp(`${line}.*?(\\d{1,3}(?: \\d{3})*,\\d{2})`).exec(text)?.[1];
  return { text, opening: getSum('Сальдо на начало'), closing: getSum('Сальдо на конец') };
}

const sale = (card: GivenCard, day: string, sum: number): Promise<void> =>
  givenSales(api, card, [{ sum, at: `${day}T10:00:00+03:00` }]);

const load = (...documents: string[][]) => givenBankFile(api, staff, makeStatement(...documents));

describe('the day of a payment', () => {
  test('money that came in August is in August’s act, though its file came in September', async () => {
    const { company } = await givenClient();
    const input = { inn: company.inn, sum: '700.00', number: '831', come: '31.08.2026' };
    expect((await load(bankFileDocument(input))).body.data.credited).toBe(1);
    await close('2026-08');
    const august = await act(company, '2026-08');
    expect(august.text).toMatch(/31\.08\.2026\s+Оплата п\/п № 831/);
    expect([august.opening, august.closing]).toEqual(['0,00', '700,00']);
    await close('2026-09');
    expect((await act(company, '2026-09')).text).toBe('');
  });

  test('money dated on a future day is in no act until that day', async () => {
    const { company } = await givenClient();
    const input = { inn: company.inn, sum: '700.00', number: '833', come: '15.09.2027' };
    expect((await load(bankFileDocument(input))).body.data.needs_review).toBe(1);
    const { token } = staff;
    const [payment] = (await api.get('/staff/api/payments?state=review', { token })).body.data;
    const json = { company_id: company.id };
    expect((await api.post(`/staff/api/payments/${payment.id}/assign`, { token, json })).status).toBe(200);
    await close('2026-09');
    const september = await act(company, '2026-09');
    expect(september.text).toMatch(/15\.09\.2026\s+Оплата п\/п № 833/);
    expect(september.closing).toBe('700,00');
  });

  test('a file loaded after August was closed is in September’s act with the bank’s day', async () => {
    const { company, card } = await givenClient();
    const right = await givenCompany(api, { unallocatedKopecks: 0 });
    await sale(card, '2026-08-10', 100_00);
    await close('2026-08');
    const input = { inn: company.inn, sum: '700.00', number: '832', come: '31.08.2026' };
    await load(bankFileDocument(input));
    const { data } = (await api.get('/staff/api/payments', { token: staff.token })).body;
    const corrected = await api.post(`/staff/api/payments/${data[0].id}/correct`, {
      token: staff.token,
      json: { company_id: right.id, reason: 'Платёж другого клиента' },
    });
    expect(corrected.status).toBe(200);
    await close('2026-09');
    const september = await act(company, '2026-09');
    expect(september.text).toMatch(/31\.08\.2026\s+Оплата п\/п № 832/);
    expect(september.text).toMatch(/15\.09\.2026\s+Исправление зачисления п\/п № 832/);
    expect([september.opening, september.closing]).toEqual(['100,00', '100,00']);
    expect((await act(right, '2026-09')).text).toMatch(/15\.09\.2026\s+Оплата п\/п № 832/);
  });
});

test('a company gets no documents of a month before it was a client', async () => {
  const company = await givenCompany(api, { unallocatedKopecks: 0 });
  const card = await givenCard(api, company.id);
  await load(bankFileDocument({ inn: company.inn, sum: '700.00', number: '834', come: '31.08.2026' }));
  await sale(card, '2026-09-15', 100_00);
  expect(await close('2026-08')).toEqual([]);
  expect((await act(company, '2026-08')).text).toBe('');
  await close('2026-09');
  const september = await act(company, '2026-09');
  expect([september.opening, september.closing]).toEqual(['700,00', '600,00']);
});

test('a balance too large to spell out still gets both its act and its statement', async () => {
  const { company } = await givenClient();
  const half = { inn: company.inn, sum: '600000000000.00' };
  // The bank confirms it: so much of a file without its turnovers would wait for a second member.
  const came = half.sum;
  await load(
    givenBalance({ day: '14.09.2026', opening: `-${came}`, came }),
    givenBalance({ day: '15.09.2026', came }),
    bankFileDocument({ ...half, come: '14.09.2026' }),
    bankFileDocument(half),
  );
  const path = '/api/client/statement.pdf?date_from=2026-09-01&date_to=2026-09-30';
  const statement = await api.get(path, { token: company.admin.token });
  expect(statement.status).toBe(200);
  const text = 'Один триллион двести миллиардов рублей 00 копеек';
  expect(readPdfText(statement.bytes).replaceAll(/\s+/g, ' ')).toContain(text);
  expect(await close('2026-09')).toEqual([]);
  expect((await act(company, '2026-09')).text.replaceAll(/\s+/g, ' ')).toContain(text);
});

describe('the chain of acts', () => {
  test('an empty month closed again after a later one changes nothing: the acts join', async () => {
    const { company, card } = await givenClient();
    await close('2026-06');
    await sale(card, '2026-07-10', 100_00);
    await close('2026-07');
    await sale(card, '2026-06-20', 30_00);
    await close('2026-06');
    expect((await act(company, '2026-06')).text).toBe('');
    await sale(card, '2026-08-05', 7_00);
    await close('2026-08');
    const [july, august] = [await act(company, '2026-07'), await act(company, '2026-08')];
    expect([july.opening, july.closing]).toEqual(['0,00', '100,00']);
    expect([august.opening, august.closing]).toEqual(['100,00', '137,00']);
    expect(await readDocumentText(company, '2026-08', 'Реестр')).toContain('20.06.2026 10:00');
  });

  test('a skipped month is not closed behind a later one, and its fuel is in one set', async () => {
    const { company, card } = await givenClient();
    await sale(card, '2026-04-10', 1_00);
    await close('2026-05');
    await sale(card, '2026-06-20', 30_00);
    await sale(card, '2026-07-10', 100_00);
    await close('2026-07');
    await sale(card, '2026-04-11', 5_00);
    for (const month of ['2026-06', '2026-04']) {
      await close(month);
      expect((await act(company, month)).text).toBe('');
    }
    await close('2026-08');
    const [july, august] = [await act(company, '2026-07'), await act(company, '2026-08')];
    // Money from before the first set is its opening balance and is in no document.
    expect([july.opening, july.closing]).toEqual(['1,00', '131,00']);
    expect([august.opening, august.closing]).toEqual(['131,00', '136,00']);
  });

  test('months requested one after another all get documents, in order', async () => {
    const { company, card } = await givenClient();
    await sale(card, '2026-06-10', 30_00);
    await close('2026-06');
    await sale(card, '2026-07-10', 100_00);
    await sale(card, '2026-08-10', 5_00);
    // Both were asked for, and the process that began with them has died.
    await sql`
      insert into month_closing (company_id, month, asked_at)
      select ${company.id}, unnest(array['2026-07', '2026-08']), ${api.clock.now()}`.execute(
      api.ctx.db.system,
    );
    await close('2026-09');
    for (const month of ['2026-07', '2026-08']) await closeCompanies(api.ctx, month);
    const [july, august] = [await act(company, '2026-07'), await act(company, '2026-08')];
    expect([july.opening, july.closing]).toEqual(['30,00', '130,00']);
    expect([august.opening, august.closing]).toEqual(['130,00', '135,00']);
    expect(await readDocumentText(company, '2026-08', 'Реестр')).toContain('10.08.2026 10:00');
  });

  test('staff read whose month was overtaken, again on repeat, and no empty companies', async () => {
    const { company, card } = await givenClient();
    const { company: idle } = await givenClient();
    await sql`update card set created_at = '2026-05-05' where company_id in (${company.id}, ${idle.id})`.execute(
      api.ctx.db.system,
    );
    await close('2026-06');
    await sale(card, '2026-06-20', 30_00);
    await sale(card, '2026-07-10', 100_00);
    const ours = (all: { company_id: number }[]) =>
      all.filter(({ company_id: id }) => id === company.id || id === idle.id);
    expect(ours(await close('2026-07'))).toEqual([]);
    const expected = {
      company_id: company.id,
      title: expect.stringContaining(company.inn),
      reason:
        'Раньше закрыт июль\u00a02026\u00a0г.: документов за июнь\u00a02026\u00a0г. не будет, что ещё не учтено, войдёт в следующий комплект',
    };
    for (let time = 0; time < 2; time += 1) expect(ours(await close('2026-06'))).toEqual([expected]);
  });

  test('behind an older version’s set nothing of its opening balance is in a document', async () => {
    const { company, card } = await givenClient();
    await sale(card, '2026-06-20', 30_00);
    await sql`
      insert into month_closing (company_id, month, state, until_at, asked_at, done_at, documents)
      values (${company.id}, '2026-07', 'done', '2026-08-01', now(), now(), 1)`.execute(api.ctx.db.system);
    await sale(card, '2026-07-31', 5_00);
    await close('2026-08');
    const august = await act(company, '2026-08');
    expect([august.opening, august.closing]).toEqual(['30,00', '35,00']);
  });

  test('two months that are closed at once have one chain', async () => {
    const { company, card } = await givenClient();
    await close('2026-05');
    await sale(card, '2026-06-20', 30_00);
    await sale(card, '2026-07-10', 100_00);
    await Promise.all([close('2026-07'), close('2026-06')]);
    // While July counts June first, June's call passes the company over and leaves it to the job.
    await closeCompanies(api.ctx, '2026-06');
    const acts = [await act(company, '2026-06'), await act(company, '2026-07')];
    const balances = acts.filter(({ text }) => text).map(({ opening, closing }) => [opening, closing]);
    expect([
      [['0,00', '130,00']],
      [
        ['0,00', '30,00'],
        ['30,00', '130,00'],
      ],
    ]).toContainEqual(balances);
  });

  test('fuel that a network dates a year ahead is in no document', async () => {
    const { company, card } = await givenClient();
    await sale(card, '2026-09-09', 100_00);
    await sale(card, '2027-09-10', 70_00);
    await close('2026-09');
    expect(await act(company, '2026-09')).toMatchObject({ opening: '0,00', closing: '100,00' });
    expect(await readDocumentText(company, '2026-09', 'Реестр')).not.toContain('10.09.2027');
  });

  test('late fuel of a closed month is subtracted from one opening balance only', async () => {
    const { company, card } = await givenClient();
    await givenMoney(api, { companyId: company.id, kind: 'card', cardId: card.id }, 1_000_00);
    await sale(card, '2026-07-10', 100_00);
    await close('2026-07');
    await sale(card, '2026-08-10', 20_00);
    const { put } = api.ctx.files;
    api.ctx.files.put = () => Promise.reject(new Error('the disk is full'));
    await close('2026-08');
    api.ctx.files.put = put;
    await sale(card, '2026-07-11', 5_00);
    await closeCompanies(api.ctx, '2026-08');
    await close('2026-09');
    const [july, august] = [await act(company, '2026-07'), await act(company, '2026-08')];
    expect([august.opening, august.closing]).toEqual([july.closing, '120,00']);
    const september = await act(company, '2026-09');
    expect([september.opening, september.closing]).toEqual(['120,00', '875,00']);
  });
});

test('fuel that comes late, while a month is being counted, is in one set only', async () => {
  const { company, card } = await givenClient();
  await sale(card, '2026-06-10', 1_00);
  await close('2026-06');
  await sale(card, '2026-07-10', 100_00);
  const owner = new pg.Client(api.databaseUrl);
  await owner.connect();
  await owner.query('begin');
  // The line of this movement waits for one of the same key, and with it the count.
  await owner.query(
    `insert into month_closing_line (transfer_id, company_id)
     select id, company_id from ledger_transfer transfer where company_id = $1
       and not exists (select from month_closing_line where transfer_id = transfer.id)`,
    [company.id],
  );
  const closed = close('2026-07');
  await waitUntilWaiting(api);
  await sale(card, '2026-06-20', 30_00);
  await owner.end();
  await closed;
  await sale(card, '2026-08-05', 7_00);
  await close('2026-08');
  const [july, august] = [await act(company, '2026-07'), await act(company, '2026-08')];
  expect([july.closing, august.opening, august.closing]).toEqual(['101,00', '101,00', '138,00']);
});

describe('the term of objections', () => {
  test('the time for objections begins when the documents exist, not when requested', async () => {
    const { company, card } = await givenClient();
    await sale(card, '2026-08-10', 100_00);
    const { put } = api.ctx.files;
    api.ctx.files.put = () => Promise.reject(new Error('the disk is full'));
    await close('2026-08');
    api.ctx.files.put = put;
    api.clock.advanceSeconds(30 * 86_400);
    await closeCompanies(api.ctx, '2026-08');
    const { data } = (await api.get('/api/doc', { token: company.admin.token })).body;
    expect(data['2026-08'].map((row: { object_until: string }) => row.object_until)).toContain('2026-10-29');
    expect(await readDocumentText(company, '2026-08', 'УПД')).toContain('по 29 октября 2026 г. включительно');
  });

  test('a set made before midnight and published after it has all its days', async () => {
    const { company, card } = await givenClient();
    await sale(card, '2026-08-10', 100_00);
    const { put } = api.ctx.files;
    api.ctx.files.put = (bytes) => {
      // It is noon of a Tuesday in Moscow when the set is started, and Wednesday when it is published.
      api.ctx.files.put = put;
      api.clock.advanceSeconds(12 * 3600);
      return put(bytes);
    };
    await close('2026-08');
    const { data } = (await api.get('/api/doc', { token: company.admin.token })).body;
    const terms = data['2026-08'].map((row: { object_until: string }) => row.object_until);
    expect(new Set(terms)).toEqual(new Set(['2026-09-30']));
    for (const title of ['Реестр', 'УПД', 'Акт сверки']) {
      expect(await readDocumentText(company, '2026-08', title)).toContain(
        'по 30 сентября 2026 г. включительно',
      );
    }
  });
});

test('a code sent while the documents were being made signs none of them', async () => {
  const { company, card } = await givenClient();
  await sale(card, '2026-08-10', 100_00);
  let sms = '';
  const { put } = api.ctx.files;
  api.ctx.files.put = async (bytes) => {
    api.clock.advanceSeconds(1);
    sms ||= await givenCode(api, company.admin, 'document', '2026-08');
    return put(bytes);
  };
  await close('2026-08');
  api.ctx.files.put = put;
  const form = { partner_id: card.partnerId, date: '2026-08', sms };
  const answer = await api.post('/api/doc/acceptDoc', { token: company.admin.token, form });
  expect([answer.status, answer.body.error_messages?.sms]).toEqual([400, [PUBLISHED_LATER]]);
});

test('one sale with an impossible day does not stop a company’s documents', async () => {
  const { company, card } = await givenClient();
  await sale(card, '2026-06-10', 1_00);
  await close('2026-06');
  await sale(card, '2026-07-10', 100_00);
  await sale(card, '0001-01-01', 30_00);
  await sale(card, '2018-12-31', 20_00);
  expect(await close('2026-07')).toEqual([]);
  expect((await act(company, '2026-07')).closing).toBe('101,00');
});

test('a card issued after a month’s count, before its documents, is handed over once', async () => {
  const { company } = await givenClient();
  const { put } = api.ctx.files;
  api.ctx.files.put = () => Promise.reject(new Error('the disk is full'));
  await close('2026-09');
  api.ctx.files.put = put;
  const late = await givenCard(api, company.id, { number: 'RN-700583-LATE' });
  await closeCompanies(api.ctx, '2026-09');
  await close('2026-10');
  const handedOver = [
    await readDocumentText(company, '2026-09', 'Акт приёма'),
    await readDocumentText(company, '2026-10', 'Акт приёма'),
  ];
  for (const text of handedOver) expect(text).toContain('Всего передано карт: 1');
  const digits = late.number.slice(-4);
  expect(handedOver.map((text) => text.includes(digits))).toEqual([false, true]);
});
