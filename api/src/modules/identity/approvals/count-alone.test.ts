import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type ApiResponse, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenPerson,
  readUnallocated,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { advanceReturnCalls, givenAdvanceReturn } from '../../../testing/givens/given-advance-return.ts';
import {
  bankFileDocument,
  givenBalance,
  givenBankFile,
  makeStatement,
} from '../../../testing/givens/given-bank-file.ts';

/** Limit of one member's movements alone in a day, in rubles. */
const LIMIT = 1000;
/** An INN of no client: such a payment waits for a person. */
const UNKNOWN_INN = '7707083893';

let api: TestApi;
let member: GivenPerson;
let second: GivenPerson;
let client: GivenCompany;

beforeAll(async () => {
  api = await startApi({
    jobs: false,
    env: { TWO_PEOPLE_ABOVE: String(LIMIT), NETWORK_PATIENCE_MS: '1' },
  });
});
afterAll(async () => {
  await expectBooksToAgree(api);
  await api.stop();
});

beforeEach(async () => {
  member = await givenPerson(api, { staffRole: 'treasurer' });
  second = await givenPerson(api, { staffRole: 'treasurer' });
  client = await givenCompany(api);
});

const lend = (creditSum: number, { id }: GivenCompany = client, more: object = {}) =>
  api.put(`/staff/api/clients/${id}/credit`, { token: member.token, json: { creditSum, ...more } });
const assign = (id: number, json: object = { company_id: client.id }) =>
  api.post(`/staff/api/payments/${id}/assign`, { token: member.token, json });
const confirm = (answer: ApiResponse, who = second) =>
  api.post(`/staff/api/approvals/${answer.body.data.approval.id}/confirm`, { token: who.token });
const money = (sum: number) => sum.toFixed(2);

async function load(sum: number, { inn = client.inn, ...more }: { inn?: string; number?: string } = {}) {
  return givenBankFile(api, member, makeStatement(bankFileDocument({ inn, sum: money(sum), ...more })));
}

async function newestPayment() {
  const { body } = await api.get('/staff/api/payments', { token: member.token });
  return body.data[0];
}

/** A payment that waits because no one knows its payer. */
async function givenUnmatched(sum: number): Promise<number> {
  await load(sum, { inn: UNKNOWN_INN });
  return (await newestPayment()).id;
}

