import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import { askOwner } from '../../../testing/ask-owner.ts';
import {
  givenCard,
  givenCompany,
  givenMoney,
  givenPerson,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import {
  bankFileDocument,
  givenBalance,
  givenBankFile,
  makeStatement,
  outgoingDocument,
  OTHER_OWN_ACCOUNT,
  OWN_ACCOUNT,
} from '../../../testing/givens/given-bank-file.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { givenSandbox } from '../../../testing/givens/given-sandbox.ts';
import { givenTariff } from '../../../testing/givens/given-tariff.ts';
import { sealDays } from '../../money/ledger/seal-days.ts';
import { reconcile } from '../reconciliation/reconcile.ts';

const DAY_SECONDS = 24 * 3600;

let api: TestApi;
let staff: GivenPerson;
let company: GivenCompany;

/** The books are those of all companies, so each test has a programme of its own. */
beforeEach(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
  company = await givenCompany(api, { unallocatedKopecks: 1000_00 });
});
afterEach(() => api?.stop());

function ask(date?: string, token = staff.token): Promise<ApiResponse> {
  return api.get(`/staff/api/books${date ? `?date=${date}` : ''}`, { token });
}

async function books(date?: string) {
  const { status, body } = await ask(date);
  expect(status).toBe(200);
  return body.data;
}

/** A card with money, a tariff, a purchase above the card's money, and funds of a network. */
async function trade(): Promise<void> {
  const card = await givenCard(api, company.id, { balanceKopecks: 500_00 });
  await givenTariff(api, staff, { company_id: company.id, rate: 2, fee: 0.5 });
  const json = { accounts: [{ partner_id: PARTNER.rn, sum: 250 }] };
  const path = `/api/client/${company.id}/accounts`;
  expect((await api.post(path, { token: company.admin.token, json })).status).toBe(200);
  const at = api.clock.now().toISOString();
  const returned = `returned on ${at}`;
  await givenSales(api, card, [
    { sum: 400_00, at, id: returned },
    { sum: 600_00, at },
    { sum: 400_00, at, refund: true, refundOf: returned },
  ]);
}

test('each figure is on its side, and what was received equals what became of it', async () => {
  await trade();
  expect(await books()).toEqual({
    date: '2026-09-15',
    // The refund and the discounts have paid the debt for fuel first.
    clients: { unallocated: 745, partners: 250, cards: 0, in_transit: 0, debt: 86 },
    networks: [{ partner_id: PARTNER.gpn, sold: 600, paid: 0, balance: 600, bonuses: 0 }],
    programme: { discounts: -12, surcharges: 0, fees: 3, card_fees: 0, corrections: 0 },
    disputes: 0,
    received: 1500,
    bank: expect.arrayContaining([{ account: OWN_ACCOUNT, balance: 0, by_bank: null, by_bank_on: null }]),
    unplaced: 0,
    difference: 0,
  });
});

test('a past day stays as it was, with sealed days and without them', async () => {
  await trade();
  const first = await books();
  api.clock.advanceSeconds(DAY_SECONDS);
  await givenMoney(api, { companyId: company.id, kind: 'unallocated' }, 50_00);
  await trade();
  const second = await books();
  expect(second).toMatchObject({ date: '2026-09-16', received: 2050, difference: 0 });
  expect(second.programme).toMatchObject({ discounts: -24, fees: 6 });
  expect(await books('2026-09-15')).toEqual(first);
  expect(await books('2026-09-14')).toMatchObject({ received: 0, networks: [], difference: 0 });
  api.clock.advanceSeconds(DAY_SECONDS);
  for (const seals of ['none', 'all', 'some'] as const) {
    if (seals === 'all') await sealDays(api.ctx);
    if (seals === 'some') await askOwner(api, `delete from account_day where account_id % 2 = 0`);
    expect(await books('2026-09-15'), seals).toEqual(first);
    expect(await books('2026-09-16'), seals).toEqual(second);
    expect(await books(), seals).toEqual({ ...second, date: '2026-09-17' });
  }
});

test('days that an earlier version has sealed are sealed by kind the next night', async () => {
  await trade();
  api.clock.advanceSeconds(DAY_SECONDS);
  await sealDays(api.ctx);
  const sealed = await books('2026-09-15');
  await askOwner(api, 'update account_day set by_kind = null');
  expect(await books('2026-09-15')).toEqual(sealed);
  await sealDays(api.ctx);
  const { sums } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ sums: unknown }>`select by_kind as sums from account_day where by_kind is not null`,
  );
  expect(sums).toEqual({ discount: -12_00, 'service-fee': 3_00 });
  expect(await books('2026-09-15')).toEqual(sealed);
});

