import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getOnlyRow } from '../../../db/database.ts';
import { givenActOfMonth } from '../../../testing/givens/given-act-of-month.ts';
import { startApi, type ApiRequest, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import {
  givenCompany,
  givenPerson,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
  readUnallocated,
} from '../../../testing/givens/factories.ts';
import {
  givenInvoice,
  givenBankFile,
  bankFileDocument,
  makeStatement,
} from '../../../testing/givens/given-bank-file.ts';
import { waitUntilWaiting } from '../../../testing/wait-until-waiting.ts';

const REASON = 'Платёж чужой: письмо клиента от 15.09.2026';

let api: TestApi;
let staff: GivenPerson;
let wrong: GivenCompany;
let right: GivenCompany;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

beforeEach(async () => {
  wrong = await givenCompany(api);
  right = await givenCompany(api);
});

/** Creates a payment of 150 rubles that the statement credited to the wrong company by its payer's INN. */
async function givenPayment(about: { purpose?: string; of?: GivenCompany } = {}): Promise<{ id: number }> {
  const { of = wrong, ...more } = about;
  await givenBankFile(api, staff, makeStatement(bankFileDocument({ inn: of.inn, ...more })));
  return (await api.get('/staff/api/payments', { token: staff.token })).body.data[0];
}

function correct(id: number, input: object, more: ApiRequest = {}) {
  const json = { reason: REASON, ...input };
  return api.post(`/staff/api/payments/${id}/correct`, { token: staff.token, json, ...more });
}

/** Rubles on the account of each; and the books agree with themselves, whatever happened. */
async function readFunds(...companies: GivenCompany[]): Promise<number[]> {
  await expectBooksToAgree(api);
  return Promise.all(companies.map((company) => readUnallocated(api, company)));
}

async function findInvoice(company: GivenCompany, id: number) {
  const { data } = (await api.get('/api/invoices', { token: company.admin.token })).body;
  const { status, paid_sum: paid } = data.find((row: { id: number }) => row.id === id);
  return { status, paid };
}

async function readLines(company: GivenCompany): Promise<{ description: string; sum: number }[]> {
  const period = 'date_from=2026-09-01&date_to=2026-12-31';
  const { data } = (await api.get(`/api/client/statement?${period}`, { token: company.admin.token })).body;
  return data.movements.map(({ description, sum }: { description: string; sum: number }) => ({
    description,
    sum,
  }));
}

describe('access to correcting a payment', () => {
  test('a customer or an anonymous caller can’t take a payment back', async () => {
    const { id } = await givenPayment();
    const input = { company_id: right.id };
    const manager = await givenPerson(api, { companyId: right.id, role: 'manager' });
    for (const { token } of [right.admin, wrong.admin, manager])
      expect((await correct(id, input, { token })).status).toBe(404);
    const anonymous = await api.post(`/staff/api/payments/${id}/correct`, { json: input });
    expect(anonymous.status).toBe(401);
    expect(await readFunds(wrong, right)).toEqual([150, 0]);
  });
});

describe('input checks of correcting a payment', () => {
  test.each([
    ['no reason', { reason: ' ' }, 'reason'],
    ['a company in words', { company_id: 'мы' }, 'company_id'],
    ['a company that is none', { company_id: 999_999_999 }, 'company_id'],
    ['an invoice without its company', { invoice_id: 1 }, 'company_id'],
  ])('%s moves nothing', async (_, input, field) => {
    const { id } = await givenPayment();
    const answer = await correct(id, input);
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages?.[field]?.[0]).toMatch(/[а-я]/i);
    expect(await readFunds(wrong)).toEqual([150]);
  });

  test('an unknown, an unassigned and an already correct payment are refused', async () => {
    expect((await correct(999_999_999, {})).status).toBe(404);
    const { id } = await givenPayment();
    const same = await correct(id, { company_id: wrong.id });
    expect(same.status).toBe(400);
    expect(same.body.message).toBe('Платёж и так зачислен туда');
    await correct(id, {});
    const again = await correct(id, {});
    expect(again.status).toBe(409);
    expect(again.body.message).toBe('Платёж никому не зачислен: исправлять нечего');
  });

  test('another company’s invoice is not paid by it', async () => {
    const { id } = await givenPayment();
    const theirs = await givenInvoice(api, wrong, 150);
    const answer = await correct(id, { company_id: right.id, invoice_id: theirs.id });
    expect(answer.body.error_messages).toEqual({ invoice_id: ['У этого клиента нет такого счёта'] });
    expect(await readFunds(wrong, right)).toEqual([150, 0]);
  });
});

