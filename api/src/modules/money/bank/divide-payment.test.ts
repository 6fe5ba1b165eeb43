import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import {
  givenCompany,
  givenPerson,
  readUnallocated,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import {
  bankFileDocument,
  givenBankFile,
  givenInvoice,
  makeStatement,
} from '../../../testing/givens/given-bank-file.ts';

/** Daily limit of one member alone, in rubles. */
const LIMIT = 1000;
const UNKNOWN_INN = '7707083893';

let api: TestApi;
let member: GivenPerson;
let second: GivenPerson;
let client: GivenCompany;

beforeAll(async () => {
  api = await startApi({ jobs: false, env: { TWO_PEOPLE_ABOVE: String(LIMIT) } });
});
afterAll(async () => {
  await expectBooksToAgree(api);
  await api.stop();
});

beforeEach(async () => {
  member = await givenPerson(api, { staffRole: 'treasurer' });
  second = await givenPerson(api, { staffRole: 'treasurer' });
  client = await givenCompany(api);
});

type Invoice = { id: number; number: string };

/** A payment that waits: no client has its payer's INN unless one is given. */
async function givenWaiting(about: { sum?: string; purpose?: string; inn?: string } = {}) {
  const document = bankFileDocument({ inn: UNKNOWN_INN, ...about });
  await givenBankFile(api, member, makeStatement(document));
  return (await api.get('/staff/api/payments', { token: member.token })).body.data[0];
}

const givenInvoices = async (...sums: number[]): Promise<Invoice[]> => {
  const invoices: Invoice[] = [];
  for (const sum of sums) invoices.push(await givenInvoice(api, client, sum));
  return invoices;
};

const assign = (id: number, json: object) =>
  api.post(`/staff/api/payments/${id}/assign`, { token: member.token, json });

const confirm = (approvalId: number) =>
  api.post(`/staff/api/approvals/${approvalId}/confirm`, { token: second.token });

async function readPaid(...invoices: Invoice[]): Promise<number[]> {
  const { data } = (await api.get('/api/invoices', { token: client.admin.token })).body;
  return invoices.map(({ id }) => data.find((row: Invoice) => row.id === id).paid_sum);
}

async function readMovements(): Promise<{ description: string; sum: number }[]> {
  const period = 'date_from=2026-09-01&date_to=2026-12-31';
  const { data } = (await api.get(`/api/client/statement?${period}`, { token: client.admin.token })).body;
  return data.movements.map(({ description, sum }: { description: string; sum: number }) => ({
    description,
    sum,
  }));
}

test('one payment pays several invoices by one movement, the rest without an invoice', async () => {
  const [first, other] = (await givenInvoices(100, 40)) as [Invoice, Invoice];
  const { id } = await givenWaiting();
  const parts = [
    { id: first.id, sum: 60 },
    { id: other.id, sum: 40 },
  ];
  const answer = await assign(id, { company_id: client.id, invoices: parts });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(answer.body.data).toMatchObject({
    state: 'assigned',
    company: { id: client.id },
    invoice: null,
    invoices: [
      { id: first.id, number: first.number, sum: 60 },
      { id: other.id, number: other.number, sum: 40 },
    ],
  });
  expect(await readPaid(first, other)).toEqual([60, 40]);
  expect(await readUnallocated(api, client)).toBe(150);
  const movements = await readMovements();
  expect(movements.map(({ sum }) => sum)).toEqual([150]);
  expect(movements[0]?.description).toContain(`, счета ${first.number}, ${other.number}`);
  await expectBooksToAgree(api);
});

test('a part for one invoice is shown as that invoice, and the whole sum as before', async () => {
  const [invoice] = (await givenInvoices(400)) as [Invoice];
  const partly = await givenWaiting();
  const some = await assign(partly.id, { company_id: client.id, invoices: [{ id: invoice.id, sum: 50 }] });
  expect(some.body.data).toMatchObject({
    invoice: { id: invoice.id, number: invoice.number },
    invoices: [{ id: invoice.id, sum: 50 }],
  });
  const wholly = await givenWaiting();
  const json = { company_id: client.id, invoices: [{ id: invoice.id, sum: 150 }] };
  expect((await assign(wholly.id, json)).body.data).toMatchObject({
    invoice: { id: invoice.id },
    invoices: [{ id: invoice.id, sum: 150 }],
  });
  expect(await readPaid(invoice)).toEqual([200]);
});

test('a division that fits neither payment nor invoices is refused on its field', async () => {
  const [first, other] = (await givenInvoices(100, 90)) as [Invoice, Invoice];
  const theirs = await givenInvoice(api, await givenCompany(api), 100);
  const { id } = await givenWaiting();
  const refuse = async (more: object) => {
    const { status, body } = await assign(id, { company_id: client.id, ...more });
    expect(status).toBe(400);
    return body.error_messages?.invoices?.[0]?.replaceAll('\u00a0', ' ');
  };
  const share = (invoice: Invoice, sum: number) => ({ id: invoice.id, sum });
  expect(await refuse({ invoices: [share(first, 101)] })).toBe(
    `По счёту ${first.number} осталось оплатить 100,00 ₽`,
  );
  expect(await refuse({ invoices: [share(first, 90), share(other, 70)] })).toBe(
    'По счетам больше, чем поступило: 150,00 ₽',
  );
  expect(await refuse({ invoices: [share(first, 10), share(first, 10)] })).toBe('Один счёт назван дважды');
  expect(await refuse({ invoices: [share(theirs, 10)] })).toBe('У этого клиента нет такого счёта');
  expect(await refuse({ invoice_id: first.id, invoices: [share(first, 10)] })).toMatch(/один счёт/);
  const zero = await assign(id, { company_id: client.id, invoices: [share(first, 0)] });
  expect(zero.status).toBe(400);
  expect(await readPaid(first, other)).toEqual([0, 0]);
  expect(await readUnallocated(api, client)).toBe(0);
});

test('the same division again changes nothing, another one is refused', async () => {
  const [first, other] = (await givenInvoices(100, 90)) as [Invoice, Invoice];
  const { id } = await givenWaiting();
  const invoices = [
    { id: first.id, sum: 60 },
    { id: other.id, sum: 30 },
  ];
  expect((await assign(id, { company_id: client.id, invoices })).status).toBe(200);
  expect((await assign(id, { company_id: client.id, invoices: invoices.toReversed() })).status).toBe(200);
  expect((await assign(id, { company_id: client.id })).status).toBe(409);
  expect((await assign(id, { company_id: client.id, invoices: invoices.slice(0, 1) })).status).toBe(409);
  expect(await readPaid(first, other)).toEqual([60, 30]);
});

test('a correction takes all parts back, and the payment may be divided anew', async () => {
  const [first, other] = (await givenInvoices(100, 40)) as [Invoice, Invoice];
  const { id } = await givenWaiting();
  const invoices = [
    { id: first.id, sum: 100 },
    { id: other.id, sum: 40 },
  ];
  await assign(id, { company_id: client.id, invoices });
  const held = await api.post(`/staff/api/payments/${id}/correct`, {
    token: member.token,
    json: { reason: 'Разделён не так' },
  });
  expect(held.status).toBe(202);
  const { body } = await api.get('/staff/api/approvals?state=waiting', { token: second.token });
  const proposal = body.data.find((item: { id: number }) => item.id === held.body.data.approval.id);
  expect(proposal.details).toContainEqual(
    expect.objectContaining({
      title: 'Сейчас',
      value: expect.stringContaining(`, счета ${first.number}, ${other.number}`),
    }),
  );
  expect((await confirm(held.body.data.approval.id)).status).toBe(200);
  expect(await readPaid(first, other)).toEqual([0, 0]);
  expect(await readUnallocated(api, client)).toBe(0);
  const [waiting] = (await api.get('/staff/api/payments?state=review', { token: member.token })).body.data;
  expect(waiting).toMatchObject({
    id,
    invoices: [],
    correction: {
      invoice: null,
      invoices: [
        { id: first.id, sum: 100 },
        { id: other.id, sum: 40 },
      ],
    },
  });
  await expectBooksToAgree(api);

  const anew = { company_id: client.id, invoices: [{ id: other.id, sum: 25.5 }] };
  expect((await assign(id, anew)).status).toBe(200);
  expect(await readPaid(first, other)).toEqual([0, 25.5]);
  expect((await readMovements()).map(({ sum }) => sum)).toEqual([150, -150, 150]);
});

test('a division above the limit waits for a second person, who reads its invoices', async () => {
  const [first, other] = (await givenInvoices(900, 300)) as [Invoice, Invoice];
  const { id } = await givenWaiting({ sum: '1250.00' });
  const invoices = [
    { id: first.id, sum: 900 },
    { id: other.id, sum: 300 },
  ];
  const held = await assign(id, { company_id: client.id, invoices });
  expect(held.status).toBe(202);
  expect(await readPaid(first, other)).toEqual([0, 0]);
  const { body } = await api.get('/staff/api/approvals?state=waiting', { token: second.token });
  const proposal = body.data.find((item: { id: number }) => item.id === held.body.data.approval.id);
  const values = proposal.details.map(({ title, value }: { title: string; value: string }) => [
    title,
    value.replaceAll('\u00a0', ' '),
  ]);
  expect(values).toContainEqual([
    'Счета',
    `${first.number}: 900,00 ₽; ${other.number}: 300,00 ₽; без счёта: 50,00 ₽`,
  ]);
  expect((await confirm(held.body.data.approval.id)).status).toBe(200);
  expect(await readPaid(first, other)).toEqual([900, 300]);
  expect(await readUnallocated(api, client)).toBe(1250);
});

test('a payment of two invoices names them with what is left to pay', async () => {
  const [first, other] = (await givenInvoices(100, 50)) as [Invoice, Invoice];
  const purpose = `Оплата по счетам ${first.number} и ${other.number}`;
  const own = await givenWaiting({ inn: client.inn, purpose });
  expect(own).toMatchObject({ state: 'review', suggestion: { company_id: client.id, invoice_id: null } });
  expect(own.note).toContain('разделите деньги между ними');
  expect(own.named_invoices).toEqual([
    { id: first.id, number: first.number, unpaid: 100, company: expect.objectContaining({ id: client.id }) },
    { id: other.id, number: other.number, unpaid: 50, company: expect.objectContaining({ id: client.id }) },
  ]);
});

test('an invoice of another company is offered with its company until it is paid', async () => {
  const [invoice] = (await givenInvoices(150)) as [Invoice];
  const {
    id,
    named_invoices: named,
    suggestion,
  } = await givenWaiting({ purpose: `Оплата счёта ${invoice.number}` });
  expect(suggestion).toBeNull();
  expect(named).toMatchObject([{ id: invoice.id, company: { id: client.id } }]);
  const answer = await assign(id, { company_id: client.id, invoices: [{ id: invoice.id, sum: 150 }] });
  expect(answer.body.data).toMatchObject({ invoice: { id: invoice.id }, named_invoices: [] });
});

test('the audit log names the invoices of a division with their sums', async () => {
  const [first, other] = (await givenInvoices(100, 40)) as [Invoice, Invoice];
  const { id } = await givenWaiting();
  const invoices = [
    { id: first.id, sum: 100 },
    { id: other.id, sum: 40 },
  ];
  await assign(id, { company_id: client.id, invoices });
  const owner = await givenPerson(api, { staffRole: 'owner' });
  const path = `/staff/api/audit?action=assignPayment&target=payment:${id}`;
  const [line] = (await api.get(path, { token: owner.token })).body.data;
  const change = line.changes.find(({ label }: { label: string }) => label === 'По счетам');
  expect(change.after.replaceAll('\u00a0', ' ')).toMatch(/100,00 ₽, .*40,00 ₽$/);
  expect(change.after).toContain(first.number);
});

test('a client can’t divide a payment, nor a member without the right to money', async () => {
  const [invoice] = (await givenInvoices(100)) as [Invoice];
  const { id } = await givenWaiting();
  const json = { company_id: client.id, invoices: [{ id: invoice.id, sum: 10 }] };
  const support = await givenPerson(api, { staffRole: 'support' });
  const send = (token: string) => api.post(`/staff/api/payments/${id}/assign`, { token, json });
  expect((await send(client.admin.token)).status).toBe(404);
  expect((await send(support.token)).status).toBe(403);
  expect(await readPaid(invoice)).toEqual([0]);
});
