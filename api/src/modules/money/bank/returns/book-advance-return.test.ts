import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rows } from '../../../../db/database.ts';
import { givenActOfMonth } from '../../../../testing/givens/given-act-of-month.ts';
import { startApi, type ApiResponse, type ApiRequest, type TestApi } from '../../../../testing/api.ts';
import { dueTimes } from '../../../../testing/ask-owner.ts';
import { expectBooksToAgree } from '../../../../testing/expect-books-to-agree.ts';
import {
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
  readUnallocated,
} from '../../../../testing/givens/factories.ts';
import { advanceReturnCalls, givenAdvanceReturn } from '../../../../testing/givens/given-advance-return.ts';
import {
  givenBankFile,
  outgoingDocument,
  bankFileDocument,
  makeStatement,
} from '../../../../testing/givens/given-bank-file.ts';
import { openStream } from '../../../../testing/open-stream.ts';
import { readPdfText } from '../../../../testing/read-pdf-text.ts';
import { watchBalance } from '../../balance-alert/watch-balance.ts';

const PERIOD = 'date_from=2026-09-01&date_to=2026-12-31';

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
});

afterEach(async () => {
  await expectBooksToAgree(api);
});

function givenReturn(about: { sum?: string; taken?: string; paid?: string } = {}): Promise<number> {
  return givenAdvanceReturn(api, staff, company, about);
}

function book(id: number, more?: ApiRequest) {
  return advanceReturnCalls(api, staff).book(id, more);
}

function dismiss(id: number, json?: object, more?: ApiRequest) {
  return advanceReturnCalls(api, staff).dismiss(id, json, more);
}

const readFunds = (): Promise<number> => readUnallocated(api, company);

function distribute(sum: number) {
  return api.post(`/api/client/${company.id}/accounts`, {
    token: company.admin.token,
    json: { accounts: [{ partner_id: 1, sum }] },
  });
}

function credit(creditSum: number) {
  return api.put(`/staff/api/clients/${company.id}/credit`, { token: staff.token, json: { creditSum } });
}

function readMessage({ body }: ApiResponse): string {
  return (body.message ?? '').replaceAll('\u00a0', ' ');
}

async function listTransfers(id: number) {
  return rows(
    api.ctx.db.system,
    sql<object>`
      select transfer.kind, transfer.amount_kopecks as kopecks, source.kind as source, target.kind as target,
        transfer.request_id = 'bank:' || returned.document_key || ':return' as named
      from ledger_transfer transfer
      join ledger_account source on source.id = transfer.from_account_id
      join ledger_account target on target.id = transfer.to_account_id
      join advance_return returned on returned.id = transfer.subject_id
      where transfer.subject_kind = 'advance-return' and transfer.subject_id = ${id}`,
  );
}

describe('access to booking an advance return', () => {
  test('a customer or an anonymous caller can’t book a return', async () => {
    const id = await givenReturn();
    const manager = await givenPerson(api, { companyId: company.id, role: 'manager' });
    for (const { token } of [company.admin, manager])
      expect([(await book(id, { token })).status, (await dismiss(id, undefined, { token })).status]).toEqual([
        404, 404,
      ]);
    for (const action of ['book', 'dismiss'])
      expect((await api.post(`/staff/api/advance-returns/${id}/${action}`, { json: {} })).status).toBe(401);
    expect(await readFunds()).toBe(500);
  });

  test('a return that does not exist is 404, an id that is none 400', async () => {
    for (const action of [book, dismiss]) {
      expect((await action(999_999_999)).status).toBe(404);
      expect((await action(0)).status).toBe(400);
    }
  });
});