describe('credited to a wrong company', () => {
  test('a wrongly credited payment moves, and both statements show every line', async () => {
    const theirs = await givenInvoice(api, wrong, 150);
    const { id } = await givenPayment({ purpose: `Оплата счёта ${theirs.number}` });
    expect(await findInvoice(wrong, theirs.id)).toEqual({ status: 'Оплачен', paid: 150 });
    const ours = await givenInvoice(api, right, 150);

    const answer = await correct(id, { company_id: right.id, invoice_id: ours.id });
    expect(answer.body.data).toMatchObject({
      id,
      state: 'assigned',
      company: { id: right.id },
      invoice: { id: ours.id },
      correction: {
        company: { id: wrong.id },
        invoice: { id: theirs.id, number: theirs.number },
        reason: REASON,
        at: api.clock.now().toISOString(),
      },
    });
    expect(await readFunds(wrong, right)).toEqual([0, 150]);
    expect(await findInvoice(wrong, theirs.id)).toEqual({ status: 'Ожидает оплаты', paid: 0 });
    expect(await findInvoice(right, ours.id)).toEqual({ status: 'Оплачен', paid: 150 });
    const text = `Платёжное поручение № ${answer.body.data.number} от 15.09.2026, счёт`;
    expect(await readLines(wrong)).toEqual([
      { description: `${text} ${theirs.number}`, sum: 150 },
      { description: `Исправление зачисления: ${text} ${theirs.number}`, sum: -150 },
    ]);
    expect(await readLines(right)).toEqual([{ description: `${text} ${ours.number}`, sum: 150 }]);
  });

  test('a payment without an owner waits for a user, who may assign it once', async () => {
    const { id } = await givenPayment();
    const answer = await correct(id, {});
    expect(answer.body.data).toMatchObject({ state: 'review', company: null, invoice: null });
    expect(await readFunds(wrong)).toEqual([0]);
    const assign = (companyId: number) =>
      api.post(`/staff/api/payments/${id}/assign`, { token: staff.token, json: { company_id: companyId } });
    expect((await assign(right.id)).status).toBe(200);
    expect((await assign(wrong.id)).status).toBe(409);
    expect(await readFunds(wrong, right)).toEqual([0, 150]);
  });

  test('a mistaken correction is corrected back, and every line stays', async () => {
    const { id } = await givenPayment();
    await correct(id, { company_id: right.id });
    await correct(id, { company_id: wrong.id });
    expect(await readFunds(wrong, right)).toEqual([150, 0]);
    expect((await readLines(wrong)).map((line) => line.sum)).toEqual([150, -150, 150]);
    expect((await readLines(right)).map((line) => line.sum)).toEqual([150, -150]);
  });

  test('after its month closed, the next documents show what was taken and credited', async () => {
    const { id } = await givenPayment();
    const september = await readAct(wrong, '2026-09');
    expect(september).toMatch(/Оплата п\/п № \d+ от 15\.09\.2026 +150,00/);
    api.clock.advanceSeconds(30 * 24 * 3600);
    await correct(id, { company_id: right.id });
    const october = await readAct(wrong, '2026-10');
    expect(october).toMatch(/Исправление зачисления п\/п № \d+ от 15\.09\.2026 +-150,00/);
    expect(await readAct(right, '2026-10')).toMatch(/Оплата п\/п № \d+ от 15\.09\.2026 +150,00/);
    expect(await readFunds(wrong, right)).toEqual([0, 150]);
  });

  /** The reconciliation act of a month that is closed for this. */
  const readAct = (company: GivenCompany, month: string): Promise<string> =>
    givenActOfMonth(api, { staff, company }, month);

  test('a threshold gets notices that the money came and that it is gone again', async () => {
    await givenPayment();
    await api.post('/api/client/availableFunds', { token: wrong.admin.token, json: { threshold: 100 } });
    await api.post(`/api/client/${wrong.id}/accounts`, {
      token: wrong.admin.token,
      json: { accounts: [{ partner_id: 1, sum: 100 }] },
    });
    const falls = async () =>
      getOnlyRow(
        api.ctx.db.system,
        sql`select threshold_falls as falls, threshold_crossed as crossed from company where id = ${wrong.id}`,
      );
    expect(await falls()).toEqual({ falls: 1, crossed: true });
    const { id } = await givenPayment();
    expect(await falls()).toEqual({ falls: 1, crossed: false });
    expect((await correct(id, { company_id: right.id })).status).toBe(200);
    expect(await falls()).toEqual({ falls: 2, crossed: true });
  });

  test('a corrected payment in a second upload of its statement is credited to no one', async () => {
    const lines = makeStatement(bankFileDocument({ inn: wrong.inn }));
    await givenBankFile(api, staff, lines);
    const [{ id }] = (await api.get('/staff/api/payments', { token: staff.token })).body.data;
    await correct(id, { company_id: right.id });
    expect((await givenBankFile(api, staff, lines)).body.data).toMatchObject({ credited: 0, duplicates: 1 });
    expect(await readFunds(wrong, right)).toEqual([0, 150]);
  });

  test('a correction’s author and reason are in the audit log', async () => {
    const { id } = await givenPayment();
    await correct(id, { company_id: right.id });
    const line = await getOnlyRow(
      api.ctx.db.system,
      sql<object>`
        select at, user_id as by, company_id as company, details from audit_event
        where what = 'payment-corrected' order by id desc limit 1`,
    );
    expect(line).toEqual({
      at: api.clock.now(),
      by: staff.id,
      company: wrong.id,
      details: {
        paymentId: id,
        fromInvoiceId: null,
        toCompanyId: right.id,
        toInvoiceId: null,
        reason: REASON,
      },
    });
  });
});

