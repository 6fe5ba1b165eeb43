import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TillUnavailable } from '../../../gateways/receipts/receipt-till.ts';
import { FastPaymentsUnavailable } from '../../../gateways/fast-payments/fast-payments.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import { askOwner } from '../../../testing/ask-owner.ts';
import { givenDocument } from '../../../testing/givens/given-document.ts';
import {
  givenCompany,
  givenPerson,
  givenStaff,
  readUnallocated,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import {
  bankFileDocument,
  givenBankFile,
  givenInvoice,
  makeStatement,
  outgoingDocument,
} from '../../../testing/givens/given-bank-file.ts';
import { advanceReturnCalls } from '../../../testing/givens/given-advance-return.ts';
import { listDayTotals } from '../bank/bank-file-store.ts';
import { requestOffsetReceipts } from '../receipts/request-receipts.ts';
import { sendReceipt } from '../receipts/send-receipt.ts';
import { followFastPayment } from './follow-fast-payment.ts';

let api: TestApi;
let staff: GivenPerson;
let company: GivenCompany;
let invoice: { id: number; number: string };

beforeAll(async () => {
  api = await startApi({ jobs: false, secondPersonConfirms: true });
  staff = await givenStaff(api);
});
beforeEach(async () => {
  company = await givenCompany(api);
  invoice = await givenInvoice(api, company, 150);
});
afterEach(() => expectBooksToAgree(api));
afterAll(() => api.stop());

const path = (id = invoice.id) => `/api/invoices/${id}/fast-payment`;
const orderPayment = (token = company.admin.token, id = invoice.id) =>
  api.post(path(id), { token, json: {} });
const read = async () => (await api.get(path(), { token: company.admin.token })).body.data;
const follow = (orderId: number) => followFastPayment(api.ctx, orderId);
const getToken = (link: string) => new URL(link).searchParams.get('order') ?? '';
async function decide(link: string, decision: string) {
  const decided = await api.post('/dev/bank-order', { json: { order: getToken(link), decision } });
  expect(decided.status).toBe(200);
}
const readFunds = () => readUnallocated(api, company);

async function ordered() {
  const { order } = (await orderPayment()).body.data;
  return order as { id: number; link: string };
}

async function paid() {
  const order = await ordered();
  await decide(order.link, 'pay');
  return order;
}

async function invoiceNow() {
  const { data } = (await api.get('/api/invoices', { token: company.admin.token })).body;
  return data.find((row: { id: number }) => row.id === invoice.id);
}

async function payments() {
  const { data } = (await api.get('/staff/api/payments', { token: staff.token })).body;
  return data.filter((row: { purpose: string; payer: { inn: string } }) => row.payer.inn === company.inn);
}

function load(input: { purpose?: string; come?: string; inn?: string; sum?: string; number?: string } = {}) {
  return givenBankFile(api, staff, makeStatement(bankFileDocument({ inn: company.inn, ...input })));
}

describe('payment link of a fast payment', () => {
  test('a code is one per sum due, however often requested, and is the one at the bank', async () => {
    const [one, other] = await Promise.all([orderPayment(), orderPayment()]);
    expect(one.body.data.order).toMatchObject({ state: 'waiting', sum: 150, credited: false });
    expect(other.body.data.order.link).toBe(one.body.data.order.link);
    expect((await read()).order).toEqual(one.body.data.order);
    const shown = await api.get(`/dev/bank-order?order=${getToken(one.body.data.order.link)}`);
    expect(shown.body.data).toMatchObject({ sum: 150, state: 'waiting' });
    expect(shown.body.data.purpose).toMatch(/^СБП-\d+\. Оплата по счёту № М-/);
  });

  test('a code is only for users who may issue invoices, and for their own company', async () => {
    const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    expect((await orderPayment(specialist.token)).status).toBe(403);
    expect((await orderPayment((await givenCompany(api)).admin.token)).status).toBe(404);
    expect(
      (await api.post('/api/invoices/x/fast-payment', { token: company.admin.token, json: {} })).status,
    ).toBe(400);
  });

  test('the payment link is for the rest of a partly paid invoice only', async () => {
    await load({ sum: '50.00', purpose: `Оплата по счёту № ${invoice.number}` });
    expect((await orderPayment()).body.data.order.sum).toBe(100);
    await load({ sum: '100.00', purpose: `Оплата по счёту № ${invoice.number}` });
    const refused = await orderPayment();
    expect([refused.status, refused.body.message]).toEqual([409, 'Счёт уже оплачен']);
  });

  test('a silent bank gives a sentence, and the next click asks under the same number', async () => {
    const { fastPayments } = api.ctx;
    const requested: number[] = [];
    api.ctx.fastPayments = {
      ...fastPayments!,
      orderPayment: ({ orderId }) => {
        requested.push(orderId);
        return Promise.reject(new FastPaymentsUnavailable('silent'));
      },
    };
    const silent = await orderPayment();
    api.ctx.fastPayments = fastPayments;
    expect([silent.status, silent.body.message]).toEqual([503, expect.stringContaining('Банк не отвечает')]);
    expect((await read()).order).toMatchObject({ state: 'asked', link: null });
    expect((await ordered()).id).toBe(requested[0]);
  });
});

describe('the payment', () => {
  test('a fast payment is on the account with its invoice, and staff see its source', async () => {
    const order = await paid();
    await follow(order.id);
    expect(await readFunds()).toBe(150);
    expect(await invoiceNow()).toMatchObject({ status_id: 'paid', paid_sum: 150 });
    expect((await read()).order).toMatchObject({ state: 'paid', credited: true, link: null });
    expect(await payments()).toMatchObject([{ kind: 'sbp', state: 'credited', file: null, sum: 150 }]);
  });

  test('the statement names a fast payment СБП, also once it is taken back', async () => {
    const order = await paid();
    await follow(order.id);
    const readStatement = async () => {
      const period = 'date_from=2026-09-01&date_to=2026-09-30';
      const answer = await api.get(`/api/client/statement?${period}`, { token: company.admin.token });
      return answer.body.data.movements.map(({ description }: { description: string }) => description);
    };
    const credited = new RegExp(`^СБП № \\w+ от \\d\\d\\.09\\.2026, счёт ${invoice.number}$`);
    expect(await readStatement()).toEqual([expect.stringMatching(credited)]);
    const [payment] = await payments();
    const json = { reason: 'Оплатил другой клиент' };
    await api.post(`/staff/api/payments/${payment.id}/correct`, { token: staff.token, json });
    expect(await readStatement()).toEqual([
      expect.stringMatching(credited),
      expect.stringMatching(/^Исправление зачисления: СБП № /),
    ]);
  });

  test('a fast payment is credited once by four jobs at once and one more later', async () => {
    const order = await paid();
    await Promise.all([1, 2, 3, 4].map(() => follow(order.id)));
    await follow(order.id);
    expect(await readFunds()).toBe(150);
  });

  test('a fast payment survives a crash between the bank’s response and the booking', async () => {
    const order = await paid();
    const { clock } = api.ctx;
    api.ctx.clock = {
      ...clock,
      now: () => {
        throw new Error('dead');
      },
    };
    await expect(follow(order.id)).rejects.toThrow('dead');
    api.ctx.clock = clock;
    expect(await readFunds()).toBe(0);
    await follow(order.id);
    expect(await readFunds()).toBe(150);
  });

  test('a fast payment of an invoice paid meanwhile is the company’s all the same', async () => {
    const order = await paid();
    await load({ sum: '150.00', number: '900', come: '01.09.2026', purpose: `Счёт № ${invoice.number}` });
    await follow(order.id);
    expect(await readFunds()).toBe(300);
    expect(await invoiceNow()).toMatchObject({ status_id: 'paid', paid_sum: 150 });
  });

  test('a payment from another company’s account waits with that company suggested', async () => {
    const { fastPayments } = api.ctx;
    const order = await paid();
    api.ctx.fastPayments = {
      ...fastPayments!,
      readPayment: async (id) => ({
        ...(await fastPayments!.readPayment(id)),
        payer: { inn: '7707083893', name: 'Другой' },
      }),
    } as typeof fastPayments;
    await follow(order.id);
    api.ctx.fastPayments = fastPayments;
    expect(await readFunds()).toBe(0);
    expect((await read()).order).toMatchObject({ state: 'paid', credited: false });
    expect((await orderPayment()).status).toBe(409);
    const { data } = (await api.get('/staff/api/payments?state=review', { token: staff.token })).body;
    expect(data[0]).toMatchObject({
      kind: 'sbp',
      suggestion: { company_id: company.id, invoice_id: invoice.id },
    });
  });

  test('a refused or expired payment moves nothing and can be requested again', async () => {
    const refused = await ordered();
    await decide(refused.link, 'refuse');
    await follow(refused.id);
    expect((await read()).order).toMatchObject({ state: 'refused', link: null });
    const next = await ordered();
    expect(next.id).not.toBe(refused.id);
    api.clock.advanceSeconds(25 * 3600);
    expect((await read()).order.state).toBe('expired');
    await follow(next.id);
    await decide(next.link, 'pay');
    await follow(next.id);
    expect(await readFunds()).toBe(0);
    api.clock.advanceSeconds(-25 * 3600);
  });

  test('a fast payment is polled while the bank is silent', async () => {
    const order = await paid();
    const { fastPayments } = api.ctx;
    api.ctx.fastPayments = {
      ...fastPayments!,
      readPayment: () => Promise.reject(new FastPaymentsUnavailable('silent')),
    };
    await follow(order.id);
    api.ctx.fastPayments = fastPayments;
    expect((await read()).order.state).toBe('waiting');
    await follow(order.id);
    expect(await readFunds()).toBe(150);
  });
});

describe('receipts of fast payments', () => {
  const receipts = () =>
    askOwner<{
      id: number;
      kind: string;
      state: string;
      sum_kopecks: number;
      attempt: number;
      till_id: string;
    }>(
      api,
      `select id::int, kind, state, sum_kopecks, attempt, till_id from receipt where company_id = ${company.id} order by id`,
    );
  async function send() {
    for (const { id } of await receipts()) await sendReceipt(api.ctx, id);
  }
  const credited = async () => follow((await paid()).id);
  /** A document of a month with a sum, as the closing of that month leaves it. */
  async function givenUpd(month: string, sum: number) {
    const id = await givenDocument(api, staff, company, { title: `УПД ${month}` });
    await askOwner(
      api,
      `insert into month_document (company_id, partner_id, month, kind, title, sum_kopecks, vat_kopecks, dated_on, file_id, published_at)
      select company_id, partner_id, '${month}', 'upd', title, ${sum}, 0,
        ('${month}-01'::date + interval '1 month - 1 day')::date, file_id, published_at
      from month_document where id = ${id}`,
    );
  }

  test('an advance has one receipt, and its payer reads the link', async () => {
    const order = await paid();
    await Promise.all([1, 2, 3].map(() => follow(order.id)));
    expect((await read()).order.receipt).toEqual({ state: 'waiting', link: null });
    await Promise.all([send(), send()]);
    expect((await read()).order.receipt.state).toBe('sent');
    api.clock.advanceSeconds(5);
    await send();
    expect((await read()).order.receipt).toEqual({
      state: 'done',
      link: expect.stringMatching(/^https:\/\/ofd\.example\/receipt\/\d+$/),
    });
    expect(await receipts()).toMatchObject([{ kind: 'advance', sum_kopecks: 15_000, attempt: 1 }]);
    const sent = await askOwner(
      api,
      `select 1 from embedded_receipt where external_id like 'magistral-receipt-${(await receipts())[0]?.id}-%'`,
    );
    expect(sent).toHaveLength(1);
  });

  test('a payment of a bank file has no receipt, one of СБП when staff credit it', async () => {
    await load({ purpose: 'Пополнение', sum: '77.00', number: '77' });
    const { fastPayments } = api.ctx;
    const order = await paid();
    api.ctx.fastPayments = {
      ...fastPayments,
      readPayment: async (id) => ({
        ...(await fastPayments!.readPayment(id)),
        payer: { inn: '7707083893', name: 'Другой' },
      }),
    } as typeof fastPayments;
    await follow(order.id);
    api.ctx.fastPayments = fastPayments;
    expect(await receipts()).toEqual([]);
    const { data } = (await api.get('/staff/api/payments?state=review', { token: staff.token })).body;
    const json = { company_id: company.id, invoice_id: invoice.id };
    const assigned = await api.post(`/staff/api/payments/${data[0].id}/assign`, { token: staff.token, json });
    expect(assigned.status).toBe(200);
    expect(await receipts()).toMatchObject([{ kind: 'advance', sum_kopecks: 15_000 }]);
  });

  test('a receipt that the till refuses waits for staff, who send it again', async () => {
    invoice = await givenInvoice(api, company, 150.13);
    await credited();
    await send();
    api.clock.advanceSeconds(5);
    await send();
    expect((await read()).order.receipt).toEqual({ state: 'failed', link: null });
    const listed = async () =>
      (await api.get('/staff/api/unsettled?kind=receipt', { token: staff.token })).body.data.filter(
        (row: { company: { id: number } }) => row.company.id === company.id,
      );
    const [one] = await listed();
    expect(one).toMatchObject({
      asked: expect.stringMatching(/^Чек аванса на 150,13/),
      details: [{ label: 'Причина', value: expect.stringContaining('Смена превысила 24 часа') }],
      deeds: ['ask'],
    });
    const path = `/staff/api/unsettled/receipt/${one.id}/ask-again`;
    expect((await api.post(path, { token: company.admin.token })).status).toBe(404);
    expect((await api.post(path, { token: staff.token })).status).toBe(200);
    expect((await api.post(path, { token: staff.token })).status).toBe(409);
    expect(await listed()).toEqual([]);
    await send();
    api.clock.advanceSeconds(5);
    await send();
    expect(await receipts()).toMatchObject([{ state: 'done', attempt: 2 }]);
  });

  test('a silent till is asked for a day, then a person sends the same receipt', async () => {
    const { receiptTill } = api.ctx;
    await credited();
    api.ctx.receiptTill = {
      ...receiptTill!,
      sendReceipt: () => Promise.reject(new TillUnavailable('silent')),
    };
    await send();
    expect((await read()).order.receipt.state).toBe('waiting');
    api.clock.advanceSeconds(25 * 3600);
    await send();
    api.ctx.receiptTill = receiptTill;
    expect((await read()).order.receipt.state).toBe('failed');
    const [{ id } = { id: 0 }] = await receipts();
    await api.post(`/staff/api/unsettled/receipt/${id}/ask-again`, { token: staff.token });
    await send();
    expect(await receipts()).toMatchObject([{ state: 'sent', attempt: 1 }]);
    api.clock.advanceSeconds(-25 * 3600);
  });

  test('the till’s word asks at once for a known receipt, and for nothing else', async () => {
    await credited();
    await send();
    const [{ id, till_id: uuid } = { id: 0, till_id: '' }] = await receipts();
    const due = async () =>
      askOwner<{ due: boolean }>(
        api,
        `select run_at <= now() as due from graphile_worker.jobs where key = 'receipt:${id}'`,
      );
    const post = (body: object) => api.post('/api/hooks/receipts', { json: body });
    expect((await post({ uuid: 'unknown' })).status).toBe(200);
    expect((await post({})).status).toBe(400);
    expect(
      (await post({ uuid, status: 'done', payload: { ofd_receipt_url: 'https://evil.example' } })).status,
    ).toBe(200);
    expect(await due()).toEqual([{ due: true }]);
    expect((await read()).order.receipt).toEqual({ state: 'sent', link: null });
  });

  test('fuel of a closed month is set off once, up to the advances of its days', async () => {
    await credited();
    await givenUpd('2026-08', 5000);
    await givenUpd('2026-09', 10_000);
    await requestOffsetReceipts(api.ctx);
    await givenUpd('2026-10', 9000);
    await Promise.all([requestOffsetReceipts(api.ctx), requestOffsetReceipts(api.ctx)]);
    await requestOffsetReceipts(api.ctx);
    expect((await receipts()).map(({ kind, sum_kopecks }) => [kind, sum_kopecks])).toEqual([
      ['advance', 15_000],
      ['offset', 10_000],
      ['offset', 5000],
    ]);
  });

  test('an advance that was paid back is not set off against fuel', async () => {
    await credited();
    const paidBack = makeStatement(outgoingDocument({ inn: company.inn, sum: '60.00', number: '96' }));
    await givenBankFile(api, staff, paidBack);
    const { data } = (await api.get('/staff/api/advance-returns', { token: staff.token })).body;
    const mine = data.find((row: { company: { id: number } }) => row.company.id === company.id);
    await givenUpd('2026-08', 1000);
    await givenUpd('2026-09', 12_000);
    expect((await advanceReturnCalls(api, staff).book(mine.id)).status).toBe(200);
    await requestOffsetReceipts(api.ctx);
    expect((await receipts()).map(({ kind, sum_kopecks }) => [kind, sum_kopecks])).toEqual([
      ['advance', 15_000],
      ['offset', 9000],
    ]);
  });

  test('a corrected payment has a receipt of its new company, and leaves the old one', async () => {
    await credited();
    const other = await givenCompany(api);
    const [{ id }] = (await api.get('/staff/api/payments', { token: staff.token })).body.data;
    const json = { company_id: other.id, reason: 'Платёж другой компании' };
    const path = `/staff/api/payments/${id}/correct`;
    expect((await api.post(path, { token: staff.token, json })).status).toBe(200);
    const ofOther = `select kind, sum_kopecks from receipt where company_id = ${other.id}`;
    expect(await askOwner(api, ofOther)).toMatchObject([{ kind: 'advance' }]);
    await givenUpd('2026-09', 10_000);
    await requestOffsetReceipts(api.ctx);
    expect(await receipts()).toMatchObject([{ kind: 'advance' }]);
  });

  test('receipts are a step of their month, done when the till has made them all', async () => {
    const readStep = async (month = '2026-09') =>
      (await api.get(`/api/months/${month}`, { token: company.admin.token })).body.data.find(
        ({ key }: { key: string }) => key === 'receipts',
      );
    expect(await readStep()).toBeUndefined();
    await credited();
    expect(await readStep()).toMatchObject({ done: false, title: expect.stringMatching(/делает 1\sчек по/) });
    await send();
    api.clock.advanceSeconds(5);
    await send();
    expect(await readStep()).toMatchObject({ done: true, href: '/cabinet/invoices-issued' });
    // The УПД of the month needs the receipt of its offset, which the evening's job requests.
    await givenUpd('2026-09', 10_013);
    expect(await readStep()).toMatchObject({ done: false, title: expect.stringMatching(/делает 1\sчек по/) });
    await requestOffsetReceipts(api.ctx);
    await send();
    api.clock.advanceSeconds(5);
    await send();
    expect(await readStep()).toMatchObject({
      done: false,
      title: expect.stringMatching(/не сделала 1\sчек/),
    });
    const desk = await api.get('/api/companies/overview', { token: company.admin.token });
    const { month, missing } = desk.body.data[0].last_month;
    expect([month, missing.includes('receipts')]).toEqual(['2026-08', false]);
    const { receiptTill } = api.ctx;
    api.ctx.receiptTill = null;
    expect(await readStep()).toBeUndefined();
    api.ctx.receiptTill = receiptTill;
  });
});

describe('a fast payment that also stands in a bank file', () => {
  test('a payment in a file that names the order is set aside and counted as known', async () => {
    const order = await paid();
    await follow(order.id);
    const purpose = `СБП-${order.id}. Оплата по счёту № ${invoice.number}`;
    expect((await load({ purpose, come: '16.09.2026' })).body.data).toMatchObject({
      credited: 0,
      duplicates: 1,
    });
    expect(await readFunds()).toBe(150);
    const [fromFile, fast] = await payments();
    expect(fromFile).toMatchObject({ kind: 'statement', state: 'duplicate', look_alikes: [{ id: fast.id }] });
  });

  test('a payment of that day, sum, payer and invoice is set aside, a second credited', async () => {
    await follow((await paid()).id);
    const purpose = `Оплата по счёту № ${invoice.number}`;
    expect((await load({ purpose })).body.data).toMatchObject({ credited: 0, duplicates: 1 });
    expect((await load({ purpose })).body.data).toMatchObject({ credited: 1, duplicates: 0 });
    expect(await readFunds()).toBe(300);
  });

  test('a payment in a file with less data waits for a user beside the other', async () => {
    await follow((await paid()).id);
    expect((await load({ purpose: 'Пополнение', come: '14.09.2026' })).body.data).toMatchObject({
      credited: 0,
      needs_review: 1,
    });
    expect(await readFunds()).toBe(150);
    const [waiting] = await payments();
    expect(waiting).toMatchObject({ state: 'review', look_alikes: [{ kind: 'sbp' }] });
    const json = { reason: 'Тот же платёж' };
    const aside = await api.post(`/staff/api/payments/${waiting.id}/set-aside`, { token: staff.token, json });
    expect(aside.body.data).toMatchObject({ state: 'duplicate' });
    const [day] = await listDayTotals(api.ctx.db.system, { from: '2026-09-14', to: '2026-09-14' });
    expect(day).toMatchObject({ toClients: 15_000, waiting: 0 });
  });

  test('a payment in a file that came before the bank’s response is credited', async () => {
    const order = await paid();
    await load({ purpose: `СБП-${order.id}. Оплата по счёту № ${invoice.number}` });
    await follow(order.id);
    expect(await readFunds()).toBe(150);
    expect((await read()).order).toMatchObject({ state: 'paid', credited: true });
    expect(await payments()).toMatchObject([
      { kind: 'sbp', state: 'duplicate' },
      { kind: 'statement', state: 'credited' },
    ]);
  });

  test('a payment in a file that names another order is another payment', async () => {
    const order = await paid();
    await follow(order.id);
    const purpose = `СБП-${order.id + 1000}. Оплата по счёту № ${invoice.number}`;
    expect((await load({ purpose })).body.data).toMatchObject({ credited: 1 });
    expect(await readFunds()).toBe(300);
  });
});
