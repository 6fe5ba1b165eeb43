import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { askOwner } from '../../../testing/ask-owner.ts';
import { givenCompany, givenMoney, type GivenCompany } from '../../../testing/givens/factories.ts';
import { sealDays } from '../../money/ledger/seal-days.ts';
import { reconcile } from './reconcile.ts';

const DAY_SECONDS = 24 * 3600;

let api: TestApi;
let company: GivenCompany;

beforeAll(async () => {
  api = await startApi({ jobs: false });
});
afterAll(() => api?.stop());

/** A company whose books a night has found right. */
beforeEach(async () => {
  company = await givenCompany(api, { unallocatedKopecks: 1000_00 });
  await distribute(5);
  expect(await night()).toEqual([]);
});

async function distribute(sum: number): Promise<void> {
  const json = { accounts: [{ partner_id: PARTNER.rn, sum }] };
  const path = `/api/client/${company.id}/accounts`;
  expect((await api.post(path, { token: company.admin.token, json })).status).toBe(200);
}

/** The kinds that the next night finds. */
async function night(ctx = api.ctx): Promise<string[]> {
  api.clock.advanceSeconds(DAY_SECONDS);
  return listKinds(await reconcile(ctx, 'nightly'));
}

function listKinds(report: Awaited<ReturnType<typeof reconcile>>): string[] {
  return [...new Set(report?.found.map(({ kind }) => kind))].sort();
}

/** Returns the findings of seven nights. */
async function week(): Promise<string[]> {
  const found: string[] = [];
  for (let nights = 0; nights < 7; nights += 1) found.push(...(await night()));
  return [...new Set(found)].sort();
}

/** Changes append-only data, and restores it after the check. */
async function whileCorrupted(what: string, undo: string, check: () => Promise<void>): Promise<void> {
  await tamper(what);
  await check();
  await tamper(undo);
  expect(await night()).toEqual([]);
}

async function tamper(statement: string): Promise<void> {
  const tables = ['ledger_entry', 'ledger_transfer'];
  await askOwner(api, tables.map((table) => `alter table ${table} disable trigger only_grows`).join(';'));
  await askOwner(api, statement);
  await askOwner(api, tables.map((table) => `alter table ${table} enable trigger only_grows`).join(';'));
}

async function lastTransfer(): Promise<number> {
  const { id } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ id: number }>`select max(id) as id from ledger_transfer where company_id = ${company.id}`,
  );
  return id;
}

async function readCheckedUpTo(): Promise<number> {
  const { last } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ last: number }>`
      select max(last_transfer_id) as last from account_check where company_id = ${company.id}`,
  );
  return last;
}

describe('a night', () => {
  test('it finds an entry changed since the last run, and each night until it is fixed', async () => {
    await distribute(7);
    const id = await lastTransfer();
    const change = (by: number) =>
      `update ledger_entry set balance_before_kopecks = balance_before_kopecks + ${by},
         balance_after_kopecks = balance_after_kopecks + ${by} where transfer_id = ${id} and amount_kopecks < 0`;
    await whileCorrupted(change(100), change(-100), async () => {
      expect(await night()).toEqual(['balance-not-its-entries', 'broken-chain']);
      expect(await night()).toEqual(['balance-not-its-entries', 'broken-chain']);
    });
  });

  test('the nightly check finds a distribution that its new transfers do not explain', async () => {
    await distribute(7);
    const change = (by: number) =>
      `update distribution set sum_kopecks = sum_kopecks + ${by} where id = (select max(id) from distribution)`;
    await whileCorrupted(change(100), change(-100), async () => {
      expect(await night()).toEqual(['distribution-not-its-money']);
    });
  });

  test('it finds a balance raised by hand without a posting', async () => {
    const change = (by: number) =>
      `update ledger_account set balance_kopecks = balance_kopecks + ${by}
       where company_id = ${company.id} and kind = 'unallocated'`;
    await whileCorrupted(change(1), change(-1), async () => {
      expect(await night()).toEqual(['balance-not-its-entries', 'sum-not-zero']);
    });
  });

  test('the nightly check reads only what was posted since the last one', async () => {
    await distribute(1);
    await distribute(2);
    api.clock.advanceSeconds(DAY_SECONDS);
    expect(await reconcile(api.ctx, 'nightly')).toMatchObject({ transfers: 2, found: [] });
    expect(await readCheckedUpTo()).toBe(await lastTransfer());
  });
});

