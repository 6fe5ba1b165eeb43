import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import {
  givenCompany,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
  readUnallocated,
} from '../../../testing/givens/factories.ts';
import {
  FOREIGN_ACCOUNT,
  givenInvoice,
  givenBankFile,
  OTHER_OWN_ACCOUNT,
  OWN_ACCOUNT,
  bankFileDocument,
  makeStatement,
  type DocumentInput,
} from '../../../testing/givens/given-bank-file.ts';
import { holdMoney } from '../../../testing/hold-money.ts';
import { openStream } from '../../../testing/open-stream.ts';
import { measureProcessorMs } from '../../../testing/processor-time.ts';
import { waitUntilWaiting } from '../../../testing/wait-until-waiting.ts';
import { EXAMPLE, bankFileBytes } from './file/example-bank-file.ts';

let api: TestApi;
let staff: GivenPerson;
let company: GivenCompany;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});

afterAll(async () => {
  await expectBooksToAgree(api);
  await api.stop();
});

beforeEach(async () => {
  company = await givenCompany(api);
});

/** A document of the company unless another payer is named. */
function document(input: Partial<DocumentInput>): string[] {
  return bankFileDocument({ inn: company.inn, ...input });
}

function load(statement: readonly string[] | Uint8Array, key?: string): Promise<ApiResponse> {
  return givenBankFile(api, staff, statement, { key });
}

let keys = 0;

/** Loads a second file while the first one is being booked: both are in the middle before either ends. */
async function loadTogether(
  [one, other]: [readonly string[], readonly string[]],
  [first, second]: [GivenPerson, GivenPerson] = [staff, staff],
): Promise<[ApiResponse, ApiResponse]> {
  keys += 1;
  const started = await api.ctx.db.inSystem(async (tx) => {
    await sql.raw(holdMoney(company.id)).execute(tx);
    const booking = givenBankFile(api, first, one, { key: `together-${keys}` });
    await waitUntilWaiting(api);
    const waiting = givenBankFile(api, second, other, { key: `together-${keys}-too` });
    await waitUntilWaiting(api, 2);
    return { booking, waiting };
  });
  return [await started.booking, await started.waiting];
}

async function findInvoice(of: GivenCompany, id: number) {
  const { data } = (await api.get('/api/invoices', { token: of.admin.token })).body;
  return data.find((row: { id: number }) => row.id === id);
}

const readFunds = (of: GivenCompany): Promise<number> => readUnallocated(api, of);

async function payments(state = '') {
  const answer = await api.get(`/staff/api/payments${state && `?state=${state}`}`, { token: staff.token });
  return answer.body.data;
}

describe('access to loading a bank file', () => {
  test('a customer has none of the programme’s calls', async () => {
    const { token } = company.admin;
    const answers = [
      await givenBankFile(api, company.admin, EXAMPLE),
      await api.get('/staff/api/requisites', { token }),
      await api.get('/staff/api/payments', { token }),
      await api.post('/staff/api/payments/1/assign', { token, json: { company_id: company.id } }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404]);
  });

  test('a statement needs a session', async () => {
    expect((await api.post('/staff/api/bank-statements')).status).toBe(401);
  });
});

