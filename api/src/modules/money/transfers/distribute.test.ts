import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { INSUFFICIENT_FUNDS, SUM_EXCEEDED } from '#contract/money/money.ts';
import { rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenMoney,
  givenPerson,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { givenDebt } from '../../../testing/givens/given-debt.ts';
import type { PackedBalances } from '../posting/balances.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true });
});

afterAll(() => api.stop());

type Sums = [partnerId: number | string, sum: number | string][];

const toBody = (sums: Sums) => ({ accounts: sums.map(([partner_id, sum]) => ({ partner_id, sum })) });

const distribute = (company: GivenCompany, sums: Sums, more: { person?: GivenPerson; key?: string } = {}) =>
  api.post(`/api/client/${company.id}/accounts`, {
    token: (more.person ?? company.admin).token,
    json: toBody(sums),
    ...(more.key ? { key: more.key } : {}),
  });

const revoke = (company: GivenCompany, sums: Sums, more: { person?: GivenPerson; key?: string } = {}) =>
  api.post(`/api/client/${company.id}/accounts/revoke`, {
    token: (more.person ?? company.admin).token,
    json: toBody(sums),
    ...(more.key ? { key: more.key } : {}),
  });

const read = (companyId: number, person: GivenPerson) =>
  api.get(`/api/client/${companyId}`, { token: person.token });

async function balances(company: GivenCompany) {
  const { body } = await read(company.id, company.admin);
  return body.data as {
    notDistSum: number;
    ownFunds: number;
    creditSum: number;
    creditAvailable: number;
    accounts: { id: number; partner_id: number; name: string; sum: number }[];
  };
}

async function partnerSums(company: GivenCompany): Promise<number[]> {
  return (await balances(company)).accounts.map((account) => account.sum);
}

async function listTransfers(company: GivenCompany) {
  return rows(
    api.ctx.db.system,
    sql<{ kind: string; amount: number }>`
      select kind, amount_kopecks as amount from ledger_transfer
      where company_id = ${company.id} and subject_kind = 'distribution' order by id`,
  );
}

async function announceMaintenance(partnerId: number): Promise<void> {
  await sql`insert into maintenance values (${partnerId}, 'Сеть обновляется', ${new Date('2026-09-15')}, ${new Date('2026-09-16')})`.execute(
    api.ctx.db.system,
  );
}

describe('§1.5 the balances', () => {
  test('§3.16 balances of a new client: four accounts with their networks’ names, all empty', async () => {
    const company = await givenCompany(api);
    const { body } = await read(company.id, company.admin);
    expect(body.data).toMatchObject({
      uses_edo: false,
      notDistSum: 0,
      ownFunds: 0,
      creditSum: 0,
      creditAvailable: 0,
    });
    expect(body.data.accounts.map((account: { partner_id: number }) => account.partner_id)).toEqual([
      1, 2, 3, 4,
    ]);
    expect(body.data.accounts[0].name).toMatch(/\S/);
  });

  test('balances count own money in every place, and credit only as far as movable', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 1000_00, creditKopecks: 500_00 });
    await givenCard(api, company.id, { balanceKopecks: 250_50 });
    await distribute(company, [[1, 1200]]);
    expect(await balances(company)).toMatchObject({
      notDistSum: 300,
      ownFunds: 1250.5,
      creditSum: 500,
      creditAvailable: 300,
    });
    const rich = await givenCompany(api, { unallocatedKopecks: 1000_00, creditKopecks: 500_00 });
    expect(await balances(rich)).toMatchObject({ notDistSum: 1500, ownFunds: 1000, creditAvailable: 500 });
  });

  test('balances count money on its way as own, and are zero for a company that owes', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    await givenMoney(api, { companyId: company.id, kind: 'in-transit' }, 40_00);
    expect(await balances(company)).toMatchObject({ notDistSum: 100, ownFunds: 140 });
    await givenDebt(api, { companyId: company.id, partnerId: 2 }, 200_00);
    expect(await balances(company)).toMatchObject({ notDistSum: 100, ownFunds: 0 });
  });

  test('§7.35 balances of another company are not found', async () => {
    const mine = await givenCompany(api);
    const theirs = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const foreign = await read(theirs.id, mine.admin);
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual((await read(999_999_999, mine.admin)).body);
  });

  test('balances are read by a specialist, and need a session and a company', async () => {
    const company = await givenCompany(api);
    const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    expect((await read(company.id, specialist)).status).toBe(200);
    expect((await read(company.id, await givenPerson(api))).status).toBe(403);
    expect((await api.get(`/api/client/${company.id}`)).status).toBe(401);
  });

  test('balances show a debt to a network as a negative sum', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    await givenDebt(api, { companyId: company.id, partnerId: 2 }, 30_00);
    const now = await balances(company);
    expect(now.accounts.find((account) => account.partner_id === 2)?.sum).toBe(-30);
    expect(now.ownFunds).toBe(70);
  });
});

