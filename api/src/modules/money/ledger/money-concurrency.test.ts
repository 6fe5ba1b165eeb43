import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenPerson,
  type GivenCard,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { requireAccounts } from './new-accounts.ts';
import { postTransfers } from './post-transfers.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.stop());

const CLIENTS = 50;

function runConcurrently<Result>(work: (index: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: CLIENTS }, (_, index) => work(index)));
}

function distribute({ id, admin }: GivenCompany, partner: number, sum: number, back = false) {
  return api.post(`/api/client/${id}/accounts${back ? '/revoke' : ''}`, {
    token: admin.token,
    json: { accounts: [{ partner_id: partner, sum }] },
  });
}

async function balance(companyId: number, kind: string): Promise<number> {
  const { sum } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ sum: number }>`
      select sum(balance_kopecks)::bigint as sum from ledger_account where company_id = ${companyId} and kind = ${kind}`,
  );
  return sum;
}

function counted(statuses: readonly number[]): Record<string, number> {
  return Object.fromEntries(
    [...new Set(statuses)].map((value) => [value, statuses.filter((status) => status === value).length]),
  );
}

describe('50 clients at once', () => {
  test('one account serves as many as it has money for, refuses the rest and loses none', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 300_00 });
    const answers = await runConcurrently((index) => distribute(company, 1 + (index % 4), 10));
    expect(counted(answers.map((answer) => answer.status))).toEqual({ 200: 30, 400: 20 });
    expect([await balance(company.id, 'unallocated'), await balance(company.id, 'partner')]).toEqual([
      0, 300_00,
    ]);
    await expectBooksToAgree(api);
  });

  test('50 clients back and forth on one account: none waits for ever, the sum stays', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 500_00 });
    await distribute(company, PARTNER.rn, 250);
    const answers = await runConcurrently((index) => distribute(company, PARTNER.rn, 5, index % 2 === 0));
    expect(counted(answers.map((answer) => answer.status))).toEqual({ 200: 50 });
    expect([await balance(company.id, 'unallocated'), await balance(company.id, 'partner')]).toEqual([
      250_00, 250_00,
    ]);
    await expectBooksToAgree(api);
  });

  test('50 clients on many accounts: each gets its own', async () => {
    const companies: GivenCompany[] = [];
    for (let index = 0; index < CLIENTS; index += 1) {
      companies.push(await givenCompany(api, { unallocatedKopecks: 20_00 }));
    }
    const answers = await runConcurrently((index) =>
      distribute(companies[index] as GivenCompany, PARTNER.gpn, 10),
    );
    expect(counted(answers.map((answer) => answer.status))).toEqual({ 200: 50 });
    for (const { id } of companies.slice(0, 5)) expect(await balance(id, 'unallocated')).toBe(10_00);
    await expectBooksToAgree(api);
  });

  test('transfers from one account to many cards with codes and a network all arrive', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 400_00 });
    const people: { person: GivenPerson; card: GivenCard; sms: string }[] = [];
    for (let index = 0; index < CLIENTS; index += 1) {
      const person = await givenPerson(api, { companyId: company.id, role: 'manager' });
      const card = await givenCard(api, company.id);
      people.push({ person, card, sms: await givenCode(api, person, 'transfer', card.id) });
    }
    const answers = await runConcurrently((index) => {
      const { person, card, sms } = people[index] as (typeof people)[number];
      const ask = { token: person.token, form: { sum: 10, sms, mode: 1 } };
      return api.post(`/api/card/${card.id}/transaction`, ask);
    });
    expect(counted(answers.map((answer) => answer.status))).toEqual({ 200: 40, 400: 10 });
    await expect.poll(() => balance(company.id, 'in-transit')).toBe(0);
    expect([await balance(company.id, 'unallocated'), await balance(company.id, 'card')]).toEqual([
      0, 400_00,
    ]);
    await expectBooksToAgree(api);
  });
});

test('50 postings of the same accounts in opposite orders end without a deadlock', async () => {
  const company = await givenCompany(api, { unallocatedKopecks: 1000_00 });
  const places = [1, 2, 3, 4].map((partnerId) => ({
    companyId: company.id,
    kind: 'partner' as const,
    partnerId,
  }));
  const [own = 0, ...partners] = await requireAccounts(api.ctx.db.system, [
    { companyId: company.id, kind: 'unallocated' },
    ...places,
  ]);
  const outcomes = await runConcurrently((index) =>
    api.ctx.db.inSystem(async (tx) => {
      const order = index % 2 === 0 ? partners : partners.toReversed();
      const transfers = order.map((account, part) => ({
        requestId: `concurrency:${index}:${part}`,
        kind: 'distribute' as const,
        companyId: company.id,
        fromAccountId: own,
        toAccountId: account,
        amount: kopecks(10_00),
        subject: { kind: 'opening' as const, id: index + 1 },
      }));
      return (await postTransfers(tx, api.clock.now(), [transfers]))[0]?.ok;
    }),
  );
  // Each takes 40 rubles, all of them or nothing.
  expect(outcomes.filter((ok) => ok)).toHaveLength(25);
  expect(await balance(company.id, 'unallocated')).toBe(0);
  await expectBooksToAgree(api);
});
