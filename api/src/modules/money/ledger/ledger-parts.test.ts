import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kopecks } from '#contract/kopecks.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { getOnlyRow, rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import { givenCompany, readUnallocated, type GivenCompany } from '../../../testing/givens/factories.ts';
import { holdMoney } from '../../../testing/hold-money.ts';
import type { Transfer } from './account.ts';
import { findIdSpan } from './ledger.ts';
import { maintainLedgerParts, FIRST_PART_ENDS, listLedgerParts } from './ledger-parts.ts';
import { postTransfers } from './post-transfers.ts';

/** 2026-10-01 and 2026-11-01, in the numbers of `first_id_of_month`. */
const OCTOBER = 3_210_000_000_000;
const NOVEMBER = 3_220_000_000_000;

let api: TestApi;
let owner: pg.Client;
let company: GivenCompany;
let accounts: { unallocated: number; bank: number };
const logged: { level: string; text: string }[] = [];

beforeAll(async () => {
  api = await startApi({ jobs: false });
  owner = new pg.Client(api.databaseUrl);
  await owner.connect();
  for (const level of ['info', 'error'] as const)
    api.ctx.log[level] = (...input: unknown[]) => void logged.push({ level, text: String(input.at(-1)) });
  api.clock.setTo('2026-09-15T09:00:00Z');
  company = await givenCompany(api, { unallocatedKopecks: 100_00 });
  const found = await rows(
    api.ctx.db.system,
    sql<{ id: number; kind: string }>`select id, kind from ledger_account where company_id = ${company.id}`,
  );
  const findId = (kind: string) => found.find((item) => item.kind === kind)?.id ?? 0;
  accounts = { unallocated: findId('unallocated'), bank: findId('bank') };
});
afterAll(async () => {
  await expectBooksToAgree(api);
  await owner.end();
  await api.stop();
});

function payment(requestId: string, amount = 1_00): Transfer {
  return {
    requestId,
    kind: 'invoice-paid',
    companyId: company.id,
    fromAccountId: accounts.bank,
    toAccountId: accounts.unallocated,
    amount: kopecks(amount),
    subject: { kind: 'opening', id: company.id },
  };
}

function post(...transfers: Transfer[]) {
  return api.ctx.db.inSystem((tx) =>
    postTransfers(
      tx,
      api.clock.now(),
      transfers.map((transfer) => [transfer]),
    ),
  );
}

async function idOfRequest(requestId: string): Promise<number> {
  const found = await getOnlyRow(
    api.ctx.db.system,
    sql<{ id: number }>`select id from ledger_transfer where request_id = ${requestId}`,
  );
  return found.id;
}

/** One transfer is as many as a part may hold here. */
const maintain = () => maintainLedgerParts(api.ctx, 1);

