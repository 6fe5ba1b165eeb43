import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getOnlyRow, rows } from '../../../db/database.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import {
  givenCompany,
  givenMoney,
  givenPerson,
  givenStaff,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { publishDocument } from '../../../testing/givens/given-document.ts';
import { givenBankFile, bankFileDocument, makeStatement } from '../../../testing/givens/given-bank-file.ts';
import { holdMoney } from '../../../testing/hold-money.ts';
import { waitUntilWaiting } from '../../../testing/wait-until-waiting.ts';
import { connectEdm } from '../../papers/edm/connect-edm.ts';
import { freeInn, freshCode, itemFields, order } from '../../../testing/givens/given-order.ts';

let api: TestApi;
let staff: GivenPerson;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
});

afterAll(() => api.stop());

const reject = (id: number): Promise<ApiResponse> =>
  api.post(`/staff/api/requests/${id}/reject`, { token: staff.token, json: { reason: 'Чужой ИНН' } });

const readProfile = async ({ token }: GivenPerson) => (await api.get('/api/users/profile', { token })).body;

interface JoinedCompany {
  inn: string;
  companyId: number;
  orderId: number;
  person: GivenPerson;
}

/** Creates a person whose first order has made them the admin of the company that they named. */
async function givenJoined(inn = freeInn()): Promise<JoinedCompany> {
  const person = await givenPerson(api);
  const made = await order(api, person, { more: { inn } });
  if (made.status !== 200) throw new Error(`not ordered: ${made.body.message}`);
  const { id: companyId } = (await readProfile(person)).data.company;
  return { inn, companyId, orderId: made.body.data.id, person };
}

test('a user who named the INN first does not get the company after a rejection', async () => {
  const { inn, companyId, orderId, person } = await givenJoined();
  const colleague = await givenPerson(api, { companyId, role: 'specialist' });
  await sql`update company set terms_version = 1, terms_accepted_at = now() where id = ${companyId}`.execute(
    api.ctx.db.system,
  );
  const ticket = await api.post('/api/downloads/ticket', {
    token: person.token,
    json: { path: `/api/cardsRequest/${orderId}/bill` },
  });
  expect((await reject(orderId)).status).toBe(200);

  const { title } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ title: string }>`select title from company where id = ${companyId}`,
  );
  const rejection = { order_id: orderId, company_title: title, reason: 'Чужой ИНН' };
  expect((await readProfile(person)).data.rejection).toEqual(rejection);
  expect((await readProfile(colleague)).data.rejection).toBeUndefined();
  for (const item of [person, colleague]) {
    expect(await readProfile(item)).toMatchObject({ data: { company: null }, permissions: [] });
    for (const path of ['/api/card', '/api/cardsRequest', `/api/cardsRequest/${orderId}`, '/api/users'])
      expect((await api.get(path, { token: item.token })).status, path).toBe(403);
    expect((await api.get(`/api/client/${companyId}`, { token: item.token })).status).toBe(403);
  }
  const bill = `/api/cardsRequest/${orderId}/bill?xAuthToken=${ticket.body.data.ticket}`;
  expect((await api.get(bill)).status).toBe(403);

  const owner = await givenJoined(inn);
  const profile = await readProfile(owner.person);
  expect(profile.permissions).toHaveLength(3);
  expect(profile.data.company.client.terms_accepted_at).toBeNull();
  const left = await rows(
    api.ctx.db.system,
    sql<{ user_id: number; details: unknown }>`
      select user_id, details from audit_event where what = 'programme-left' and company_id = ${companyId}`,
  );
  expect(left).toEqual([{ user_id: staff.id, details: { orderId, people: [person.id, colleague.id] } }]);
  // For a person who has joined another company the rejection is gone.
  await order(api, person, { more: { inn: freeInn() } });
  expect((await readProfile(person)).data.rejection).toBeUndefined();
  // Rejected again, the request that was rejected takes nothing from the new owner.
  await reject(orderId);
  expect((await readProfile(owner.person)).permissions).toHaveLength(3);
});

test('a user who orders for an INN after a rejected one reads nothing of his request', async () => {
  const first = await givenJoined();
  const { token } = first.person;
  const driver = { name: 'Пётр', surname: 'Ильин', phone: '79001234567' };
  expect((await api.post('/api/drivers', { token, json: driver })).status).toBe(200);
  expect((await api.get('/api/client/bill?sum=1000', { token })).status).toBe(200);
  const sms = await freshCode(api, first.person);
  expect((await api.post('/api/edoRequest', { token, form: { sms } })).status).toBe(200);
  expect((await reject(first.orderId)).status).toBe(200);

  const next = await givenJoined(first.inn);
  const read = async (path: string) => (await api.get(path, { token: next.person.token })).body;
  expect((await read('/api/cardsRequest')).data.map((item: { id: number }) => item.id)).toEqual([
    next.orderId,
  ]);
  expect((await read('/api/drivers')).data).toEqual([]);
  expect((await read('/api/invoices')).data).toEqual([]);
  expect((await read('/api/edoRequest')).data.state).toBe('none');
  expect((await read(`/api/cardsRequest/${first.orderId}`)).code).toBe(404);
  // Staff still read whose request they have rejected, and the operator of documents is asked for it no more.
  const requests = await api.get('/staff/api/requests?status=4', { token: staff.token });
  const rejected = requests.body.data.find((request: { id: number }) => request.id === first.orderId);
  expect(rejected.company).toMatchObject({ id: first.companyId, inn: first.inn });
  await connectEdm(api.ctx, first.companyId);
  const { edm_state: state } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ edm_state: string }>`select edm_state from company where id = ${first.companyId}`,
  );
  expect(state).toBe('requested');
});