describe('money that was paid back to a client', () => {
  test('booked, exactly its sum leaves his unallocated funds for the bank', async () => {
    const id = await givenReturn({ sum: '150.55' });
    const answer = await book(id);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      id,
      state: 'booked',
      sum: 150.55,
      own_sum: 349.45,
      reason: null,
      decided_at: api.clock.now().toISOString(),
    });
    expect(await readFunds()).toBe(349.45);
    expect(await listTransfers(id)).toEqual([
      { kind: 'return-advance', kopecks: 150_55, source: 'unallocated', target: 'bank', named: true },
    ]);
  });

  test('the whole of it goes back, down to the last kopeck', async () => {
    const id = await givenReturn({ sum: '500.00' });
    expect((await book(id)).status).toBe(200);
    expect(await readFunds()).toBe(0);
  });

  test('a kopeck more than he has of his own is refused with what is left', async () => {
    const id = await givenReturn();
    await distribute(350.01);
    const answer = await book(id);
    expect(answer.status).toBe(409);
    expect(readMessage(answer)).toMatch(/своих нераспределённых средств 149,99 ₽, списать 150,00 ₽ нельзя/);
    expect(await readFunds()).toBe(149.99);
    expect(await listTransfers(id)).toEqual([]);
  });

  test('credit is not paid back to a client as his advance', async () => {
    const id = await givenReturn();
    await credit(1000);
    await distribute(400);
    expect((await book(id)).status).toBe(409);
    await distribute(600);
    const answer = await book(id);
    expect(answer.status).toBe(409);
    expect(readMessage(answer)).toContain('средств 0,00 ₽');
    expect(await readFunds()).toBe(500);
  });

  test('a credit limit lowered under a debt does not stop a return once the debt is paid', async () => {
    const id = await givenReturn();
    await credit(1000);
    await distribute(900);
    await credit(0);
    expect((await book(id)).status).toBe(409);
    await givenBankFile(api, staff, makeStatement(bankFileDocument({ inn: company.inn, sum: '550.00' })));
    expect((await book(id)).status).toBe(200);
    expect(await readFunds()).toBe(0);
  });

  test('money being paid back can’t be spent at the same moment', async () => {
    const id = await givenReturn({ sum: '500.00' });
    const [booked, spent] = await Promise.all([book(id), distribute(500)]);
    expect([booked.status, spent.status]).toEqual(booked.status === 200 ? [200, 400] : [409, 200]);
    expect(await readFunds()).toBe(0);
  });

  test('one that was dismissed as something else takes nothing', async () => {
    const id = await givenReturn();
    const answer = await dismiss(id, { reason: '  Оплата ремонта  ' });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ state: 'dismissed', reason: 'Оплата ремонта', own_sum: 500 });
    expect(await readFunds()).toBe(500);
    expect(await listTransfers(id)).toEqual([]);
  });

  test.each([
    ['no reason', {}],
    ['an empty reason', { reason: '   ' }],
    ['a reason past 500 letters', { reason: 'я'.repeat(501) }],
    ['a reason that can’t be kept', { reason: 'ремонт\u0000' }],
  ])('%s dismisses nothing', async (_, input) => {
    const id = await givenReturn();
    const answer = await dismiss(id, input);
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages?.reason?.[0]).toMatch(/[а-я]/i);
    expect((await book(id)).status).toBe(200);
  });
});

describe('booking an advance return only once', () => {
  test('one key is one return: repeated, at once, and after a lost response', async () => {
    const id = await givenReturn();
    const key = `book-${id}`;
    const answers = await Promise.all([1, 2, 3].map(() => book(id, { key })));
    answers.push(await book(id, { key }));
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(await readFunds()).toBe(350);
    const other = await givenReturn({ sum: '1.00' });
    expect((await book(other, { key })).status).toBe(409);
  });

  test('without a key the second return reads that it is done', async () => {
    const id = await givenReturn();
    const answers = await Promise.all([book(id), book(id)]);
    expect(answers.map((answer) => answer.status).sort((a, two) => a - two)).toEqual([200, 409]);
    const again = await book(id);
    expect([again.status, again.body.message]).toEqual([409, 'Возврат уже списан со счёта компании']);
    expect((await dismiss(id)).status).toBe(409);
    expect(await readFunds()).toBe(350);
  });

  test('dismissed under a key is dismissed once, and not booked after it', async () => {
    const id = await givenReturn();
    const input = { reason: 'Оплата ремонта' };
    const first = await dismiss(id, input, { key: `dismiss-${id}` });
    expect((await dismiss(id, input, { key: `dismiss-${id}` })).body).toEqual(first.body);
    const other = await dismiss(id, { reason: 'Иначе' });
    expect([other.status, other.body.message]).toEqual([409, 'Уже решено, что это не возврат аванса']);
    expect((await book(id)).status).toBe(409);
    expect(await readFunds()).toBe(500);
  });

  test('one books and another dismisses at once: one of them has it', async () => {
    const id = await givenReturn();
    const answers = await Promise.all([book(id), dismiss(id)]);
    expect(answers.map((answer) => answer.status).sort((a, two) => a - two)).toEqual([200, 409]);
    expect(await readFunds()).toBe(answers[0]?.status === 200 ? 350 : 500);
  });

  test('the statement loaded again brings nothing back to be decided', async () => {
    const lines = makeStatement(outgoingDocument({ inn: company.inn }));
    await givenBankFile(api, staff, makeStatement(bankFileDocument({ inn: company.inn })));
    await givenBankFile(api, staff, lines);
    const list = async () =>
      (await api.get('/staff/api/advance-returns', { token: staff.token })).body.data.filter(
        (item: { company: { id: number } }) => item.company.id === company.id,
      );
    const [{ id }] = await list();
    await book(id);
    await givenBankFile(api, staff, lines);
    expect((await list()).map((item: { state: string }) => item.state)).toEqual(['booked']);
    expect(await readFunds()).toBe(0);
  });
});

