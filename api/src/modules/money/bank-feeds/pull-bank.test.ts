import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getOnlyRow } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { tbankOperation, type WireMovement } from '../../../testing/wires/bank-wire.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import {
  givenCompany,
  givenPerson,
  givenStaff,
  readUnallocated,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import {
  bankFileDocument,
  givenBankFile,
  OWN_ACCOUNT,
  makeStatement,
} from '../../../testing/givens/given-bank-file.ts';
import { serveWire, type WireReply, type WireServer } from '../../../testing/wires/serve-wire.ts';
import { pullBank, startDuePulls } from './pull-bank.ts';

let api: TestApi;
let wire: WireServer;
let staff: GivenPerson;
let company: GivenCompany;
/** Movements that the bank has executed. */
let executed: WireMovement[] = [];
let failing: WireReply | null = null;

beforeAll(async () => {
  wire = await serveWire(({ path }) => {
    if (failing) return failing;
    const query = new URL(path, 'http://x').searchParams;
    const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
    const operations = executed.filter(
      ({ at }) => Date.parse(at) >= Date.parse(from) && Date.parse(at) < Date.parse(to),
    );
    return { body: { operations: operations.map(tbankOperation) } };
  });
  const env = {
    BANK_API: 'tbank',
    BANK_API_URL: wire.url,
    BANK_API_TOKEN: 'hush',
    BANK_API_EVERY_MINUTES: '15',
  };
  api = await startApi({ jobs: false, env });
  staff = await givenStaff(api);
});

afterAll(async () => {
  await expectBooksToAgree(api);
  await api.stop();
  await wire.stop();
});

beforeEach(async () => {
  executed = [];
  failing = null;
  company = await givenCompany(api);
});

let serial = 0;
function paid(input: Partial<WireMovement> = {}): WireMovement {
  serial += 1;
  const number = `9${serial}`;
  const at = '2026-09-15T08:00:00Z';
  return { id: `op-${serial}`, number, sum: 150, at, inn: company.inn, purpose: 'Пополнение', ...input };
}

async function pull(): Promise<void> {
  await startDuePulls(api.ctx);
  await pullBank(api.ctx, OWN_ACCOUNT);
}

const feed = async () => (await api.get('/staff/api/bank-feeds', { token: staff.token })).body.data[0];
const statements = async () =>
  (await getOnlyRow(api.ctx.db.system, sql<{ count: number }>`select count(*) as count from bank_statement`))
    .count;
const payments = async () =>
  (await api.get('/staff/api/payments', { token: staff.token })).body.data.filter(
    (item: { payer: { inn: string } }) => item.payer.inn === company.inn,
  );

test('a payment that the bank reports is credited like a file, under the bank’s name', async () => {
  executed = [paid({ sum: 1500.5 })];
  await pull();
  expect(await readUnallocated(api, company)).toBe(1500.5);
  expect(await payments()).toMatchObject([
    {
      state: 'credited',
      credited_on: '2026-09-15',
      file: { name: expect.stringContaining('Т-Банк по API, счёт …0001') },
    },
  ]);
  expect(await feed()).toMatchObject({ lines: 1, problem: null, read_at: api.clock.now().toISOString() });
});

test('money of a file that no one bears out is credited once the bank names it', async () => {
  const number = '9000001';
  const file = makeStatement(bankFileDocument({ inn: company.inn, number, sum: '150000.00' }));
  expect((await givenBankFile(api, staff, file)).body.data).toMatchObject({ credited: 0, needs_review: 1 });
  expect(await payments()).toMatchObject([{ state: 'review', unconfirmed: true }]);
  executed = [paid({ number, sum: 150_000 })];
  await pull();
  expect(await readUnallocated(api, company)).toBe(150_000);
  expect(await payments()).toMatchObject([{ state: 'credited', unconfirmed: false }]);
});

test('a second reading books nothing, not even an empty statement', async () => {
  executed = [paid()];
  await pull();
  const before = await statements();
  await pull();
  expect(await readUnallocated(api, company)).toBe(150);
  expect(await statements()).toBe(before);
});