describe('money at the bank', () => {
  const load = (...sections: string[][]) => givenBankFile(api, staff, makeStatement(...sections));

  test('the bank’s closing balance stands beside what our documents give', async () => {
    await load(
      givenBalance({ day: '14.09.2026', opening: '70', came: '100' }),
      bankFileDocument({ inn: company.inn, sum: '100', come: '14.09.2026' }),
    );
    await load(bankFileDocument({ inn: company.inn, sum: '30', come: '15.09.2026' }));
    const { bank, received } = await books();
    expect(received).toBe(1130);
    expect(bank).toEqual([
      { account: OWN_ACCOUNT, balance: 200, by_bank: 170, by_bank_on: '2026-09-14' },
      { account: OTHER_OWN_ACCOUNT, balance: 0, by_bank: null, by_bank_on: null },
    ]);
    expect((await books('2026-09-14')).bank[0]).toMatchObject({ balance: 170, by_bank: 170 });
    expect((await books('2026-09-13')).bank[0]).toMatchObject({ balance: 0, by_bank: null });
  });

  test('what a network gives back is off what was paid to it from its booking on', async () => {
    const inn = '7707083893';
    const { token } = staff;
    await api.put(`/staff/api/partners/${PARTNER.gpn}/supplier`, { token, json: { inn } });
    await trade();
    await load(outgoingDocument({ inn, sum: '900.00', number: '71' }));
    await load(bankFileDocument({ inn, sum: '300', come: '15.09.2026', purpose: 'Возврат переплаты' }));
    const owed = async (day?: string) => {
      const { networks, unplaced, difference } = await books(day);
      expect(difference).toBe(0);
      return [networks[0].paid, networks[0].balance, unplaced];
    };
    const findWrong = async () =>
      ((await reconcile(api.ctx, 'command'))?.found ?? [])
        .map(({ kind }) => kind)
        // No network knows the sales of this test.
        .filter((kind) => kind !== 'card-not-its-network');
    const margin = async () =>
      (await api.get('/staff/api/margin?from=2026-09-01&to=2026-09-30', { token })).body.meta.totals.margin;
    expect(await owed()).toEqual([900, -300, 300]);
    api.clock.advanceSeconds(DAY_SECONDS);
    const earned = await margin();
    const [payment] = (await api.get('/staff/api/payments?state=waiting', { token })).body.data;
    expect(payment).toMatchObject({ state: 'refund', network: { id: PARTNER.gpn } });
    const path = `/staff/api/payments/${payment.id}`;
    const json = { partner_id: PARTNER.gpn, note: 'Письмо сети от 15.09' };
    const operator = await givenPerson(api, { staffRole: 'operator' });
    const book = (by = token, body: object = json) =>
      api.post(`${path}/network-refund`, { token: by, json: body });
    expect((await book(operator.token)).status).toBe(403);
    expect((await book(token, { ...json, partner_id: 99 })).status).toBe(400);
    expect((await book(token, { partner_id: PARTNER.gpn })).status).toBe(400);
    expect((await api.post('/staff/api/payments/999999/network-refund', { token, json })).status).toBe(404);
    const booked = await book();
    expect(booked.body.data).toMatchObject({ state: 'network', network: { id: PARTNER.gpn }, company: null });
    expect((await book()).status).toBe(200);
    expect(await owed()).toEqual([600, 0, 0]);
    expect(await owed('2026-09-15')).toEqual([900, -300, 300]);
    const file = await api.get('/staff/api/exchange/enterprise-data?from=2026-09-01&to=2026-09-30', {
      token,
    });
    const [refund] =
      file.bytes
        .toString()
        .match(/<Документ.ПБДСРасчетыСКонтрагентами>.*?Возврат переплаты.*?<\/Документ/s) ?? [];
    expect(refund).toContain('СПоставщиком');
    const assign = { token, json: { company_id: company.id } };
    expect((await api.post(`${path}/assign`, assign)).status).toBe(409);
    // Fuel costs what it cost: only what was paid too much has come back.
    expect(await margin()).toBe(earned);
    expect(await findWrong()).toEqual([]);
    api.clock.advanceSeconds(DAY_SECONDS);
    const undo = () => api.post(`${path}/network-refund/undo`, { token, json: { note: 'Это премия' } });
    expect((await undo()).body.data).toMatchObject({ state: 'refund' });
    expect((await undo()).status).toBe(409);
    expect(await owed()).toEqual([900, -300, 300]);
    expect(await owed('2026-09-16')).toEqual([600, 0, 0]);
    await sql`update bank_payment set state = 'network' where id = ${payment.id}`.execute(api.ctx.db.system);
    expect(await findWrong()).toEqual(['network-refund-not-its-payment']);
  });

  test('a payment without a client is unplaced until the day on which it is assigned', async () => {
    await load(bankFileDocument({ inn: '7707083893', sum: '300', come: '15.09.2026' }));
    expect(await books()).toMatchObject({ unplaced: 300, received: 1000, difference: 0 });
    api.clock.advanceSeconds(DAY_SECONDS);
    const payments = await api.get('/staff/api/payments?state=waiting', { token: staff.token });
    const json = { company_id: company.id };
    const path = `/staff/api/payments/${payments.body.data[0].id}`;
    expect((await api.post(`${path}/assign`, { token: staff.token, json })).status).toBe(200);
    expect(await books()).toMatchObject({ unplaced: 0, received: 1300 });
    expect(await books('2026-09-15')).toMatchObject({ unplaced: 300, received: 1000 });
    api.clock.advanceSeconds(DAY_SECONDS);
    const back = { reason: 'Не тот клиент' };
    expect((await api.post(`${path}/correct`, { token: staff.token, json: back })).status).toBe(200);
    expect(await books()).toMatchObject({ unplaced: 300, received: 1000, difference: 0 });
    expect(await books('2026-09-16')).toMatchObject({ unplaced: 0, received: 1300 });
  });
});