describe('a payment order that differs in a second statement', () => {
  const twoReturns = async (): Promise<number[]> => {
    const order = outgoingDocument({ inn: company.inn, number: '4714', purpose: 'Возврат «аванса»' });
    await givenBankFile(api, staff, makeStatement(bankFileDocument({ inn: company.inn, sum: '500.00' })));
    await givenBankFile(api, staff, makeStatement(order));
    await givenBankFile(api, staff, makeStatement(order.map((line) => line.replace(/[«»]/g, '"'))));
    const { data } = (await api.get('/staff/api/advance-returns', { token: staff.token })).body;
    return data
      .filter((row: { company: { id: number } }) => row.company.id === company.id)
      .map((row: { id: number }) => row.id);
  };

  test('a return that a second statement writes differently is booked once', async () => {
    const [second = 0, first = 0] = await twoReturns();
    expect((await book(first)).status).toBe(200);
    const refused = await book(second);
    expect(refused.status).toBe(409);
    expect(readMessage(refused)).toBe(
      'Документ № 4714 от 15.09.2026 на 150,00 ₽ этому получателю уже списан: другая выписка записала его иначе. Отметьте эту строку «Не возврат аванса»',
    );
    expect(await readFunds()).toBe(350);
    expect((await dismiss(second)).status).toBe(200);
  });

  test('a return can be booked again after its first booking was taken back', async () => {
    const [second = 0, first = 0] = await twoReturns();
    await book(first);
    expect((await advanceReturnCalls(api, staff).reopen(first)).status).toBe(200);
    expect((await book(second)).status).toBe(200);
    expect(await readFunds()).toBe(350);
  });
});

describe('the client’s documents show it', () => {
  test('the statement of the account shows it on screen, as CSV and as PDF', async () => {
    await book(await givenReturn({ sum: '150.55' }));
    const { token } = company.admin;
    const { data } = (await api.get(`/api/client/statement?${PERIOD}`, { token })).body;
    const text = 'Возврат аванса, платёжное поручение № 42 от 15.09.2026';
    expect(data).toMatchObject({ came_in: 500, went_out: 150.55, closing: 349.45 });
    expect(data.movements[1]).toMatchObject({
      description: text,
      from: 'Нераспределённые средства',
      to: 'Банк',
      sum: -150.55,
      balance: 349.45,
    });
    const csv = await api.get(`/api/client/statement.csv?${PERIOD}`, { token });
    expect(csv.bytes.toString('utf8')).toContain(text);
    const pdf = await api.get(`/api/client/statement.pdf?${PERIOD}`, { token });
    expect(readPdfText(pdf.bytes)).toContain(text);
  });

  test('the month’s act shows it on the bank’s day, not the booking’s, to the kopeck', async () => {
    await book(await givenReturn({ sum: '150.55', taken: '14.09.2026' }));
    const act = await readAct('2026-09');
    expect(act).toMatch(/15\.09\.2026 +Оплата п\/п № 41 от 15\.09\.2026 +500,00/);
    expect(act).toMatch(/14\.09\.2026 +Возврат аванса п\/п № 42 от 15\.09\.2026 +150,55/);
    expect(act).toMatch(/Обороты за период +150,55 +500,00/);
    expect(act).toMatch(/Сальдо на конец +349,45/);
  });

  test('a return booked after its month closed is in the next act, without a gap', async () => {
    const id = await givenReturn();
    expect(await readAct('2026-09')).toMatch(/Сальдо на конец +500,00/);
    api.clock.advanceSeconds(30 * 24 * 3600);
    await book(id);
    const october = await readAct('2026-10');
    expect(october).toMatch(/Сальдо на начало +500,00/);
    expect(october).toMatch(/15\.09\.2026 +Возврат аванса п\/п № 42 от 15\.09\.2026 +150,00/);
    expect(october).toMatch(/Сальдо на конец +350,00/);
  });

  const readAct = (month: string) => givenActOfMonth(api, { staff, company }, month);
});

describe('notices of an advance return', () => {
  test('the company: its balance has changed', async () => {
    const id = await givenReturn();
    const stream = await openStream(api, company.admin.token);
    expect(await stream.next()).toBe('open []');
    await book(id);
    await stream.until('balances');
    stream.leave();
  });

  test('users with a threshold that the balance has reached get one message', async () => {
    const id = await givenReturn();
    await api.post('/api/client/availableFunds', { token: company.admin.token, json: { threshold: 400 } });
    await book(id);
    expect(await dueTimes(api, `watch-balance:${company.id}`)).toHaveLength(1);
    await watchBalance(api.ctx, company.id);
    const texts = api.ctx.outbox
      ?.messages(company.admin.phone)
      .map((message) => message.text.replaceAll('\u00a0', ' '));
    expect(texts?.filter((text) => text.includes('осталось 350,00 ₽, порог 400,00 ₽'))).toHaveLength(1);
  });

  test('the audit log: who decided what, how much and why', async () => {
    const booked = await givenReturn();
    await book(booked);
    const dismissed = await givenReturn({ sum: '7.00' });
    await dismiss(dismissed);
    const found = await rows(
      api.ctx.db.system,
      sql<object>`
        select what, user_id as by, company_id as company, details from audit_event
        where what like 'advance-return-%' and company_id = ${company.id} order by id`,
    );
    const input = { by: staff.id, company: company.id };
    expect(found).toEqual([
      { ...input, what: 'advance-return-booked', details: { returnId: booked, sumKopecks: 150_00 } },
      {
        ...input,
        what: 'advance-return-dismissed',
        details: { returnId: dismissed, sumKopecks: 7_00, reason: 'Оплата ремонта' },
      },
    ]);
  });
});