test('a company with other records is not lost by one rejected request', async () => {
  const ordersTwice = await givenJoined();
  await order(api, ordersTwice.person);
  const hasMoney = await givenJoined();
  await givenMoney(api, { companyId: hasMoney.companyId, kind: 'unallocated' }, 100_00);
  const hasCredit = await givenJoined();
  const credit = { creditSum: 1000, creditDaysForPayment: 1, creditDaysWithoutPayment: 1 };
  await api.put(`/staff/api/clients/${hasCredit.companyId}/credit`, { token: staff.token, json: credit });
  const hasDocument = await givenJoined();
  expect((await publishDocument(api, staff, { companyId: hasDocument.companyId })).status).toBe(200);
  for (const { orderId, person, companyId } of [ordersTwice, hasMoney, hasCredit, hasDocument]) {
    expect((await reject(orderId)).status).toBe(200);
    const profile = await readProfile(person);
    expect(profile).toMatchObject({ data: { company: { id: companyId } } });
    expect(profile.permissions).toHaveLength(3);
    const read = await api.get(`/api/cardsRequest/${orderId}`, { token: person.token });
    expect(read.body.data.reject_reason).toBe('Чужой ИНН');
  }
});

test('an order and the rejection at once leave no order of a company that is no client', async () => {
  for (let round = 0; round < 4; round++) {
    const { orderId, person, companyId } = await givenJoined();
    const form = { sms: await freshCode(api, person), ...itemFields([{ partner: 2, count: 1 }]) };
    const [ordered] = await Promise.all([
      api.post('/api/cardsRequest', { token: person.token, form }),
      reject(orderId),
    ]);
    const stays = (await readProfile(person)).data.company?.id === companyId;
    expect(stays).toBe(ordered.status === 200);
  }
});

test('no document is published for a company that has left the programme', async () => {
  const { companyId, orderId } = await givenJoined();
  await reject(orderId);
  const answer = await publishDocument(api, staff, { companyId });
  expect(answer.status).toBe(400);
  expect(answer.body.error_messages).toEqual({ company_id: ['Такой компании нет'] });
});

test('no money or credit is given to a company that has left the programme', async () => {
  const { companyId, orderId } = await givenJoined();
  const client = await givenCompany(api);
  for (const inn of ['7707083893', client.inn])
    await givenBankFile(api, staff, makeStatement(bankFileDocument({ inn })));
  const payments = (await api.get('/staff/api/payments', { token: staff.token })).body.data;
  const [credited, unclear] = payments as { id: number; state: string }[];
  expect([credited?.state, unclear?.state]).toEqual(['credited', 'review']);
  await reject(orderId);
  const { token } = staff;
  const json = { company_id: companyId, reason: 'Так сказал банк', creditSum: 1000 };
  for (const input of [`${unclear?.id}/assign`, `${credited?.id}/correct`]) {
    const answer = await api.post(`/staff/api/payments/${input}`, { token, json });
    expect([answer.status, answer.body.error_messages]).toEqual([400, { company_id: ['Клиент не найден'] }]);
  }
  expect((await api.put(`/staff/api/clients/${companyId}/credit`, { token, json })).status).toBe(404);
});

describe('a company that is being written to stays in the programme', () => {
  /**
   * Rejects the order once the action waits behind `hold`. The action continues when the rejection waits too, or is
   * over.
   */
  async function whileItWaits(hold: string, action: () => Promise<ApiResponse>, orderId: number) {
    const holder = new pg.Client(api.databaseUrl);
    await holder.connect();
    await holder.query('begin');
    await holder.query(hold);
    const done = action();
    await waitUntilWaiting(api);
    const rejected = reject(orderId);
    await Promise.race([waitUntilWaiting(api, 2), rejected]);
    await holder.end();
    return Promise.all([done, rejected]);
  }

  async function expectToStay(
    { companyId, orderId, person }: JoinedCompany,
    hold: string,
    action: () => Promise<ApiResponse>,
  ) {
    const [done, rejected] = await whileItWaits(hold, action, orderId);
    expect([done.status, rejected.status]).toEqual([200, 200]);
    expect((await readProfile(person)).data.company?.id).toBe(companyId);
  }

  async function givenPayment(inn: string): Promise<{ id: number; state: string }> {
    await givenBankFile(api, staff, makeStatement(bankFileDocument({ inn })));
    return (await api.get('/staff/api/payments', { token: staff.token })).body.data[0];
  }

  test('a payment is assigned to it', async () => {
    const [joined, { id }] = [await givenJoined(), await givenPayment('7707083893')];
    const json = { company_id: joined.companyId };
    await expectToStay(joined, holdMoney(joined.companyId), () =>
      api.post(`/staff/api/payments/${id}/assign`, { token: staff.token, json }),
    );
  });

  test('a statement credits it', async () => {
    const joined = await givenJoined();
    await expectToStay(joined, 'lock table bank_payment in share mode', () =>
      givenBankFile(api, staff, makeStatement(bankFileDocument({ inn: joined.inn }))),
    );
    const [{ state }] = (await api.get('/staff/api/payments', { token: staff.token })).body.data;
    expect(state).toBe('credited');
  });

  test('a credit is granted to it', async () => {
    const joined = await givenJoined();
    const json = { creditSum: 1000, creditDaysForPayment: 1, creditDaysWithoutPayment: 1 };
    await expectToStay(joined, holdMoney(joined.companyId), () =>
      api.put(`/staff/api/clients/${joined.companyId}/credit`, { token: staff.token, json }),
    );
  });
});