describe('access to distributing and revoking', () => {
  test('§6.8 a specialist', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const person = await givenPerson(api, { companyId: company.id, role: 'specialist' });
    expect((await distribute(company, [[1, 10]], { person })).status).toBe(403);
    expect((await revoke(company, [[1, 10]], { person })).status).toBe(403);
  });

  test('another company', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const person = (await givenCompany(api, { unallocatedKopecks: 100_00 })).admin;
    expect((await distribute(company, [[1, 10]], { person })).status).toBe(404);
    expect((await revoke(company, [[1, 10]], { person })).status).toBe(404);
    expect((await balances(company)).notDistSum).toBe(100);
  });

  test('a company before it accepts the agreement', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00, termsAccepted: false });
    expect((await distribute(company, [[1, 10]])).body.message).toBe('Примите рамочное соглашение');
    expect((await revoke(company, [[1, 10]])).status).toBe(403);
  });
});

describe('maintenance of one network', () => {
  // The accounts are the programme's own books: only a write to a card needs the network (docs/calls.md 1).
  test('calls 1: a paused network leaves its money free and stops transfers to its cards', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const card = await givenCard(api, company.id, { partnerId: 3 });
    await announceMaintenance(3);
    const there = await distribute(company, [
      [1, 10],
      [3, 10],
    ]);
    const back = await revoke(company, [[3, 4]]);
    const toCard = await api.post(`/api/card/${card.id}/transaction`, {
      token: company.admin.token,
      form: { sum: 10, sms: '123456', mode: 1 },
    });
    await sql`delete from maintenance`.execute(api.ctx.db.system);
    expect([there.status, back.status]).toEqual([200, 200]);
    expect([toCard.status, toCard.body.message]).toEqual([503, 'Сеть обновляется']);
    expect(await partnerSums(company)).toEqual([10, 0, 6, 0]);
  });
});

describe('maintenance of everything', () => {
  test('§4.10 money is moved in spite of it, to a network or to a card', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const card = await givenCard(api, company.id);
    await distribute(company, [[1, 10]]);
    await announceMaintenance(0);
    const transfer = api.post(`/api/card/${card.id}/transaction`, {
      token: company.admin.token,
      form: { sum: 10, sms: '123456', mode: 1 },
    });
    const input = await Promise.all([distribute(company, [[1, 10]]), revoke(company, [[1, 10]]), transfer]);
    await sql`delete from maintenance`.execute(api.ctx.db.system);
    expect(input.map(({ status, body }) => [status, body.message])).toEqual(
      input.map(() => [503, 'Сеть обновляется']),
    );
    expect((await balances(company)).notDistSum).toBe(90);
  });

  test('full maintenance that is over or only announced stops no money', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const now = api.clock.now().getTime();
    const [hourAgo, nextHour] = [new Date(now - 3_600_000), new Date(now + 3_600_000)];
    const { system } = api.ctx.db;
    await sql`insert into maintenance values (0, 'Всё стоит', ${new Date(0)}, ${hourAgo})`.execute(system);
    await sql`insert into maintenance values (1, 'Сеть обновится', ${nextHour}, ${new Date('2100-01-01')})`.execute(
      system,
    );
    const answer = await distribute(company, [[1, 10]]);
    await sql`delete from maintenance`.execute(system);
    expect(answer.status).toBe(200);
  });
});