describe('a file that is none', () => {
  test('a call without a file, or under another field, is refused', async () => {
    const nothing = await api.post('/staff/api/bank-statements', { token: staff.token, json: {} });
    expect(nothing.status).toBe(400);
    expect(nothing.body.error_messages).toEqual({ file: ['Выберите файл выписки'] });
    const misnamed = await givenBankFile(api, staff, makeStatement(), { field: 'statement' });
    expect(misnamed.body.error_messages).toEqual({ file: ['Выберите файл выписки'] });
  });

  test.each([
    ['empty', new Uint8Array(), /Строка 1: Это не выписка для 1С/],
    ['a picture', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff, 0x00, 0xd8), /Строка 1: Это не выписка для 1С/],
    [
      'two statements in one, of which the second would have been lost,',
      bankFileBytes([...EXAMPLE, ...EXAMPLE]),
      /Строка 38: После строки «КонецФайла» начинается другая выписка/,
    ],
    ['cut off', bankFileBytes(EXAMPLE.slice(0, -3)), /Файл оборван/],
    [
      'with a wrong sum',
      bankFileBytes(EXAMPLE.map((line) => (line === 'Сумма=150000.00' ? 'Сумма=сто' : line))),
      /Строка 23: Неверная сумма «сто»/,
    ],
    [
      'of somebody else’s account',
      bankFileBytes(EXAMPLE.map((line) => line.replaceAll(OWN_ACCOUNT, '40702810900000000009'))),
      /Выписка по чужому счёту: 40702810900000000009/,
    ],
    [
      'of no account',
      bankFileBytes(['1CClientBankExchange', 'ВерсияФормата=1.03', 'КонецФайла']),
      /не указан расчётный счёт/,
    ],
  ])('%s is refused with a Russian sentence, and nothing of it is stored', async (_, bytes, sentence) => {
    const before = await payments();
    const answer = await load(bytes);
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages?.file?.[0]).toMatch(sentence);
    expect(await payments()).toEqual(before);
  });

  test('past 10 MiB it is refused before it is read', async () => {
    const answer = await load(new Uint8Array(10 * 1024 * 1024 + 1));
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages).toEqual({ file: ['Файл больше 10 МБ'] });
  });

  test('every mistake is reported with its line, up to ten', async () => {
    const broken = Array.from({ length: 12 }, () => document({ sum: 'x' }));
    const sentence = (await load(makeStatement(...broken))).body.error_messages?.file?.[0] ?? '';
    expect(sentence.match(/Строка \d+/g)).toHaveLength(10);
    expect(sentence).toMatch(/и ещё ошибок: 2$/);
  });
});

describe('credited payments of a bank file', () => {
  test('§1.33 a fully paid invoice adds its sum to the company’s unallocated funds', async () => {
    const invoice = await givenInvoice(api, company, 150);
    const answer = await load(makeStatement(document({ purpose: `Оплата по счёту № ${invoice.number}` })));
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({
      documents: 1,
      credited: 1,
      needs_review: 0,
      duplicates: 0,
      ignored: 0,
      warnings: [],
    });
    expect(await readFunds(company)).toBe(150);
    expect(await findInvoice(company, invoice.id)).toMatchObject({ status_id: 'paid', paid_sum: 150 });
    const [payment] = await payments('credited');
    expect(payment).toMatchObject({
      state: 'credited',
      date: '2026-09-15',
      sum: 150,
      payer: { name: 'ООО "Перевозчик"', inn: company.inn, account: FOREIGN_ACCOUNT },
      note: `Оплата счёта ${invoice.number}`,
      company: { id: company.id },
      invoice: { id: invoice.id, number: invoice.number },
      suggestion: null,
    });
  });

  test.each(['windows-1251', 'utf-8', 'utf-8-bom', 'cp866'] as const)(
    'a statement in %s reads alike, and a second one in another encoding adds nothing',
    async (encoding) => {
      const invoice = await givenInvoice(api, company, 150);
      const lines = makeStatement(document({ purpose: `Оплата по счету № ${invoice.number} от 15.09.2026` }));
      expect((await load(bankFileBytes(lines, encoding))).body.data).toMatchObject({ credited: 1 });
      expect(await readFunds(company)).toBe(150);
      expect(await findInvoice(company, invoice.id)).toMatchObject({ status_id: 'paid' });
      const again = await load(bankFileBytes(lines, encoding === 'utf-8' ? 'windows-1251' : 'utf-8'));
      expect(again.body.data).toMatchObject({ credited: 0, duplicates: 1 });
      expect(await readFunds(company)).toBe(150);
    },
  );

  test('an invoice is paid in parts, in full, and too much', async () => {
    const invoice = await givenInvoice(api, company, 150);
    const purpose = `Оплата по счёту № ${invoice.number}`;
    await load(makeStatement(document({ purpose, sum: '100.00' })));
    expect(await findInvoice(company, invoice.id)).toMatchObject({ status_id: 'partly', paid_sum: 100 });
    expect((await payments())[0].note).toMatch(
      /^Частичная оплата счёта .*поступило 100,00\u00a0₽ вместо 150,00\u00a0₽$/,
    );
    await load(makeStatement(document({ purpose, sum: '70.00' })));
    expect(await findInvoice(company, invoice.id)).toMatchObject({ status_id: 'overpaid', paid_sum: 170 });
    expect((await payments())[0].note).toMatch(
      /^Переплата счёта .*поступило 70,00\u00a0₽ вместо 50,00\u00a0₽$/,
    );
    expect(await readFunds(company)).toBe(170);
  });

  test('the parts of one invoice in one file are credited to it one after another', async () => {
    const invoice = await givenInvoice(api, company, 150);
    const purpose = `Оплата по счёту № ${invoice.number}`;
    const parts = [
      document({ purpose, sum: '100' }),
      document({ purpose, sum: '50' }),
      document({ purpose }),
    ];
    const answer = await load(makeStatement(...parts));
    expect(answer.body.data).toMatchObject({ documents: 3, credited: 3 });
    expect(await findInvoice(company, invoice.id)).toMatchObject({ status_id: 'paid', paid_sum: 150 });
    // The third came for an invoice that was paid by then: the company's money, for no invoice.
    expect((await payments())[0]).toMatchObject({ invoice: null, company: { id: company.id } });
    expect(await readFunds(company)).toBe(300);
  });

  test('money of a known payer without a number is the company’s, for no invoice', async () => {
    await load(makeStatement(document({ purpose: 'За топливо', sum: '77.70' })));
    expect(await readFunds(company)).toBe(77.7);
    expect((await payments())[0]).toMatchObject({ state: 'credited', invoice: null });
  });

  test('money whose day is still to come waits for a person', async () => {
    const invoice = await givenInvoice(api, company, 150);
    const answer = await load(makeStatement(document({ purpose: invoice.number, come: '16.09.2026' })));
    expect(answer.body.data).toMatchObject({ credited: 0, needs_review: 1 });
    expect((await payments())[0]).toMatchObject({
      state: 'review',
      suggestion: { company_id: company.id, invoice_id: invoice.id },
      note: expect.stringMatching(/^День поступления ещё не наступил/),
    });
    expect(await readFunds(company)).toBe(0);
  });

  test('a payment raises funds above a lowered credit limit, and the floor with them', async () => {
    await sql`update ledger_account set floor_kopecks = -50000 where company_id = ${company.id} and kind = 'unallocated'`.execute(
      api.ctx.db.system,
    );
    await load(makeStatement(document({ sum: '10' })));
    const { floor_kopecks: floor } = await getOnlyRow(
      api.ctx.db.system,
      sql<{ floor_kopecks: number }>`
        select floor_kopecks from ledger_account where company_id = ${company.id} and kind = 'unallocated'`,
    );
    expect(Math.abs(floor)).toBe(0);
  });

  test('the company’s screens are notified', async () => {
    const stream = await openStream(api, company.admin.token);
    expect(await stream.next()).toBe('open []');
    await load(makeStatement(document({}), document({})));
    await stream.until('balances');
    stream.leave();
  });
});

