import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kopecks } from '#contract/kopecks.ts';
import { firstRow } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCompany } from '../../../testing/givens/factories.ts';
import type { Transfer } from './account.ts';
import { requireAccounts } from './new-accounts.ts';
import { postTransfers } from './post-transfers.ts';

let api: TestApi;
let owner: pg.Client;
let serial = 0;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  owner = new pg.Client(api.databaseUrl);
  await owner.connect();
});

afterAll(async () => {
  await owner.end();
  await api.stop();
});

/** A company with its bank and unallocated accounts, and a transfer between them ready to be changed. */
async function given(unallocatedKopecks = 0) {
  const company = await givenCompany(api, { unallocatedKopecks });
  const [bank = 0, unallocated = 0] = await requireAccounts(api.ctx.db.system, [
    { companyId: company.id, kind: 'bank' },
    { companyId: company.id, kind: 'unallocated' },
  ]);
  const transfer = (change: Partial<Transfer> = {}): Transfer => ({
    requestId: `test:${(serial += 1)}`,
    kind: 'invoice-paid',
    companyId: company.id,
    fromAccountId: bank,
    toAccountId: unallocated,
    amount: kopecks(100),
    subject: { kind: 'opening', id: serial },
    ...change,
  });
  return { company, bank, unallocated, transfer };
}

function post(groups: Transfer[][]) {
  return api.ctx.db.inSystem((tx) => postTransfers(tx, api.clock.now(), groups));
}

async function readBalance(accountId: number): Promise<number | undefined> {
  const row = await firstRow(
    api.ctx.db.system,
    sql<{ balance_kopecks: number }>`select balance_kopecks from ledger_account where id = ${accountId}`,
  );
  return row?.balance_kopecks;
}

describe('changes of the ledger that no database role can make', () => {
  test.each(['ledger_transfer', 'ledger_entry'])(
    '%s is never changed, taken back or emptied',
    async (table) => {
      const { transfer } = await given();
      await post([[transfer()]]);
      for (const attempt of [
        `update ${table} set company_id = company_id`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
      ]) {
        await expect(owner.query(attempt)).rejects.toThrow(/only grows/);
      }
    },
  );

  test('a balance never falls below its floor', async () => {
    const { unallocated } = await given(100);
    await expect(
      owner.query('update ledger_account set balance_kopecks = -1 where id = $1', [unallocated]),
    ).rejects.toThrow(/ledger_account_floor/);
  });

  test('an entry whose balances do not add up is not written', async () => {
    const { unallocated, company } = await given();
    await expect(
      owner.query('insert into ledger_entry values ($1, 1, $2, 5, 0, 6)', [unallocated, company.id]),
    ).rejects.toThrow(/check/);
  });
});

describe('the posting core', () => {
  test('a repeated request changes nothing; the same id with another sum is refused', async () => {
    const { transfer, unallocated } = await given();
    const once = transfer();
    expect(await post([[once]])).toEqual([{ ok: true, repeated: false }]);
    expect(await post([[once]])).toEqual([{ ok: true, repeated: true }]);
    const other = { ...once, amount: kopecks(200) };
    expect(await post([[other]])).toEqual([{ ok: false, reason: 'request-id-reused' }]);
    expect(await readBalance(unallocated)).toBe(100);
  });

  test('a group of which one part is posted already is refused whole', async () => {
    const { transfer, unallocated } = await given();
    const known = transfer();
    await post([[known]]);
    expect(await post([[known, transfer()]])).toEqual([{ ok: false, reason: 'request-id-reused' }]);
    expect(await post([[transfer(), known]])).toEqual([{ ok: false, reason: 'request-id-reused' }]);
    expect(await readBalance(unallocated)).toBe(100);
  });

  test('a group that would break a floor is refused alone, and whole', async () => {
    const { transfer, bank, unallocated } = await given(150);
    const back = { fromAccountId: unallocated, toAccountId: bank };
    const outcomes = await post([
      [transfer({ ...back, amount: kopecks(100) }), transfer({ ...back, amount: kopecks(100) })],
      [transfer({ ...back, amount: kopecks(150) })],
      [transfer({ ...back, amount: kopecks(1) })],
    ]);
    expect(outcomes.map((outcome) => outcome.ok)).toEqual([false, true, false]);
    expect(await readBalance(unallocated)).toBe(0);
  });

  test('one request that stands twice in a batch is one movement', async () => {
    const { transfer, unallocated } = await given();
    const once = transfer();
    await post([[once], [once]]);
    expect(await readBalance(unallocated)).toBe(100);
  });

  test.each([0, -5, 0.5, NaN])('a sum of %s kopecks throws: it is a programming error', async (amount) => {
    const { transfer } = await given();
    await expect(post([[transfer({ amount: amount as never })]])).rejects.toThrow(RangeError);
  });

  test('money never goes to another company’s account', async () => {
    const mine = await given();
    const theirs = await given();
    await expect(post([[mine.transfer({ toAccountId: theirs.unallocated })]])).rejects.toThrow(
      /is not company/,
    );
    expect(await readBalance(theirs.unallocated)).toBe(0);
  });
});