describe('daily limit of movements without a second person', () => {
  test('five credits at once are one that counts and four that wait', async () => {
    const clients = await Promise.all(Array.from({ length: 5 }, () => givenCompany(api)));
    const answers = await Promise.all(clients.map((item) => lend(LIMIT, item)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([200, 202, 202, 202, 202]);
  });

  test('credit, payments and files add up, and the next Moscow day begins anew', async () => {
    expect((await lend(400)).status).toBe(200);
    expect((await load(500)).body.data.credited).toBe(1);
    const id = await givenUnmatched(200);
    const pending = await assign(id);
    expect(pending.status).toBe(202);
    expect(pending.body.data.approval.deed).toBe('assignPayment');
    api.clock.advanceSeconds(24 * 3600);
    expect((await assign(id)).status).toBe(200);
  });

  test('a second member confirms what was too much, and it counts for no one', async () => {
    const pending = await assign(await givenUnmatched(LIMIT + 1));
    expect((await confirm(pending, member)).status).toBe(403);
    expect(await readUnallocated(api, client)).toBe(0);
    expect((await confirm(pending)).status).toBe(200);
    expect(await readUnallocated(api, client)).toBe(LIMIT + 1);
    expect((await lend(LIMIT)).status).toBe(200);
    const counted = await getOnlyRow<{ sum: number }>(
      api.ctx.db.system,
      sql`select coalesce(sum(sum_kopecks), 0)::bigint as sum from moved_alone where user_id = ${second.id}`,
    );
    expect(counted.sum).toBe(0);
  });

  test('a returned advance above it is booked, and taken back, by two', async () => {
    await load(600);
    const id = await givenAdvanceReturn(api, member, client, { sum: '500.00' });
    const calls = advanceReturnCalls(api, member);
    const pending = await calls.book(id);
    expect(pending.status).toBe(202);
    expect((await confirm(pending)).status).toBe(200);
    const reopened = await api.post(`/staff/api/advance-returns/${id}/reopen`, {
      token: member.token,
      json: { revision: 0, reason: 'Не тот клиент' },
    });
    expect(reopened.status).toBe(202);
    expect((await confirm(reopened)).status).toBe(200);
  });

  test('money that a network gives back above it is booked, and taken back, by two', async () => {
    const inn = '500100732259';
    const { token } = member;
    await api.put(`/staff/api/partners/${PARTNER.gpn}/supplier`, { token, json: { inn } });
    await load(LIMIT + 1, { inn });
    const path = `/staff/api/payments/${(await newestPayment()).id}/network-refund`;
    const pending = await api.post(path, { token, json: { partner_id: PARTNER.gpn, note: 'Письмо сети' } });
    expect([pending.status, pending.body.data.approval?.deed]).toEqual([202, 'bookNetworkRefund']);
    expect((await confirm(pending, member)).status).toBe(403);
    expect(await newestPayment()).toMatchObject({ state: 'refund' });
    expect((await confirm(pending)).status).toBe(200);
    expect(await newestPayment()).toMatchObject({ state: 'network', network: { id: PARTNER.gpn } });
    const undone = await api.post(`${path}/undo`, { token, json: { note: 'Не та сеть' } });
    expect([undone.status, undone.body.data.approval?.deed]).toEqual([202, 'undoNetworkRefund']);
    expect((await confirm(undone)).status).toBe(200);
    expect(await newestPayment()).toMatchObject({ state: 'refund' });
  });

  test('the outcome of a movement above it is decided by two', async () => {
    const rich = await givenCompany(api, { unallocatedKopecks: 5_000_00 });
    const card = await givenCard(api, rich.id, { partnerId: PARTNER.gpn });
    const sms = await givenCode(api, rich.admin, 'transfer', card.id);
    const form = { sum: LIMIT + 500, sms, mode: 1 };
    await api.post(`/api/card/${card.id}/transaction`, { token: rich.admin.token, form });
    api.clock.advanceSeconds(601);
    const [movement] = (await api.get('/staff/api/unclear-movements', { token: member.token })).body.data;
    const pending = await api.post(`/staff/api/unclear-movements/${movement.id}/settle`, {
      token: member.token,
      json: { executed: false, reason: 'Письмо сети № 5' },
    });
    expect([pending.status, pending.body.data.approval.deed]).toEqual([202, 'settleMovement']);
  });

  test('lowering credit counts for nothing, and its reason is stored with the change', async () => {
    expect((await lend(900, client, { reason: 'Договор № 7' })).status).toBe(200);
    expect((await lend(0)).status).toBe(200);
    expect((await lend(200)).status).toBe(202);
    const { body } = await api.get(`/staff/api/clients/${client.id}/credit`, { token: member.token });
    expect(body.data.history.map((item: { reason: string | null }) => item.reason)).toEqual([
      null,
      'Договор № 7',
    ]);
  });
});

describe('money of a file that its bank does not bear out', () => {
  test('above the sum it waits with its reason, and a second member credits it', async () => {
    const { body } = await load(5_000_000);
    expect(body.data).toMatchObject({ credited: 0, needs_review: 1 });
    expect(body.data.warnings.join()).toMatch(/Банк не подтверждает платежей: 1, на 5\s000\s000,00/);
    const payment = await newestPayment();
    expect(payment).toMatchObject({
      state: 'review',
      unconfirmed: true,
      note: expect.stringContaining('Банк не подтверждает'),
      suggestion: { company_id: client.id },
    });
    expect(await readUnallocated(api, client)).toBe(0);
    const pending = await assign(payment.id);
    expect(pending.status).toBe(202);
    expect((await confirm(pending)).status).toBe(200);
    expect(await readUnallocated(api, client)).toBe(5_000_000);
  });

  test('of an unconfirmed file those documents that fit are credited, others wait', async () => {
    const documents = [400, 700, 500].map((sum) => bankFileDocument({ inn: client.inn, sum: money(sum) }));
    const { body } = await givenBankFile(api, member, makeStatement(...documents));
    expect(body.data).toMatchObject({ credited: 2, needs_review: 1 });
    expect(await readUnallocated(api, client)).toBe(900);
    expect((await lend(200)).status).toBe(202);
  });

  test('turnovers that add up confirm it; those that do not, or after a gap, do not', async () => {
    const on = (offset: number) => `0${offset + 1}.03.2026`;
    const file = (come: string, balance: { opening: string; came: string }) =>
      givenBankFile(
        api,
        member,
        makeStatement(
          givenBalance({ day: come, ...balance }),
          bankFileDocument({ inn: client.inn, sum: '7000.00', come }),
        ),
      );
    expect((await file(on(0), { opening: '10.00', came: '7000.00' })).body.data.credited).toBe(1);
    expect((await file(on(1), { opening: '7010.00', came: '7001.00' })).body.data.credited).toBe(0);
    expect((await file(on(2), { opening: '1.00', came: '7000.00' })).body.data.credited).toBe(0);
    expect(await readUnallocated(api, client)).toBe(7000);
  });

  test('a later file that the bank bears out credits what waited, once', async () => {
    // This date is before all days in the statements of other tests.
    const come = '20.02.2026';
    const document = bankFileDocument({ inn: client.inn, sum: '9000.00', come });
    await givenBankFile(api, member, makeStatement(document));
    expect(await readUnallocated(api, client)).toBe(0);
    const whole = makeStatement(givenBalance({ day: come, opening: '5.00', came: '9000.00' }), document);
    expect((await givenBankFile(api, member, whole)).body.data).toMatchObject({ credited: 1, duplicates: 0 });
    expect((await givenBankFile(api, member, whole)).body.data).toMatchObject({ credited: 0, duplicates: 1 });
    expect(await readUnallocated(api, client)).toBe(9000);
    expect(await newestPayment()).toMatchObject({ state: 'credited', unconfirmed: false });
  });
});

type Step = { kind: 'lend' | 'load' | 'assign'; sum: number; isParallel: boolean };
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('lend' as const, 'load' as const, 'assign' as const),
  sum: fc.integer({ min: 1, max: LIMIT + 200 }),
  isParallel: fc.boolean(),
});