describe('input checks of distributing', () => {
  test('twenty-one sums are refused with a sentence of their own', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const accounts = Array.from({ length: 21 }, () => ({ partner_id: 1, sum: 1 }));
    const answer = await api.post(`/api/client/${company.id}/accounts`, {
      token: company.admin.token,
      json: { accounts },
    });
    expect([answer.status, answer.body.error_messages]).toEqual([
      400,
      { accounts: ['Не больше 20 сумм в одном запросе'] },
    ]);
  });

  test.each([
    ['nothing', {}],
    ['no accounts', { accounts: [] }],
    ['only zeros', { accounts: [{ partner_id: 1, sum: 0 }] }],
    ['an unknown network', { accounts: [{ partner_id: 7, sum: 10 }] }],
    ['a negative sum', { accounts: [{ partner_id: 1, sum: -10 }] }],
    ['three decimals', { accounts: [{ partner_id: 1, sum: '0.001' }] }],
    ['seven digits', { accounts: [{ partner_id: 1, sum: 1_000_000 }] }],
    ['words', { accounts: 'все' }],
    ['a list of lists', { accounts: [[1, 10]] }],
    ['no sum', { accounts: [{ partner_id: 1 }] }],
  ])('%s is refused with a sentence, and nothing moves', async (_, input) => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    for (const path of ['', '/revoke']) {
      const answer = await api.post(`/api/client/${company.id}/accounts${path}`, {
        token: company.admin.token,
        json: input,
      });
      expect(answer.status).toBe(400);
      expect(answer.body.message).toMatch(/[а-я]/i);
    }
    expect((await balances(company)).notDistSum).toBe(100);
  });
});

