import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type ApiRequest, type TestApi } from '../../../testing/api.ts';
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

let api: TestApi;
let staff: GivenPerson;
let company: GivenCompany;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

beforeEach(async () => {
  company = await givenCompany(api);
});

/** Creates a payment of 150 rubles with an unknown payer. */
async function givenUnclear(about: { purpose?: string; inn?: string } = {}): Promise<{ id: number }> {
  const document = bankFileDocument({ inn: '7707083893', ...about });
  await givenBankFile(api, staff, makeStatement(document));
  return (await api.get('/staff/api/payments', { token: staff.token })).body.data[0];
}

function assign(id: number, json: object, more: ApiRequest = {}) {
  return api.post(`/staff/api/payments/${id}/assign`, { token: staff.token, json, ...more });
}

const readFunds = (of: GivenCompany): Promise<number> => readUnallocated(api, of);

describe('access to assigning a payment', () => {
  test('a customer or an anonymous caller can’t assign a payment', async () => {
    const { id } = await givenUnclear();
    const input = { company_id: company.id };
    const admin = await assign(id, input, { token: company.admin.token });
    const manager = await givenPerson(api, { companyId: company.id, role: 'manager' });
    expect(admin.status).toBe(404);
    expect((await assign(id, input, { token: manager.token })).status).toBe(404);
    expect((await api.post(`/staff/api/payments/${id}/assign`, { json: input })).status).toBe(401);
    expect(await readFunds(company)).toBe(0);
  });
});

describe('input checks of assigning a payment', () => {
  test.each([
    ['no company', {}, 'company_id'],
    ['a company in words', { company_id: 'мы' }, 'company_id'],
    ['a company that is none', { company_id: 999_999_999 }, 'company_id'],
    ['an invoice in words', { company_id: 1, invoice_id: 'первый' }, 'invoice_id'],
  ])('%s is refused on its field', async (_, input, field) => {
    const { id } = await givenUnclear();
    const answer = await assign(id, input);
    expect(answer.status).toBe(400);
    expect(answer.body.error_messages?.[field]?.[0]).toMatch(/[а-я]/i);
  });

  test('a payment that does not exist is 404, a state that does not exist 400', async () => {
    expect((await assign(999_999_999, { company_id: company.id })).status).toBe(404);
    expect((await assign(0, { company_id: company.id })).status).toBe(400);
    const answer = await api.get('/staff/api/payments?state=lost', { token: staff.token });
    expect(answer.body.error_messages).toEqual({ state: ['Неизвестное состояние'] });
  });

  test('another company’s invoice, or a cancelled one, is not paid by it', async () => {
    const { id } = await givenUnclear();
    const theirs = await givenInvoice(api, await givenCompany(api), 150);
    const foreign = await assign(id, { company_id: company.id, invoice_id: theirs.id });
    expect(foreign.status).toBe(400);
    expect(foreign.body.error_messages).toEqual({ invoice_id: ['У этого клиента нет такого счёта'] });
    const own = await givenInvoice(api, company, 150);
    await sql`update invoice set cancelled_at = ${api.clock.now()} where id = ${own.id}`.execute(
      api.ctx.db.system,
    );
    const cancelled = await assign(id, { company_id: company.id, invoice_id: own.id });
    expect(cancelled.body.error_messages).toEqual({ invoice_id: ['Этот счёт отменён'] });
    expect(await readFunds(company)).toBe(0);
  });
});