describe('within seven nights', () => {
  test('an old entry that was changed together with its balances is found', async () => {
    await distribute(9);
    expect(await night()).toEqual([]);
    const id = await lastTransfer();
    // Its kind is in no balance and in no chain.
    const change = (reason: string) => `update ledger_transfer set request_id = ${reason} where id = ${id}`;
    await whileCorrupted(change(`request_id || ':x'`), change(`left(request_id, -2)`), async () => {
      expect(await week()).toEqual(['entries-changed']);
    });
  });

  test('an old entry that is gone is found, and one that came in between', async () => {
    await givenMoney(api, { companyId: company.id, kind: 'unallocated' }, 5_00);
    await distribute(9);
    expect(await night()).toEqual([]);
    const id = await lastTransfer();
    const change = (sign: string) =>
      `update ledger_entry set transfer_id = transfer_id ${sign} 1000000 where transfer_id = ${id}
         ${sign === '-' ? '+ 1000000' : ''} and amount_kopecks > 0`;
    await whileCorrupted(change('+'), change('-'), async () => {
      expect(await week()).toContain('entries-changed');
    });
  });

  test('a sealed day that says otherwise than its entries is found', async () => {
    await sealDays(api.ctx);
    const change = (by: number) =>
      `update account_day set closing_kopecks = closing_kopecks + ${by} where company_id = ${company.id}`;
    await whileCorrupted(change(100), change(-100), async () => {
      expect(await week()).toEqual(['books-not-balanced', 'seal-not-its-entries']);
    });
  });
});

describe('a night that dies', () => {
  test('a check that dies before its report leaves the same range to the next one', async () => {
    const reaches = () => sql`select part, reach from check_reach order by part`.execute(api.ctx.db.system);
    const before = (await reaches()).rows;
    const dying = {
      ...api.ctx,
      db: { ...api.ctx.db, inSystem: () => Promise.reject(new Error('the process dies')) },
    };
    api.clock.advanceSeconds(DAY_SECONDS);
    await expect(reconcile(dying, 'nightly')).rejects.toThrow('dies');
    expect((await reaches()).rows).toEqual(before);
    await reconcile(api.ctx, 'nightly');
    expect((await reaches()).rows).not.toEqual(before);
  });

  test('after accounts were marked as right it skips nothing that is wrong', async () => {
    await distribute(7);
    const id = await lastTransfer();
    const change = (by: number) =>
      `update ledger_transfer set amount_kopecks = amount_kopecks + ${by} where id = ${id}`;
    await whileCorrupted(change(100), change(-100), async () => {
      const dying = {
        ...api.ctx,
        db: { ...api.ctx.db, inSystem: () => Promise.reject(new Error('the process dies')) },
      };
      api.clock.advanceSeconds(DAY_SECONDS);
      await expect(reconcile(dying, 'nightly')).rejects.toThrow('dies');
      expect(await readCheckedUpTo()).toBeLessThan(id);
      expect(await night()).toContain('transfer-without-its-entries');
    });
  });
});

test('the command reads everything at once', async () => {
  await distribute(9);
  expect(await night()).toEqual([]);
  const id = await lastTransfer();
  const change = (reason: string) => `update ledger_transfer set request_id = ${reason} where id = ${id}`;
  await whileCorrupted(change(`request_id || ':x'`), change(`left(request_id, -2)`), async () => {
    expect(listKinds(await reconcile(api.ctx, 'command'))).toEqual(['entries-changed']);
  });
});

// This test is the last one, because an operation is stored for years.
test('an unpaid purchase without a transfer is found within seven nights', async () => {
  const change = `insert into operation (company_id, card_id, partner_id, type_id, status_id, sum_kopecks, external_id, created_at)
    select ${company.id}, id, partner_id, 11, 1, 5000, 'nobody', '2026-09-15' from card limit 1`;
  await askOwner(
    api,
    `insert into card (company_id, partner_id, card_number, status_id, comment, created_at)
     values (${company.id}, 2, '7826000000000077', 1, '', now()) on conflict do nothing`,
  );
  await tamper(change);
  expect(await week()).toContain('operation-not-its-money');
});