test('a payment repeated under another id, in this reading or later, is credited once', async () => {
  const one = paid({ at: '2026-09-14T20:30:00Z', dated: '2026-09-14' });
  executed = [one, { ...one, id: 'renamed' }];
  await pull();
  executed = [{ ...one, id: 'renamed again', at: '2026-09-14T21:30:00Z' }];
  await pull();
  expect(await readUnallocated(api, company)).toBe(150);
  expect(await payments()).toHaveLength(1);
});

test('a payment of the day’s file is not credited again by the bank, nor vice versa', async () => {
  const number = `77${(serial += 1)}`;
  const inFile = bankFileDocument({ inn: company.inn, number, purpose: 'Оплата  по договору' });
  await givenBankFile(api, staff, makeStatement(inFile));
  executed = [paid({ number, purpose: 'Оплата по договору' })];
  await pull();
  expect(await readUnallocated(api, company)).toBe(150);
  const later = paid();
  executed = [later];
  await pull();
  const again = bankFileDocument({ inn: company.inn, number: later.number });
  const loaded = await givenBankFile(api, staff, makeStatement(again));
  expect(loaded.body.data).toMatchObject({ documents: 1, duplicates: 1 });
  expect(await readUnallocated(api, company)).toBe(300);
});

test('a payment of midnight that file and API put on different days is one payment', async () => {
  // 00:10 of the 16th in Moscow; the bank's file has it on the 15th.
  api.clock.setTo('2026-09-15T22:00:00Z');
  const one = paid({ at: '2026-09-15T21:10:00Z' });
  executed = [one];
  await pull();
  const lines = bankFileDocument({ inn: company.inn, number: one.number }).map((line) =>
    line.startsWith('Дата=') ? 'Дата=16.09.2026' : line,
  );
  const loaded = await givenBankFile(api, staff, makeStatement(lines));
  expect(loaded.body.data).toMatchObject({ duplicates: 1, needs_review: 0 });
  expect(await readUnallocated(api, company)).toBe(150);
});

test('an expired token and a silent bank alert staff, and the next reading ends it', async () => {
  failing = { status: 401, body: {} };
  await pull();
  expect((await feed()).problem).toContain('срок истёк');
  failing = 'break';
  await pull();
  expect((await feed()).problem).toContain('Банк не ответил');
  failing = null;
  executed = [paid()];
  await pull();
  expect(await feed()).toMatchObject({ problem: null, problem_since: null });
  expect(await readUnallocated(api, company)).toBe(150);
});

test('after an outage of days all of them are read', async () => {
  await pull();
  api.clock.advanceSeconds(10 * 86_400);
  executed = [paid({ at: '2026-09-18T08:00:00Z' })];
  await pull();
  expect(await readUnallocated(api, company)).toBe(150);
});

test('staff start a reading at once; a customer and a read-only member can’t', async () => {
  const ask = (token: string) => api.post('/staff/api/bank-feeds/pull', { token, json: {} });
  expect((await ask(staff.token)).body.data).toEqual({ asked: 1 });
  expect((await ask(company.admin.token)).status).toBe(404);
  const auditor = await givenPerson(api, { staffRole: 'auditor' });
  expect((await ask(auditor.token)).status).toBe(403);
  expect((await api.get('/staff/api/bank-feeds', { token: auditor.token })).status).toBe(200);
});

test('in any order, under any ids and however often, a payment is credited once', async () => {
  const movement = fc.record({
    of: fc.nat({ max: 5 }),
    by: fc.constantFrom('api', 'file', 'renamed'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(movement, { minLength: 1, maxLength: 12 }), async (tellings) => {
      company = await givenCompany(api);
      api.clock.setTo('2026-09-15T12:00:00Z');
      const all = Array.from({ length: 6 }, (_, index) => paid({ sum: 100 + index }));
      for (const { of, by } of tellings) {
        const one = all[of] as WireMovement;
        if (by === 'file') {
          const document = bankFileDocument({
            inn: company.inn,
            number: one.number,
            sum: one.sum.toFixed(2),
          });
          await givenBankFile(api, staff, makeStatement(document));
        } else {
          executed = [{ ...one, id: by === 'renamed' ? `${one.id}-d` : one.id }];
          await pull();
        }
      }
      const expected = [...new Set(tellings.map(({ of }) => of))].reduce((sum, of) => sum + 100 + of, 0);
      expect(await readUnallocated(api, company)).toBe(expected);
    }),
    { numRuns: 12, seed: 25 },
  );
});