describe('the money has been spent', () => {
  test('nothing is taken below the floor, and the refusal shows the rest', async () => {
    const { id } = await givenPayment();
    await spend(60);
    const answer = await correct(id, { company_id: right.id });
    expect(answer.status).toBe(409);
    expect(answer.body.message).toMatch(/уже потратила.*из 150,00\s₽ можно вернуть 90,00\s₽/);
    expect(await readFunds(wrong, right)).toEqual([90, 0]);
    expect((await readLines(right)).length).toBe(0);
  });

  test('credit covers what is missing, and not a kopeck more', async () => {
    const { id } = await givenPayment();
    await spend(60);
    const credit = (creditSum: number) =>
      api.put(`/staff/api/clients/${wrong.id}/credit`, { token: staff.token, json: { creditSum } });
    await credit(59.99);
    expect((await correct(id, { company_id: right.id })).status).toBe(409);
    await credit(60);
    expect((await correct(id, { company_id: right.id })).status).toBe(200);
    expect(await readFunds(wrong, right)).toEqual([0, 150]);
  });

  test('another transfer at the same moment can’t spend what is taken back', async () => {
    const { id } = await givenPayment();
    const [answer, spent] = await Promise.all([correct(id, { company_id: right.id }), spend(150)]);
    const taken = answer.status === 200;
    expect([answer.status, spent.status]).toEqual(taken ? [200, 400] : [409, 200]);
    expect(await readFunds(wrong, right)).toEqual([0, taken ? 150 : 0]);
  });

  function spend(sum: number) {
    return api.post(`/api/client/${wrong.id}/accounts`, {
      token: wrong.admin.token,
      json: { accounts: [{ partner_id: 1, sum }] },
    });
  }
});