test('a member reads what he may still move alone today', async () => {
  const readLeft = async ({ token }: GivenPerson) =>
    (await api.get('/staff/api/approvals?state=waiting', { token })).body.meta;
  await lend(300);
  expect(await readLeft(member)).toMatchObject({ credit_above: LIMIT, left_today: LIMIT - 300 });
  expect(await readLeft(second)).toMatchObject({ left_today: LIMIT });
});

test('no sequence of one member’s calls moves more than his sum alone in a day', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      member = await givenPerson(api, { staffRole: 'treasurer' });
      const clients: GivenCompany[] = [];
      const waiting: Promise<unknown>[] = [];
      for (const { kind, sum, isParallel } of steps) {
        const target = await givenCompany(api);
        clients.push(target);
        const made = async () => {
          if (kind === 'lend') return lend(sum, target);
          if (kind === 'load') return load(sum, { inn: target.inn });
          return assign(await givenUnmatched(sum), { company_id: target.id });
        };
        // A step that takes the newest payment as its own does not run in parallel.
        if (isParallel && kind !== 'assign') waiting.push(made());
        else {
          await Promise.all(waiting.splice(0));
          await made();
        }
      }
      await Promise.all(waiting);
      const ids = clients.map(({ id }) => id);
      const { moved } = await getOnlyRow<{ moved: number }>(
        api.ctx.db.system,
        sql`select (coalesce((select sum(credit_kopecks) from company where id = any(${ids}::bigint[])), 0)
          + coalesce((select sum(sum_kopecks) from bank_payment where company_id = any(${ids}::bigint[])), 0))::bigint as moved`,
      );
      expect(moved).toBeLessThanOrEqual(LIMIT * 100);
    }),
    { numRuns: Number(process.env.ALONE_PROPERTY_RUNS ?? 8) },
  );
});