describe('§1.8 distribute', () => {
  test('§7.36 a list moves every sum, both for a partner named twice, from a form as from JSON', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 1000_00 });
    const answer = await distribute(company, [
      [1, '100,50'],
      [2, 0],
      [4, '1 00'],
      [1, 50],
    ]);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toMatchObject({ notDistSum: 749.5, ownFunds: 1000 });
    const form = await api.post(`/api/client/${company.id}/accounts`, {
      token: company.admin.token,
      form: { 'accounts[0][partner_id]': 2, 'accounts[0][sum]': '49,50' },
    });
    expect(form.body.data.notDistSum).toBe(700);
    expect(await partnerSums(company)).toEqual([150.5, 49.5, 0, 100]);
  });

  test('§5.29 past the unallocated funds is «Превышена сумма», and none of the sums moves', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const answer = await distribute(company, [
      [1, 60],
      [2, '40,01'],
    ]);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(SUM_EXCEEDED);
    expect(answer.body.error_messages).toEqual({ accounts: [SUM_EXCEEDED] });
    expect(await partnerSums(company)).toEqual([0, 0, 0, 0]);
    expect((await distribute(company, [[1, 100]])).status).toBe(200);
  });

  test('a distribution uses credit to its limit and not a kopeck more', async () => {
    const company = await givenCompany(api, { creditKopecks: 50_00 });
    expect((await distribute(company, [[1, '50,01']])).status).toBe(400);
    const answer = await distribute(company, [[1, 50]]);
    expect(answer.body.data).toMatchObject({ notDistSum: 0, ownFunds: 0, creditAvailable: 0, creditSum: 50 });
  });

  test('a distribution pays what is owed to a network first', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    await givenDebt(api, { companyId: company.id, partnerId: 2 }, 30_00);
    await distribute(company, [[2, 20]]);
    expect(await partnerSums(company)).toEqual([0, -10, 0, 0]);
    await distribute(company, [[2, 50]]);
    expect(await partnerSums(company)).toEqual([0, 40, 0, 0]);
    expect(await listTransfers(company)).toEqual([
      { kind: 'repay-debt', amount: 20_00 },
      { kind: 'repay-debt', amount: 10_00 },
      { kind: 'distribute', amount: 40_00 },
    ]);
  });

  test('of a distribution and a transfer at once for the last 100 rubles one gets it', async () => {
    for (let round = 0; round < 5; round++) {
      const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
      const card = await givenCard(api, company.id);
      const sms = await givenCode(api, company.admin, 'transfer', card.id);
      const answers = await Promise.all([
        distribute(company, [[1, 100]]),
        api.post(`/api/card/${card.id}/transaction`, {
          token: company.admin.token,
          form: { sum: 100, sms, mode: 1 },
        }),
      ]);
      expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 400]);
      expect(await balances(company)).toMatchObject({ notDistSum: 0, ownFunds: 100 });
    }
  });

  test('ten at once, in any order of networks, never spend more than there is', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        distribute(
          company,
          index % 2
            ? [
                [1, 10],
                [2, 15],
              ]
            : [
                [2, 15],
                [1, 10],
              ],
        ),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(4);
    expect(await partnerSums(company)).toEqual([40, 60, 0, 0]);
  });

  test('asked twice with one key is one movement with one answer, also at once', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const input: Sums = [[1, 40]];
    const first = await Promise.all([
      distribute(company, input, { key: 'k1' }),
      distribute(company, input, { key: 'k1' }),
    ]);
    const again = await distribute(company, input, { key: 'k1' });
    expect([...first, again].map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(again.body).toEqual(first[0].body);
    expect(await partnerSums(company)).toEqual([40, 0, 0, 0]);
  });

  test('a repeat gets the first balances, even if the previous version has stored them', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const first = await distribute(company, [[1, 40]], { key: 'k1' });
    await distribute(company, [[2, 50]]);
    expect((await distribute(company, [[1, 40]], { key: 'k1' })).body).toEqual(first.body);
    const [stored] = await rows(
      api.ctx.db.system,
      sql<{ outcome: { balances: PackedBalances } }>`
        select outcome from idempotent_request where user_id = ${company.admin.id} and key = 'k1'`,
    );
    const balances = stored!.outcome.balances.with(
      -1,
      stored!.outcome.balances[5].map(([accountId, partnerId, ...sums]) => [
        accountId,
        partnerId,
        'Сеть',
        ...sums,
      ]) as never,
    );
    const asBefore = JSON.stringify({ distributionId: 1, balances });
    await sql`
      update idempotent_request set outcome = ${asBefore} where user_id = ${company.admin.id} and key = 'k1'`.execute(
      api.ctx.db.system,
    );
    expect((await distribute(company, [[1, 40]], { key: 'k1' })).body).toEqual(first.body);
    expect(await partnerSums(company)).toEqual([40, 50, 0, 0]);
  });

  test('a used key with another body, or for another action, is an error', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    await distribute(company, [[1, 40]], { key: 'k2' });
    expect((await distribute(company, [[1, 41]], { key: 'k2' })).status).toBe(409);
    expect((await revoke(company, [[1, 40]], { key: 'k2' })).status).toBe(409);
    expect(await partnerSums(company)).toEqual([40, 0, 0, 0]);
  });

  test('refused once can be asked again with the same key when the money is there', async () => {
    const company = await givenCompany(api);
    expect((await distribute(company, [[1, 40]], { key: 'k3' })).status).toBe(400);
    await givenMoney(api, { companyId: company.id, kind: 'unallocated' }, 40_00);
    expect((await distribute(company, [[1, 40]], { key: 'k3' })).status).toBe(200);
  });
});

describe('revoke', () => {
  test('§7.37 revoke brings money back from several accounts', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    await distribute(company, [
      [1, 60],
      [3, 40],
    ]);
    const answer = await revoke(company, [
      [1, 10],
      [3, 40],
    ]);
    expect(answer.body.data).toMatchObject({ notDistSum: 50, ownFunds: 100 });
    expect(await partnerSums(company)).toEqual([50, 0, 0, 0]);
  });

  test('§5.26 a list of more than an account has is «Недостаточно средств», and no sum moves', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    await distribute(company, [
      [1, 60],
      [3, 40],
    ]);
    const answer = await revoke(company, [
      [1, 60],
      [3, '40,01'],
    ]);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toBe(INSUFFICIENT_FUNDS);
    expect(answer.body.error_messages).toEqual({ accounts: [INSUFFICIENT_FUNDS] });
    expect(await partnerSums(company)).toEqual([60, 0, 40, 0]);
  });

  test('revoke leaves what is owed to the network', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    await distribute(company, [[1, 60]]);
    await givenDebt(api, { companyId: company.id, partnerId: 1 }, 50_00);
    expect((await revoke(company, [[1, 11]])).status).toBe(400);
    expect((await revoke(company, [[1, 10]])).status).toBe(200);
    expect(await partnerSums(company)).toEqual([0, 0, 0, 0]);
  });

  test('of two revokes at once for the whole account one succeeds', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    await distribute(company, [[1, 100]]);
    const answers = await Promise.all([revoke(company, [[1, 100]]), revoke(company, [[1, 100]])]);
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 400]);
    expect((await balances(company)).notDistSum).toBe(100);
  });

  test('a manager’s revoke from a card’s network, twice with one key, is one movement', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const manager = await givenPerson(api, { companyId: company.id, role: 'manager' });
    await distribute(company, [[2, 100]]);
    await revoke(company, [[2, 30]], { person: manager, key: 'k4' });
    await revoke(company, [[2, 30]], { person: manager, key: 'k4' });
    expect(await partnerSums(company)).toEqual([0, 70, 0, 0]);
  });
});