describe('credited for a wrong invoice', () => {
  test('a correction of the invoice alone moves no money, spent or not', async () => {
    const first = await givenInvoice(api, wrong, 150);
    const second = await givenInvoice(api, wrong, 151);
    const { id } = await givenPayment({ purpose: `Оплата счёта ${first.number}` });
    await api.post(`/api/client/${wrong.id}/accounts`, {
      token: wrong.admin.token,
      json: { accounts: [{ partner_id: 1, sum: 150 }] },
    });
    const answer = await correct(id, { company_id: wrong.id, invoice_id: second.id });
    expect(answer.body.data).toMatchObject({ state: 'assigned', invoice: { id: second.id } });
    expect(await findInvoice(wrong, first.id)).toEqual({ status: 'Ожидает оплаты', paid: 0 });
    expect(await findInvoice(wrong, second.id)).toEqual({ status: 'Оплачен частично', paid: 150 });
    expect(await readFunds(wrong)).toEqual([0]);
    expect((await correct(id, { company_id: wrong.id })).body.data).toMatchObject({ invoice: null });
    expect(await findInvoice(wrong, second.id)).toEqual({ status: 'Ожидает оплаты', paid: 0 });
    expect(
      (await readLines(wrong)).filter((line) => line.sum < 0 && /Исправление/.test(line.description)),
    ).toEqual([]);
  });

  test('an invoice that is unpaid again beside its twin of the same day is cancelled', async () => {
    const first = await givenInvoice(api, wrong, 150);
    const { id } = await givenPayment({ purpose: `Оплата счёта ${first.number}` });
    const twin = await givenInvoice(api, wrong, 150);
    expect(twin.id).not.toBe(first.id);
    expect((await correct(id, { company_id: right.id })).status).toBe(200);
    expect(await findInvoice(wrong, first.id)).toEqual({ status: 'Отменён', paid: 0 });
    expect(await findInvoice(wrong, twin.id)).toEqual({ status: 'Ожидает оплаты', paid: 0 });
    // A payment by the old document pays no invoice, and the money belongs to the payer.
    await givenPayment({ purpose: `Оплата счёта ${first.number}`, of: wrong });
    const [late] = (await api.get('/staff/api/payments', { token: staff.token })).body.data;
    expect(late).toMatchObject({ invoice: null });
    expect(await findInvoice(wrong, first.id)).toEqual({ status: 'Отменён', paid: 0 });
  });

  test('an invoice that another payment still pays in part is cancelled for its twin', async () => {
    const first = await givenInvoice(api, wrong, 300);
    const purpose = `Оплата счёта ${first.number}`;
    await givenPayment({ purpose });
    const { id } = await givenPayment({ purpose });
    const twin = await givenInvoice(api, wrong, 300);
    expect(twin.id).not.toBe(first.id);
    expect((await correct(id, {})).status).toBe(200);
    expect(await findInvoice(wrong, first.id)).toEqual({ status: 'Оплачен частично', paid: 150 });
  });

  test('a payment is not assigned to a foreign or cancelled invoice', async () => {
    const own = await givenInvoice(api, wrong, 200);
    const foreign = await givenInvoice(api, right, 150);
    const { id } = await givenPayment();
    const put = (invoice: { id: number }) => correct(id, { company_id: wrong.id, invoice_id: invoice.id });
    expect((await put(foreign)).body.error_messages).toEqual({
      invoice_id: ['У этого клиента нет такого счёта'],
    });
    await sql`update invoice set cancelled_at = now() where id = ${own.id}`.execute(api.ctx.db.system);
    expect((await put(own)).body.error_messages).toEqual({ invoice_id: ['Этот счёт отменён'] });
    expect(await findInvoice(right, foreign.id)).toEqual({ status: 'Ожидает оплаты', paid: 0 });
    expect(await findInvoice(wrong, own.id)).toEqual({ status: 'Отменён', paid: 0 });
  });
});