describe('postings around the end of a month', () => {
  test('making a part blocks no one: a running transfer ends in the part it began in', async () => {
    const under = new pg.Client(api.databaseUrl);
    await under.connect();
    await under.query(`begin; set local role magistral_system; ${holdMoney(company.id)}`);
    await under.query(
      `insert into ledger_transfer (company_id, request_id, kind, from_account_id, to_account_id, amount_kopecks,
         subject_kind, subject_id, posted_at)
       values ($1, 'edge:long', 'invoice-paid', $2, $3, 100, 'opening', $1, $4)`,
      [company.id, accounts.bank, accounts.unallocated, api.clock.now()],
    );
    await maintain();
    expect(await listLedgerParts(api.ctx.db.system)).toMatchObject([
      { month: '2026-10-01', firstId: OCTOBER, beginsAt: null, turnedAt: null },
    ]);
    api.clock.setTo('2026-10-01T06:00:00Z');
    await maintain();
    await under.query(
      `insert into ledger_entry select account, id, company_id, sum, 10000 * sign(sum), 10000 * sign(sum) + sum
       from ledger_transfer, (values ($1::bigint, -100), ($2::bigint, 100)) as leg (account, sum)
       where request_id = 'edge:long'`,
      [accounts.bank, accounts.unallocated],
    );
    await under.query(
      `update ledger_account set balance_kopecks = balance_kopecks + case id when $1 then -100 else 100 end
       where id in ($1, $2)`,
      [accounts.bank, accounts.unallocated],
    );
    await under.query('commit');
    await under.end();
    expect(await idOfRequest('edge:long')).toBeLessThan(FIRST_PART_ENDS);
  });

  test('money moved after the switch is in the new part, and the statement shows both', async () => {
    await post(payment('edge:october', 7_00));
    expect(await idOfRequest('edge:october')).toBeGreaterThanOrEqual(OCTOBER);
    expect(await readUnallocated(api, company)).toBe(108);
    const { token } = company.admin;
    const { body } = await api.get(
      '/api/client/statement?place=unallocated&date_from=2026-09-15&date_to=2026-10-31',
      { token },
    );
    expect(body.data).toMatchObject({ opening: 0, came_in: 108, closing: 108 });
    expect(body.data.movements).toHaveLength(3);
    await expectBooksToAgree(api);
  });

  test('a request id stays used across parts, in the lookup and in the database', async () => {
    expect(await post(payment('edge:long'), payment('edge:october', 7_00))).toEqual([
      { ok: true, repeated: true },
      { ok: true, repeated: true },
    ]);
    expect(await post(payment('edge:october', 8_00))).toEqual([{ ok: false, reason: 'request-id-reused' }]);
    for (const used of ['edge:long', 'edge:october'])
      await expect(
        owner.query(
          `insert into ledger_transfer (company_id, request_id, kind, from_account_id, to_account_id,
             amount_kopecks, subject_kind, subject_id, posted_at)
           values ($1, $2, 'invoice-paid', $3, $4, 100, 'opening', $1, now())`,
          [company.id, used, accounts.bank, accounts.unallocated],
        ),
      ).rejects.toMatchObject({ code: '23505' });
  });

  test('a company sees its own rows of both parts, and reaches no part by its name', async () => {
    const other = await givenCompany(api, { unallocatedKopecks: 5_00 });
    const seen = await api.ctx.db.inCompany(mintCompanyScope(company.id), (tx) =>
      rows(
        tx,
        sql<{ id: number; owner: number }>`
          select transfer.id, transfer.company_id as owner from ledger_transfer transfer
          join ledger_entry entry on entry.transfer_id = transfer.id order by transfer.id`,
      ),
    );
    expect(new Set(seen.map((item) => item.owner))).toEqual(new Set([company.id]));
    expect(new Set(seen.map((item) => item.id >= OCTOBER))).toEqual(new Set([false, true]));
    for (const name of ['ledger_transfer_first', 'ledger_entry_2026_10', 'posted_request']) {
      const reached = api.ctx.db.inCompany(mintCompanyScope(other.id), (tx) =>
        rows(tx, sql`select from ${sql.table(name)} where company_id = ${company.id}`),
      );
      if (name === 'posted_request') expect(await reached).toEqual([]);
      else await expect(reached).rejects.toThrow(/permission denied/);
    }
  });

  test('entries and transfers are append-only in a part too, for every role', async () => {
    for (const table of ['ledger_transfer_2026_10', 'ledger_entry_2026_10', 'ledger_entry', 'posted_request'])
      for (const statement of [`delete from ${table}`, `truncate ${table}`])
        await expect(owner.query(statement), statement).rejects.toThrow(/only grows/);
  });

  test('a time is looked for in its own part alone', async () => {
    const span = await findIdSpan(api.ctx.db.system, { from: new Date('2026-10-01T08:00:00Z') });
    expect(span).toEqual({ fromId: OCTOBER, beforeId: Number.MAX_SAFE_INTEGER });
    const { rows: plan } = await owner.query(
      `explain select from ledger_transfer where subject_kind = 'opening' and subject_id = 1 and id >= ${span.fromId}`,
    );
    const read = JSON.stringify(plan);
    expect([read.includes('ledger_transfer_2026_10'), read.includes('ledger_transfer_first')]).toEqual([
      true,
      false,
    ]);
  });
});

describe('maintenance of ledger partitions under a lock', () => {
  test('it lets a reader of all parts go on, blocks no one, and comes again', async () => {
    await post(payment('busy:full'), payment('busy:fuller'));
    const reader = new pg.Client(api.databaseUrl);
    await reader.connect();
    await reader.query('begin; select count(*) from ledger_entry');
    logged.length = 0;
    // A lock without a limit would wait until the reader ends, which is after this.
    await maintain();
    expect(logged.at(-1)?.text).toMatch(/comes later/);
    expect(await listLedgerParts(api.ctx.db.system)).toHaveLength(1);
    // A posting needs no lock that the upkeep asks for, even while it waits for the reader.
    const [moved] = await Promise.all([post(payment('busy:meanwhile')), maintain()]);
    expect(moved).toEqual([{ ok: true, repeated: false }]);
    await reader.query('commit');
    await reader.end();
    await maintain();
    expect((await listLedgerParts(api.ctx.db.system)).at(-1)).toMatchObject({
      month: '2026-11-01',
      firstId: NOVEMBER,
    });
  });

  test('two processes that see to the parts at once make each of them once', async () => {
    api.clock.setTo('2026-11-01T06:00:00Z');
    await Promise.all([maintain(), maintain(), maintain()]);
    await maintain();
    const parts = await listLedgerParts(api.ctx.db.system);
    expect(parts.map((part) => [part.month, part.turnedAt !== null])).toEqual([
      ['2026-10-01', true],
      ['2026-11-01', true],
    ]);
    await post(payment('november'));
    expect(await idOfRequest('november')).toBeGreaterThanOrEqual(NOVEMBER);
  });

  test('it reports a row that lies in no part', async () => {
    await owner.query('begin; set local session_replication_role = replica');
    await owner.query(`insert into ledger_entry values ($1, $2, $3, 1, 0, 1)`, [
      accounts.bank,
      NOVEMBER * 2,
      company.id,
    ]);
    await owner.query('commit');
    logged.length = 0;
    await maintain();
    expect(logged).toContainEqual({
      level: 'error',
      text: expect.stringContaining('in no part of the ledger'),
    });
    await owner.query('alter table ledger_entry_stray disable trigger user; truncate ledger_entry_stray');
    await owner.query('alter table ledger_entry_stray enable trigger user');
    logged.length = 0;
    await maintain();
    expect(logged.filter((item) => item.level === 'error')).toEqual([]);
  });
});
