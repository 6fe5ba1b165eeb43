import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getOnlyRow } from '../../../db/database.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import {
  givenCompany,
  givenStaff,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { advanceReturnCalls, givenAdvanceReturn } from '../../../testing/givens/given-advance-return.ts';
import { givenBankFile, bankFileDocument, makeStatement } from '../../../testing/givens/given-bank-file.ts';
import { holdMoney } from '../../../testing/hold-money.ts';
import { waitUntilWaiting } from '../../../testing/wait-until-waiting.ts';

let api: TestApi;
let staff: GivenPerson;
let company: GivenCompany;

beforeAll(async () => {
  api = await startApi({ secondPersonConfirms: true, jobs: false });
  staff = await givenStaff(api);
});

afterAll(async () => {
  await expectBooksToAgree(api);
  await api.stop();
});

beforeEach(async () => {
  company = await givenCompany(api);
});

/** Locks the company's money before midnight, lets the action wait for it, and releases it after midnight. */
async function pastMidnight(action: () => Promise<ApiResponse>): Promise<void> {
  const moscow = api.clock.now().getTime() + 3 * 3_600_000;
  api.clock.advanceSeconds(86_400 - ((moscow / 1000) % 86_400) - 10);
  const holder = new pg.Client(api.databaseUrl);
  await holder.connect();
  await holder.query('begin');
  await holder.query(holdMoney(company.id));
  const done = action();
  await waitUntilWaiting(api);
  api.clock.advanceSeconds(60);
  await holder.end();
  expect((await done).status).toBe(200);
}

async function lastMovement(): Promise<string> {
  const { posted_at: at } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ posted_at: Date }>`
      select posted_at from ledger_transfer where company_id = ${company.id} order by id desc limit 1`,
  );
  return moscowDay(at);
}

const load = (inn: string): Promise<ApiResponse> =>
  givenBankFile(api, staff, makeStatement(bankFileDocument({ inn })));

async function newestPayment(): Promise<{ id: number }> {
  return (await api.get('/staff/api/payments', { token: staff.token })).body.data[0];
}

describe('a movement that waited past midnight for its company’s lock has the new date', () => {
  test('a loaded payment', async () => {
    await pastMidnight(() => load(company.inn));
    expect(await lastMovement()).toBe(moscowDay(api.clock.now()));
  });

  test('an assigned payment', async () => {
    await load('7707083893');
    const { id } = await newestPayment();
    const json = { company_id: company.id };
    await pastMidnight(() => api.post(`/staff/api/payments/${id}/assign`, { token: staff.token, json }));
    expect(await lastMovement()).toBe(moscowDay(api.clock.now()));
  });

  test('a corrected payment', async () => {
    await load(company.inn);
    const { id } = await newestPayment();
    const json = { company_id: (await givenCompany(api)).id, reason: 'Чужой платёж' };
    await pastMidnight(() => api.post(`/staff/api/payments/${id}/correct`, { token: staff.token, json }));
    expect(await lastMovement()).toBe(moscowDay(api.clock.now()));
  });

  test('a returned advance, booked and reopened', async () => {
    const id = await givenAdvanceReturn(api, staff, company);
    await pastMidnight(() => advanceReturnCalls(api, staff).book(id));
    expect(await lastMovement()).toBe(moscowDay(api.clock.now()));
    await pastMidnight(() => advanceReturnCalls(api, staff).reopen(id));
    expect(await lastMovement()).toBe(moscowDay(api.clock.now()));
  });
});