describe('nothing twice', () => {
  test('the same file again is duplicates', async () => {
    const lines = makeStatement(document({}), document({}));
    await load(lines);
    const again = await load(lines);
    expect(again.body.data).toEqual({
      documents: 2,
      credited: 0,
      needs_review: 0,
      duplicates: 2,
      ignored: 0,
      warnings: [],
    });
    expect(await readFunds(company)).toBe(300);
  });

  test('of a file that overlaps an earlier one only the rest is credited', async () => {
    const [monday, tuesday, wednesday] = [document({}), document({}), document({})];
    await load(makeStatement(monday, tuesday));
    const answer = await load(makeStatement(tuesday, wednesday));
    expect(answer.body.data).toMatchObject({ documents: 2, credited: 1, duplicates: 1 });
    expect(await readFunds(company)).toBe(450);
  });

  test('a document that stands in one file twice is credited once', async () => {
    const twice = document({});
    const answer = await load(makeStatement(twice, twice));
    expect(answer.body.data).toMatchObject({ documents: 2, credited: 1, duplicates: 1 });
    expect(await readFunds(company)).toBe(150);
  });

  test('the same file five times at once is credited once', async () => {
    const lines = makeStatement(...Array.from({ length: 20 }, () => document({ sum: '10' })));
    const answers = await Promise.all(Array.from({ length: 5 }, () => load(lines)));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200]);
    const sum = (name: string) => answers.reduce((total, answer) => total + answer.body.data[name], 0);
    expect([sum('credited'), sum('duplicates')]).toEqual([20, 80]);
    expect(await readFunds(company)).toBe(200);
    await expectBooksToAgree(api);
  });

  test('two files of one payment order that come at once: the second waits for a person', async () => {
    const named = document({ number: '4790', purpose: 'Пополнение' });
    const cut = named.map((line) => line.replace('=Пополнение', '=Пополн'));
    const [one, other] = await loadTogether(
      [makeStatement(named), makeStatement(cut)],
      [staff, await givenStaff(api)],
    );
    expect([one.body.data, other.body.data]).toMatchObject([
      { credited: 1, needs_review: 0 },
      { credited: 0, needs_review: 1 },
    ]);
    expect(await readFunds(company)).toBe(150);
  });

  test('calls 1: two files of one user at once are each answered with their own figures', async () => {
    const [one, other] = await loadTogether([
      makeStatement(document({}), document({})),
      makeStatement(document({})),
    ]);
    expect([one.body.data, other.body.data]).toMatchObject([
      { documents: 2, credited: 2 },
      { documents: 1, credited: 1 },
    ]);
  });

  test('calls 1: a lost response returns under its key, another file is refused', async () => {
    const lines = makeStatement(document({}), document({}));
    const first = await load(lines, 'statement-1');
    expect(first.body.data).toMatchObject({ credited: 2, duplicates: 0 });
    expect((await load(lines, 'statement-1')).body).toEqual(first.body);
    const other = await load(makeStatement(document({})), 'statement-1');
    expect(other.body).toEqual({
      code: 409,
      message: 'Этот ключ запроса уже использован с другими данными',
    });
    expect(await readFunds(company)).toBe(300);
  });

  test('calls 1: a file sent twice at once under one key has one response', async () => {
    const lines = makeStatement(document({}), document({}));
    const [one, other] = await Promise.all([load(lines, 'statement-2'), load(lines, 'statement-2')]);
    expect(one.body.code).toBe(200);
    expect(other.body).toEqual(one.body);
    expect(await readFunds(company)).toBe(300);
  });

  test('calls 1: of two files at once under one key the refused one credits nothing', async () => {
    const files = [makeStatement(document({ sum: '100.00' })), makeStatement(document({ sum: '7.00' }))];
    const answers = await Promise.all(files.map((file) => load(file, 'statement-3')));
    const statuses = answers.map((answer) => answer.status);
    expect(new Set(statuses)).toEqual(new Set([200, 409]));
    expect(await readFunds(company)).toBe(statuses[0] === 200 ? 100 : 7);
  });

  test('calls 1: a load whose process died goes on under its key, with the same file', async () => {
    const lines = makeStatement(document({}), document({}));
    await load(lines, 'statement-4');
    await sql`update idempotent_request set outcome = null, answer = null where key = 'statement-4'`.execute(
      api.ctx.db.system,
    );
    expect((await load(makeStatement(document({})), 'statement-4')).status).toBe(409);
    const again = await load(lines, 'statement-4');
    expect(again.body.data).toMatchObject({ documents: 2, credited: 0, duplicates: 2 });
    expect(await readFunds(company)).toBe(300);
  });

  test('a file that is refused leaves its key free for the right one', async () => {
    expect((await load(new Uint8Array(), 'statement-5')).status).toBe(400);
    const right = await load(makeStatement(document({})), 'statement-5');
    expect(right.body.data).toMatchObject({ credited: 1 });
  });

  test('two clients whose bank pays through one account keep each his own equal payment', async () => {
    const other = await givenCompany(api, { unallocatedKopecks: 0 });
    const input = { number: '901', from: '40911810000000000001', purpose: 'Аванс за топливо' };
    const lines = makeStatement(document(input), document({ ...input, inn: other.inn }));
    const counts = { documents: 2, credited: 2, duplicates: 0 };
    expect((await load(lines)).body.data).toMatchObject(counts);
    expect([await readFunds(company), await readFunds(other)]).toEqual([150, 150]);
    expect((await load(lines)).body.data).toMatchObject({ credited: 0, duplicates: 2 });
  });

  test('a statement without the payer’s INN has the same payment as one that names it', async () => {
    const named = document({ number: '902' });
    const nameless = document({ number: '902', inn: '' });
    const both = await load(makeStatement(named, nameless));
    expect(both.body.data).toMatchObject({ credited: 1, needs_review: 0, duplicates: 1 });
    const again = await load(makeStatement(nameless));
    expect(again.body.data).toMatchObject({ credited: 0, needs_review: 0, duplicates: 1 });
    await load(makeStatement(document({ number: '903', inn: '' })));
    const later = await load(makeStatement(document({ number: '903' })));
    expect(later.body.data).toMatchObject({ credited: 0, needs_review: 0, duplicates: 1 });
    expect(await readFunds(company)).toBe(150);
  });

  test('a payment whose old key lacks the payer is recognised, another payer’s is not', async () => {
    const input = { number: '904', inn: '7736050003' };
    await load(makeStatement(document(input)));
    const parts = [OWN_ACCOUNT, '2026-09-15', '904', '2026-09-15', 150_00, FOREIGN_ACCOUNT, 'Пополнение'];
    const oldKey = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
    await sql`
      update bank_payment set document_key = ${oldKey}, key_without_inn = null where number = '904'`.execute(
      api.ctx.db.system,
    );
    const both = await load(makeStatement(document(input), document({ number: '904' })));
    expect(both.body.data).toMatchObject({ credited: 1, needs_review: 0, duplicates: 1 });
    expect(await readFunds(company)).toBe(150);
  });

  test.each([
    ['the purpose, whose quotes its code page cannot write', /«М-4»/, '"М-4"'],
    ['the purpose, cut off', /, в т\.ч\. НДС.*/, ''],
    ['the day on which it came', /(ДатаПоступило)=15/, '$1=16'],
  ])('a second file that changes %s of a payment order makes it wait for a person', async (_, was, is) => {
    const input = document({ number: '4711', purpose: 'Пополнение «М-4», в т.ч. НДС 22% - 27-05' });
    await load(makeStatement(input));
    const answer = await load(makeStatement(input.map((line) => line.replace(was, is))));
    expect(answer.body.data).toMatchObject({ documents: 1, credited: 0, needs_review: 1, duplicates: 0 });
    expect(await readFunds(company)).toBe(150);
    const [waiting] = await payments('review');
    expect(waiting).toMatchObject({ number: '4711', suggestion: { company_id: company.id } });
    expect(waiting.note).toContain('Похоже на платёж, который уже загружен');
  });

  test('a look-alike payment counts as paying its invoice, so the next one waits', async () => {
    const invoice = await givenInvoice(api, company, 200);
    const input = document({ number: '4713', purpose: 'Пополнение' });
    await load(makeStatement(input));
    const again = input.map((line) => line.replace('=Пополнение', `=Счёт ${invoice.number}`));
    const next = document({ sum: '200.00', purpose: `Счёт ${invoice.number}` });
    const answer = await load(makeStatement(again, next));
    expect(answer.body.data).toMatchObject({ credited: 1, needs_review: 1 });
    expect(await findInvoice(company, invoice.id)).toMatchObject({ status_id: 'paid', paid_sum: 200 });
  });
});