describe('credit', () => {
  const setCredit = async (companyId: number, input: object) =>
    api.put(`/staff/api/clients/${companyId}/credit`, { token: (await givenStaff(api)).token, json: input });

  test('a customer has no call to set a credit', async () => {
    const company = await givenCompany(api);
    const answer = await api.put(`/staff/api/clients/${company.id}/credit`, {
      token: company.admin.token,
      json: { creditSum: 1_000_000 },
    });
    expect(answer.status).toBe(404);
    expect((await balances(company)).creditSum).toBe(0);
  });

  test('§3.17 raised can be spent at once; its days stay where they are not named', async () => {
    const company = await givenCompany(api);
    const answer = await setCredit(company.id, { creditSum: '1 000 000,00', creditDaysForPayment: 10 });
    expect(answer.body.data).toEqual({
      id: company.id,
      creditSum: 1_000_000,
      creditDaysForPayment: 10,
      creditDaysWithoutPayment: 0,
    });
    expect((await distribute(company, [[1, 999_999]])).status).toBe(200);
    const again = await setCredit(company.id, { creditSum: 1_000_000, creditDaysWithoutPayment: 3 });
    expect(again.body.data).toMatchObject({ creditDaysForPayment: 10, creditDaysWithoutPayment: 3 });
  });

  test('a limit lowered under a debt takes nothing back, and stops moves until paid', async () => {
    const company = await givenCompany(api, { creditKopecks: 500_00 });
    await distribute(company, [[1, 400]]);
    expect((await setCredit(company.id, { creditSum: 100 })).status).toBe(200);
    expect(await balances(company)).toMatchObject({ notDistSum: 0, creditAvailable: 0, creditSum: 100 });
    expect((await distribute(company, [[2, '0,01']])).body.message).toBe(SUM_EXCEEDED);
    await revoke(company, [[1, 350]]);
    expect(await balances(company)).toMatchObject({ notDistSum: 50, creditAvailable: 50 });
    expect((await distribute(company, [[2, '50,01']])).status).toBe(400);
    expect((await distribute(company, [[2, 50]])).status).toBe(200);
  });

  test('credit for a company that is no client, or below zero, is refused', async () => {
    const company = await givenCompany(api);
    expect((await setCredit(999_999_999, { creditSum: 1 })).status).toBe(404);
    expect((await setCredit(company.id, { creditSum: -1 })).status).toBe(400);
    expect((await setCredit(company.id, {})).status).toBe(400);
  });

  test('credit for more days than a year is refused with the highest number', async () => {
    const company = await givenCompany(api);
    const answer = await setCredit(company.id, { creditSum: 1, creditDaysForPayment: 366 });
    expect(answer.body).toMatchObject({
      code: 400,
      error_messages: { creditDaysForPayment: ['Целое число дней, от 0 до 365'] },
    });
  });
});

test('the books agree after all of this', async () => {
  const wrong = await rows(
    api.ctx.db.system,
    sql<{ id: number }>`
      select account.id from ledger_account account left join ledger_entry entry on entry.account_id = account.id
      group by account.id having account.balance_kopecks <> coalesce(sum(entry.amount_kopecks), 0)`,
  );
  expect(wrong).toEqual([]);
});