test('the money of a sandbox is in no figure', async () => {
  const before = await books();
  expect((await givenSandbox(api, company)).cards.length).toBeGreaterThan(0);
  expect(await books()).toEqual(before);
});

test('days to come and words that are no day are refused', async () => {
  for (const date of ['2026-09-16', '2026-02-30', 'вчера']) {
    const { status, body } = await ask(date);
    expect(status).toBe(400);
    expect(Object.keys(body.error_messages ?? {})).toEqual(['date']);
  }
});

test('a customer does not know that there is such a thing', async () => {
  expect((await ask(undefined, company.admin.token)).status).toBe(404);
  expect((await api.get('/staff/api/books')).status).toBe(401);
});

describe('the check of the books', () => {
  test('a report says the balance of its day in rubles', async () => {
    await trade();
    const { data } = (await api.post('/staff/api/reconciliations', { token: staff.token })).body;
    expect(data.books).toEqual({
      date: '2026-09-15',
      received: 1500,
      clients: 909,
      networks: 600,
      programme: -9,
      unplaced: 0,
      bank: null,
      difference: 0,
    });
    api.clock.advanceSeconds(DAY_SECONDS);
    expect((await reconcile(api.ctx, 'nightly'))?.books).toMatchObject({ day: '2026-09-15', difference: 0 });
  });

  test('a kind of movement that no figure has is found, with the sum', async () => {
    await trade();
    await askOwner(
      api,
      `alter table ledger_transfer disable trigger only_grows;
       update ledger_transfer set kind = 'unknown' where kind = 'service-fee';
       alter table ledger_transfer enable trigger only_grows`,
    );
    expect((await books()).difference).toBe(3);
    const { data } = (await api.post('/staff/api/reconciliations', { token: staff.token })).body;
    expect(data.differences).toContainEqual({
      kind: 'books-not-balanced',
      title: 'Баланс программы не сходится: движения и остатки счетов расходятся',
      details: expect.arrayContaining([
        { title: 'Получено от клиентов', value: '1\u00a0500,00\u00a0₽' },
        { title: 'Разница', value: '3,00\u00a0₽' },
      ]),
    });
  });

  test('a sealed sum by kind that differs from its transfers is found', async () => {
    await trade();
    api.clock.advanceSeconds(DAY_SECONDS);
    await sealDays(api.ctx);
    await askOwner(
      api,
      `update account_day set by_kind = '{"discount": -1300, "service-fee": 400}' where by_kind is not null`,
    );
    const report = await reconcile(api.ctx, 'command');
    const kinds = (report?.found ?? []).map(({ kind }) => kind);
    // No network knows the sales of this test.
    expect(kinds.filter((kind) => kind !== 'card-not-its-network')).toEqual(['seal-not-its-entries']);
  });
});
