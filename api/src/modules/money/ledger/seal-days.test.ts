import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  givenMoney,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { holdMoney } from '../../../testing/hold-money.ts';
import { sealAccountDays, sealDays } from './seal-days.ts';

const DAY_SECONDS = 24 * 3600;
const DAYS = [15, 16, 17, 19].map((day) => `2026-09-${day}`);

let api: TestApi;
let company: GivenCompany;
let card: GivenCard;

/** Three days of movements within the company and from outside, with one account that moves on the first only. */
beforeAll(async () => {
  api = await startApi({ jobs: false });
  company = await givenCompany(api, { unallocatedKopecks: 5000_00 });
  card = await givenCard(api, company.id, { balanceKopecks: 300_00 });
  for (let day = 0; day < 3; day += 1) {
    await movements(day);
    api.clock.advanceSeconds(DAY_SECONDS);
  }
});
afterAll(() => api?.stop());

async function movements(kopecks: number): Promise<void> {
  await givenMoney(api, { companyId: company.id, kind: 'unallocated' }, 100_00 + kopecks);
  if (kopecks !== 1) await givenMoney(api, { companyId: company.id, kind: 'card', cardId: card.id }, 7_00);
  const accounts = [{ partner_id: PARTNER.rn, sum: 10 + kopecks }];
  const json = { accounts };
  const path = `/api/client/${company.id}/accounts`;
  expect((await api.post(path, { token: company.admin.token, json })).status).toBe(200);
}

/** Every statement that can be asked for, of every place. */
async function statements(): Promise<string[]> {
  const places = ['', 'place=unallocated', `card_id=${card.id}`, `partner_id=${PARTNER.rn}`];
  const periods = DAYS.flatMap((from) =>
    DAYS.filter((day) => day >= from).map((to) => `date_from=${from}&date_to=${to}`),
  );
  const requested = places.flatMap((place) => periods.map((period) => `${place}&${period}`));
  return Promise.all(
    requested.map(async (query) => {
      const path = `/api/client/statement?${query}`;
      const { status, body } = await api.get(path, { token: company.admin.token });
      expect(status).toBe(200);
      return JSON.stringify({ query, body });
    }),
  );
}

async function forgetSeals(): Promise<void> {
  await sql`delete from account_day`.execute(api.ctx.db.system);
}

async function seals(): Promise<number> {
  const counted = await getOnlyRow(
    api.ctx.db.system,
    sql<{ seals: number }>`select count(*) as seals from account_day where company_id = ${company.id}`,
  );
  return counted.seals;
}

test('every statement is equal with sealed days, without them, and with some of them', async () => {
  const unsealed = await statements();
  expect((await sealDays(api.ctx)).sealed).toBeGreaterThan(8);
  expect(await statements()).toEqual(unsealed);
  await sql`delete from account_day where day = '2026-09-16' or account_id % 2 = 0 and day > '2026-09-16'`.execute(
    api.ctx.db.system,
  );
  expect(await statements()).toEqual(unsealed);
});

test('a seal has the closing balance, the turnover and the last transfer of its day', async () => {
  await forgetSeals();
  await sealDays(api.ctx);
  const { rows } = await sql`
    select seal.day, seal.closing_kopecks as closing, seal.in_kopecks as came, seal.out_kopecks as went
    from account_day seal join ledger_account account on account.id = seal.account_id
    where account.company_id = ${company.id} and account.kind = 'unallocated' order by day`.execute(
    api.ctx.db.system,
  );
  expect(rows).toEqual([
    { day: '2026-09-15', closing: 5090_00, came: 5100_00, went: 10_00 },
    { day: '2026-09-16', closing: 5179_01, came: 100_01, went: 11_00 },
    { day: '2026-09-17', closing: 5267_03, came: 100_02, went: 12_00 },
  ]);
});

test('an account with more entries than are read at once is sealed in several goes', async () => {
  await forgetSeals();
  const whole = await sealDays(api.ctx);
  await forgetSeals();
  let sealed = 0;
  for (let go = 0; go < 40; go += 1) {
    const batch = await sealAccountDays(api.ctx.db.system, {
      after: 0,
      accounts: 100,
      max: 5,
      today: '2026-09-20',
    });
    sealed += batch.sealed;
    if (batch.unfinished === 0) break;
  }
  expect(sealed).toBe(whole.sealed);
});

test('a day is sealed once, and only a quarter of an hour after its end', async () => {
  const before = await seals();
  await movements(3);
  expect(await sealDays(api.ctx)).toEqual({ sealed: 0, takenBack: 0 });
  api.clock.setTo(new Date('2026-09-18T21:14:00Z'));
  await sealDays(api.ctx);
  expect(await seals()).toBe(before);
  api.clock.setTo(new Date('2026-09-18T21:16:00Z'));
  await sealDays(api.ctx);
  expect(await seals()).toBe(before + 4);
});

test('a movement on a sealed day is in its statement at once, and its seals are remade', async () => {
  const now = api.clock.now();
  api.clock.setTo(new Date('2026-09-16T12:00:00Z'));
  await movements(4);
  api.clock.setTo(now);
  const late = await statements();
  const before = await seals();
  expect((await sealDays(api.ctx)).takenBack).toBe(4);
  expect(await statements()).toEqual(late);
  await sealDays(api.ctx);
  expect(await statements()).toEqual(late);
  // The 16th and the 17th are mixed with what came after them: they stay without a seal.
  expect(await seals()).toBeLessThan(before);
  await forgetSeals();
  expect(await statements()).toEqual(late);
  await sealDays(api.ctx);
  expect(await statements()).toEqual(late);
});

test('sealing neither waits for locked money nor misses what was about to be posted', async () => {
  await movements(5);
  const holder = new pg.Client(api.databaseUrl);
  await holder.connect();
  try {
    await holder.query('begin');
    await holder.query(holdMoney(company.id));
    await pendingMovement(holder);
    api.clock.advanceSeconds(DAY_SECONDS);
    await sealDays(api.ctx);
    await holder.query('commit');
  } finally {
    await holder.end();
  }
  const sealed = await statements();
  await forgetSeals();
  expect(await statements()).toEqual(sealed);
});

/** Posted on the day that is sealed meanwhile, by a transaction that has not committed. */
async function pendingMovement(client: pg.Client): Promise<void> {
  await client.query(
    `with account as (
       select id, balance_kopecks as balance, row_number() over (order by kind desc) as leg from ledger_account
       where company_id = $1 and kind in ('unallocated', 'bank')
     ), posted as (
       insert into ledger_transfer (company_id, request_id, kind, from_account_id, to_account_id, amount_kopecks,
         subject_kind, subject_id, posted_at)
       select $1, 'on its way', 'invoice-paid', bank.id, mine.id, 500, 'opening', 77, $2
       from account mine, account bank where mine.leg = 1 and bank.leg = 2 returning id
     ), entry as (
       insert into ledger_entry (account_id, transfer_id, company_id, amount_kopecks, balance_before_kopecks, balance_after_kopecks)
       select account.id, posted.id, $1, case leg when 1 then 500 else -500 end, balance,
         balance + case leg when 1 then 500 else -500 end
       from account, posted
     )
     update ledger_account set balance_kopecks = balance_kopecks + case kind when 'bank' then -500 else 500 end
     where company_id = $1 and kind in ('unallocated', 'bank')`,
    [company.id, api.clock.now()],
  );
}