describe('a person says whose money it is', () => {
  test('a payment is assigned without an invoice: null, or an empty form field', async () => {
    for (const input of [
      { json: { company_id: company.id, invoice_id: null } },
      { form: { company_id: company.id, invoice_id: '' } },
    ]) {
      const { id } = await givenUnclear();
      const answer = await api.post(`/staff/api/payments/${id}/assign`, { token: staff.token, ...input });
      expect(answer.body.data).toMatchObject({ id, state: 'assigned', invoice: null });
    }
    expect(await readFunds(company)).toBe(300);
  });

  test('the payment is credited to the company and to its invoice', async () => {
    const { id } = await givenUnclear();
    const invoice = await givenInvoice(api, company, 150);
    const answer = await assign(id, { company_id: company.id, invoice_id: invoice.id });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({
      id,
      state: 'assigned',
      sum: 150,
      company: { id: company.id },
      invoice: { id: invoice.id, number: invoice.number },
    });
    expect(await readFunds(company)).toBe(150);
    const { data } = (await api.get('/api/invoices', { token: company.admin.token })).body;
    expect(data[0]).toMatchObject({ status: 'Оплачен', paid_sum: 150 });
    const { assigned_by: by } = await getOnlyRow(
      api.ctx.db.system,
      sql<{ assigned_by: number }>`select assigned_by from bank_payment where id = ${id}`,
    );
    expect(by).toBe(staff.id);
  });

  test('following a suggestion does not pay an invoice paid or cancelled meanwhile', async () => {
    const suggested = async (id: number) => {
      const { data } = (await api.get('/staff/api/payments?state=review', { token: staff.token })).body;
      return data.find((row: { id: number }) => row.id === id).suggestion;
    };
    const waits = async () => {
      const invoice = await givenInvoice(api, company, 150);
      const { id } = await givenUnclear({ inn: company.inn });
      expect(await suggested(id)).toMatchObject({ company_id: company.id, invoice_id: invoice.id });
      return { id, invoice };
    };
    const paid = await waits();
    await givenUnclear({ inn: company.inn, purpose: `Оплата счёта ${paid.invoice.number}` });
    expect(await suggested(paid.id)).toMatchObject({ company_id: company.id, invoice_id: null });
    const cancelled = await waits();
    await sql`update invoice set cancelled_at = now() where id = ${cancelled.invoice.id}`.execute(
      api.ctx.db.system,
    );
    expect(await suggested(cancelled.id)).toMatchObject({ company_id: company.id, invoice_id: null });
  });

  test('a payment without an invoice is assigned to the company all the same', async () => {
    const { id } = await givenUnclear();
    const answer = await assign(id, { company_id: company.id });
    expect(answer.body.data).toMatchObject({ state: 'assigned', invoice: null });
    expect(await readFunds(company)).toBe(150);
  });

  test('the assignment is in the audit log', async () => {
    const { id } = await givenUnclear();
    await assign(id, { company_id: company.id });
    const { targets, after } = await getOnlyRow(
      api.ctx.db.system,
      sql<{ targets: unknown; after: unknown }>`
        select targets, after from audit_event where what = 'assignPayment' order by id desc limit 1`,
    );
    expect(targets).toEqual([{ kind: 'payment', id }]);
    expect(after).toEqual({ company_id: company.id });
  });
});

describe('assigning a payment only once', () => {
  test('a repeated assignment changes nothing, a different one is refused', async () => {
    const { id } = await givenUnclear();
    await assign(id, { company_id: company.id });
    const again = await assign(id, { company_id: company.id });
    expect(again.status).toBe(200);
    const other = await givenCompany(api);
    expect((await assign(id, { company_id: other.id })).status).toBe(409);
    expect(await readFunds(company)).toBe(150);
    expect(await readFunds(other)).toBe(0);
  });

  test('one key gets the first response; with another body it is refused', async () => {
    const { id } = await givenUnclear();
    const first = await assign(id, { company_id: company.id }, { key: `key-${id}` });
    const again = await assign(id, { company_id: company.id }, { key: `key-${id}` });
    expect(again.body).toEqual(first.body);
    const other = await givenCompany(api);
    expect((await assign(id, { company_id: other.id }, { key: `key-${id}` })).status).toBe(409);
    expect(await readFunds(company)).toBe(150);
  });

  test('two people who give it to two companies at once: one of them gets it', async () => {
    const { id } = await givenUnclear();
    const other = await givenCompany(api);
    const answers = await Promise.all([
      assign(id, { company_id: company.id }),
      assign(id, { company_id: other.id }),
    ]);
    expect(answers.map((answer) => answer.status).sort((a, two) => a - two)).toEqual([200, 409]);
    expect((await readFunds(company)) + (await readFunds(other))).toBe(150);
  });

  test('a credited payment can’t be assigned again', async () => {
    const credited = await givenUnclear({ inn: company.inn });
    const other = await givenCompany(api);
    const answer = await assign(credited.id, { company_id: other.id });
    expect(answer.status).toBe(409);
    expect(answer.body.message).toBe('Платёж уже зачислен');
    expect(await readFunds(other)).toBe(0);
  });

  test('a payment taken for a refund by its text alone can still be assigned, once', async () => {
    const refund = await givenUnclear({ purpose: 'Оплата по счёту, возврат тары не производится' });
    expect(refund).toMatchObject({ state: 'refund' });
    const answer = await assign(refund.id, { company_id: company.id });
    expect(answer.body.data).toMatchObject({ state: 'assigned', company: { id: company.id } });
    expect((await assign(refund.id, { company_id: company.id })).status).toBe(200);
    const other = await givenCompany(api);
    expect((await assign(refund.id, { company_id: other.id })).status).toBe(409);
    expect([await readFunds(company), await readFunds(other)]).toEqual([150, 0]);
  });

  test('the statement loaded again after that credits nothing', async () => {
    const lines = makeStatement(bankFileDocument({ inn: '7707083893' }));
    await givenBankFile(api, staff, lines);
    const [{ id }] = (await api.get('/staff/api/payments?state=review', { token: staff.token })).body.data;
    await assign(id, { company_id: company.id });
    expect((await givenBankFile(api, staff, lines)).body.data).toMatchObject({ credited: 0, duplicates: 1 });
    expect(await readFunds(company)).toBe(150);
  });
});