test('the list marks only the corrected one of two payments', async () => {
  const corrected = await givenPayment();
  const other = await givenPayment();
  await correct(corrected.id, { company_id: right.id });
  const { data } = (await api.get('/staff/api/payments', { token: staff.token })).body;
  const shown = (id: number) => data.find((row: { id: number }) => row.id === id).correction;
  expect(shown(corrected.id)).toMatchObject({ company: { id: wrong.id }, reason: REASON });
  expect(shown(other.id)).toBeNull();
});

test('a twin invoice issued while its payment is taken back: both actions succeed', async () => {
  const first = await givenInvoice(api, wrong, 150);
  const { id } = await givenPayment({ purpose: `Оплата счёта ${first.number}` });
  const [issued, corrected] = await api.ctx.db.inSystem(async (tx) => {
    // The twin is written by then, and waits for its author.
    await sql`select from app_user where id = ${wrong.admin.id} for update`.execute(tx);
    const issuing = api.get('/api/client/bill?sum=150', { token: wrong.admin.token });
    await waitUntilWaiting(api);
    const correcting = correct(id, { company_id: right.id });
    await waitUntilWaiting(api, 2);
    return [issuing, correcting] as const;
  });
  expect([(await issued).status, (await corrected).status]).toEqual([200, 200]);
  const { data } = (await api.get('/api/invoices', { token: wrong.admin.token })).body;
  expect(data.map((row: { status: string }) => row.status)).toEqual(['Ожидает оплаты', 'Отменён']);
  expect(await readFunds(wrong, right)).toEqual([0, 150]);
});

test('an invoice whose payment moves to its twin of that day waits for payment again', async () => {
  const first = await givenInvoice(api, wrong, 150);
  const { id } = await givenPayment({ purpose: `Оплата счёта ${first.number}` });
  const twin = await givenInvoice(api, wrong, 150);
  expect((await correct(id, { company_id: wrong.id, invoice_id: twin.id })).status).toBe(200);
  expect(await findInvoice(wrong, twin.id)).toEqual({ status: 'Оплачен', paid: 150 });
  expect(await findInvoice(wrong, first.id)).toEqual({ status: 'Ожидает оплаты', paid: 0 });
});

describe('correcting a payment only once', () => {
  test('the same request again, and at once, is one correction', async () => {
    const { id } = await givenPayment();
    const input = { company_id: right.id };
    const answers = await Promise.all([1, 2, 3].map(() => correct(id, input, { key: `fix-${id}` })));
    answers.push(await correct(id, input, { key: `fix-${id}` }));
    // One proposal is confirmed once. Later requests get the answer that it is decided.
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    expect((await readLines(wrong)).map((line) => line.sum)).toEqual([150, -150]);
    expect((await correct(id, {}, { key: `fix-${id}` })).status).toBe(409);
    expect(await readFunds(wrong, right)).toEqual([0, 150]);
  });

  test('two people who give it to two companies at once: it ends with one of them', async () => {
    const { id } = await givenPayment();
    const third = await givenCompany(api);
    await Promise.all([correct(id, { company_id: right.id }), correct(id, { company_id: third.id })]);
    const found = await readFunds(wrong, right, third);
    expect(found.reduce((sum, value) => sum + value, 0)).toBe(150);
    expect(found[0]).toBe(0);
  });

  test('two payments that change places at once do not wait for each other', async () => {
    const one = await givenPayment();
    const other = await givenPayment({ of: right });
    const answers = await Promise.all([
      correct(one.id, { company_id: right.id }),
      correct(other.id, { company_id: wrong.id }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200]);
    expect(await readFunds(wrong, right)).toEqual([150, 150]);
  });
});