describe('payments of a bank file that are not credited', () => {
  test('outgoing, unexecuted and own transfers are ignored', async () => {
    const answer = await load(
      makeStatement(
        document({ from: OWN_ACCOUNT, to: FOREIGN_ACCOUNT }),
        document({ come: '' }),
        document({ from: OTHER_OWN_ACCOUNT }),
        document({ from: OWN_ACCOUNT, to: OTHER_OWN_ACCOUNT }),
        document({}),
      ),
    );
    expect(answer.body.data).toEqual({
      documents: 5,
      credited: 1,
      needs_review: 0,
      duplicates: 0,
      ignored: 4,
      warnings: [],
    });
    expect(await readFunds(company)).toBe(150);
  });

  test('staff read in true words why the payment of a sole trader without an INN waits', async () => {
    const invoice = await givenInvoice(api, company, 150);
    const from = '40817810500000000001';
    const nameless = (purpose: string) =>
      document({ from, purpose }).map((line) => line.replace(/^(ПлательщикИНН)=.*/, '$1=0'));
    await load(makeStatement(nameless('Пополнение'), nameless(`По счёту ${invoice.number}`)));
    const notes = (await payments('review'))
      .filter((payment: { payer: { account: string } }) => payment.payer.account === from)
      .map((payment: { note: string }) => payment.note);
    expect(notes).toEqual([
      `ИНН плательщика не указан, в назначении счёт ${invoice.number}`,
      'ИНН плательщика не указан: найдите клиента по имени и назначению',
    ]);
  });

  test('a third party’s payment for the company’s invoice waits until a user assigns it', async () => {
    const invoice = await givenInvoice(api, company, 150);
    const purpose = `Оплата по счёту № ${invoice.number}`;
    const fromUnknown = await load(makeStatement(document({ purpose, inn: '7736050003' })));
    expect(fromUnknown.body.data).toMatchObject({ credited: 0, needs_review: 1 });
    const otherClient = await givenCompany(api);
    const other = await load(makeStatement(document({ purpose, inn: otherClient.inn })));
    expect(other.body.data).toMatchObject({ credited: 0, needs_review: 1 });
    expect(await readFunds(company)).toBe(0);
    expect(await readFunds(otherClient)).toBe(0);
    expect(await findInvoice(company, invoice.id)).toMatchObject({ status_id: 'waiting' });
    const [payment] = await payments('review');
    expect(payment).toMatchObject({ suggestion: null, company: null, invoice: null });
    expect(payment.note).toContain(invoice.number);
  });

  test('one open invoice of exactly this sum is suggested, not taken', async () => {
    const invoice = await givenInvoice(api, company, 150);
    const answer = await load(makeStatement(document({ purpose: 'За топливо' })));
    expect(answer.body.data).toMatchObject({ credited: 0, needs_review: 1 });
    expect((await payments('review'))[0].suggestion).toMatchObject({
      company_id: company.id,
      invoice_id: invoice.id,
    });
  });

  test('money that comes back is no top-up', async () => {
    const answer = await load(makeStatement(document({ purpose: 'Возврат ошибочно перечисленных средств' })));
    expect(answer.body.data).toMatchObject({ credited: 0, needs_review: 1 });
    expect((await payments('refund'))[0]).toMatchObject({ suggestion: { company_id: company.id } });
    expect(await readFunds(company)).toBe(0);
  });

  test('a refund of a network waits with its name and is offered to no client', async () => {
    const inn = '7707083893';
    const supplier = { token: staff.token, json: { inn, payment_days: 10 } };
    expect((await api.put('/staff/api/partners/2/supplier', supplier)).status).toBe(200);
    for (const purpose of ['Возврат излишне уплаченного по счёту Ф-1', 'Премия за сентябрь']) {
      await load(makeStatement(document({ inn, purpose })));
      const [payment] = await payments('refund');
      expect(payment).toMatchObject({ purpose, suggestion: null });
      expect(payment?.note).toMatch(
        /^Это возврат от сети «Газпромнефть».*Клиенту не зачисляйте.*«Счета сетей»/,
      );
    }
    await api.put('/staff/api/partners/2/supplier', { token: staff.token, json: {} });
  });

  test('an INN that is no client’s yet waits for a person', async () => {
    await sql`update company set client_since = null where id = ${company.id}`.execute(api.ctx.db.system);
    const answer = await load(makeStatement(document({})));
    expect(answer.body.data).toMatchObject({ credited: 0, needs_review: 1 });
  });

  test('a document that can’t be credited stops no other and waits for a user', async () => {
    // A client without accounts. No caller can create one, so the books themselves refuse it.
    await sql`
      insert into company (inn, title, legal_form, created_at, client_since)
      values ('7707083893', 'ООО «Без счетов»', 'ООО', ${api.clock.now()}, ${api.clock.now()})`.execute(
      api.ctx.db.system,
    );
    const answer = await load(
      makeStatement(
        document({ sum: '1' }),
        document({ inn: '7707083893', sum: '2' }),
        document({ sum: '3' }),
      ),
    );
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ documents: 3, credited: 2, needs_review: 1 });
    expect(await readFunds(company)).toBe(4);
    const [waiting] = await payments('review');
    expect(waiting.note).toMatch(/Зачислить автоматически не удалось/);
  });

  test('text that the database can’t store loses no money', async () => {
    const bytes = Buffer.from(
      makeStatement(document({ purpose: 'За\u0000 топливо \u{1F69A}' })).join('\r\n'),
    );
    expect((await load(bytes)).body.data).toMatchObject({ credited: 1 });
    expect((await payments())[0].purpose).toBe('За топливо \u{1F69A}');
  });
});

test('the requisites are those that invoices print', async () => {
  const answer = await api.get('/staff/api/requisites', { token: staff.token });
  expect(answer.body.data).toEqual({
    name: 'ООО «Магистраль»',
    inn: '7712345671',
    kpp: '771201001',
    account: OWN_ACCOUNT,
    bik: '044525225',
    bank: 'ПАО СБЕРБАНК',
  });
});

test('a thousand documents are booked in good time', async () => {
  const many = Array.from({ length: 1000 }, () => document({ sum: '1' }));
  const took = await measureProcessorMs(async () => {
    const answer = await load(makeStatement(...many));
    expect(answer.body.data).toMatchObject({ documents: 1000, credited: 1000 });
  });
  expect(took).toBeLessThan(20_000);
  expect(await readFunds(company)).toBe(1000);
});
