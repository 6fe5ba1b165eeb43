import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kopecks } from '#contract/kopecks.ts';
import { INSUFFICIENT_FUNDS, SUM_EXCEEDED } from '#contract/money/money.ts';
import { SMS_MESSAGES } from '#contract/identity/sms-code.ts';
import { mintCompanyScope } from '../../../db/company-scope.ts';
import { getOnlyRow, rows } from '../../../db/database.ts';
import type { RequestKey } from '../../../http/request-key.ts';
import { hashOfValue } from '../../../lib/secrets.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { expectBooksToAgree } from '../../../testing/expect-books-to-agree.ts';
import { givenCard, givenCode, givenCompany, type GivenCompany } from '../../../testing/givens/factories.ts';
import { holdMoney } from '../../../testing/hold-money.ts';
import { knownAccounts, MAX_KNOWN } from '../ledger/known-accounts.ts';
import { findOperation, type OperationRecord } from '../../cards/commands/operations.ts';
import { distribute } from '../transfers/distribute.ts';
import { payoutFromCard } from '../transfers/payout-from-card.ts';
import { revoke } from '../transfers/revoke.ts';
import { settleCardMovement } from '../transfers/settle-card-movement.ts';
import { transferToCard } from '../transfers/transfer-to-card.ts';

/**
 * Movements requested in one turn are one batch. These tests call the use cases, because over HTTP it is not certain
 * which requests meet.
 */
let api: TestApi;
let owner: pg.Client;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  owner = new pg.Client(api.databaseUrl);
  await owner.connect();
});

afterAll(async () => {
  await owner.end();
  await api.stop();
});

interface MovementInput {
  partnerId?: number;
  key?: string;
  in?: TestApi;
}

const sums = (company: GivenCompany, rubles: number, input: MovementInput) => ({
  scope: mintCompanyScope(company.id),
  userId: company.admin.id,
  sums: [{ partnerId: input.partnerId ?? 1, sum: kopecks(rubles * 100) }],
  requestKey: input.key ? makeRequestKey(company, input.key, { rubles }) : null,
});

const put = (company: GivenCompany, rubles: number, input: MovementInput = {}) =>
  distribute((input.in ?? api).ctx, sums(company, rubles, input));

const takeBack = (company: GivenCompany, rubles: number, input: MovementInput = {}) =>
  revoke((input.in ?? api).ctx, sums(company, rubles, input));

const move = (
  company: GivenCompany,
  cardId: number,
  input: { sum: number; sms: string; key?: string },
  how = transferToCard,
) =>
  how(api.ctx, {
    scope: mintCompanyScope(company.id),
    userId: company.admin.id,
    cardId,
    sum: kopecks(input.sum * 100),
    sms: input.sms,
    requestKey: input.key ? makeRequestKey(company, input.key, input) : null,
  });

function makeRequestKey(company: GivenCompany, key: string, input: unknown): RequestKey {
  return { userId: company.admin.id, key, call: 'test', bodyHash: hashOfValue(input), earlier: null };
}

/** Returns the result of each movement: its outcome, or the message of its refusal. */
async function settled(movements: Promise<unknown>[]): Promise<unknown[]> {
  const ends = await Promise.allSettled(movements);
  return ends.map((end) => (end.status === 'fulfilled' ? 'done' : (end.reason as Error).message));
}

async function balance(company: GivenCompany, kind: string): Promise<number> {
  const { sum } = await getOnlyRow(
    api.ctx.db.system,
    sql<{ sum: number }>`
      select sum(balance_kopecks)::bigint as sum from ledger_account where company_id = ${company.id} and kind = ${kind}`,
  );
  return sum / 100;
}

describe('movements of one batch', () => {
  test('a batch is one transaction, and a refused movement affects no other', async () => {
    const companies = [];
    for (let index = 0; index < 3; index += 1) {
      companies.push(await givenCompany(api, { unallocatedKopecks: 100_00 }));
    }
    const [one, poor, other] = companies as [GivenCompany, GivenCompany, GivenCompany];
    expect(await settled([put(one, 60), put(poor, 101), put(other, 60), put(one, 41)])).toEqual([
      'done',
      SUM_EXCEEDED,
      'done',
      SUM_EXCEEDED,
    ]);
    const written = await rows(
      api.ctx.db.system,
      sql<{ transaction: string }>`
        select distinct xmin::text as transaction from ledger_transfer
        where subject_kind = 'distribution' and company_id = any(${companies.map(({ id }) => id)}::bigint[])`,
    );
    expect(written).toHaveLength(1);
    expect(await Promise.all(companies.map((company) => balance(company, 'partner')))).toEqual([60, 0, 60]);
    await expectBooksToAgree(api);
  });

  test('movements see one another’s money in order, each with the balances that it left', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const card = await givenCard(api, company.id, { balanceKopecks: 50_00 });
    const sms = await givenCode(api, company.admin, 'payout', card.id);
    const [first, , , last] = await Promise.all([
      put(company, 100),
      takeBack(company, 30),
      move(company, card.id, { sum: 20, sms }, payoutFromCard),
      put(company, 30, { partnerId: 2 }),
    ]);
    expect(first.balances).toMatchObject({ unallocated: 0, cards: 50_00, inTransit: 0 });
    expect(last.balances).toMatchObject({ unallocated: 0, cards: 30_00, inTransit: 20_00 });
    expect(last.balances.partners.map((partner) => partner.balance)).toEqual([70_00, 30_00, 0, 0]);
    await expectBooksToAgree(api);
  });

  test('movements with one key are one with one outcome; another body is refused', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const [first, second] = await Promise.all([
      put(company, 40, { key: 'a' }),
      put(company, 40, { key: 'a' }),
    ]);
    expect(second).toEqual(first);
    expect(await settled([put(company, 10, { key: 'b' }), put(company, 11, { key: 'b' })])).toEqual([
      'done',
      'Этот ключ запроса уже использован с другими данными',
    ]);
    expect(await put(company, 40, { key: 'a' })).toEqual(first);
    expect(await balance(company, 'partner')).toBe(50);
  });

  test('after a refused movement with a key the second with it is done as the first', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    await put(company, 100);
    const refused = put(company, 40, { key: 'again' });
    const money = takeBack(company, 100);
    const done = put(company, 40, { key: 'again' });
    expect(await settled([refused, money, done])).toEqual([SUM_EXCEEDED, 'done', 'done']);
  });

  test('a company with new accounts beside one with cached accounts finds its own', async () => {
    const known = await givenCompany(api, { unallocatedKopecks: 100_00 });
    await put(known, 10);
    const unknown = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const [one, other] = await Promise.all([put(known, 20), put(unknown, 30)]);
    expect([one.balances.unallocated, other.balances.unallocated]).toEqual([70_00, 70_00]);
    const again = await put(unknown, 5, { partnerId: 2 });
    expect(again.balances.partners.map((partner) => partner.balance)).toEqual([30_00, 5_00, 0, 0]);
    await expectBooksToAgree(api);
  });

  test('movements of a batch find their accounts just after the cache was cleared', async () => {
    const known = knownAccounts(api.ctx);
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    expect(await settled([put(company, 10)])).toEqual(['done']);
    const stored = known.getShown(company.id);
    let id = 0;
    const learn = () => known.learn({ id: (id -= 1), companyId: id, kind: 'bank' });
    for (let count = 0; count < 2 * MAX_KNOWN; count += 1) learn();
    expect([stored?.length, known.getShown(company.id)]).toEqual([10, undefined]);
    expect((await put(company, 10)).balances.unallocated).toBe(80_00);
  });

  test('a movement can’t move money of a foreign card that another of its batch names', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const outsider = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const card = await givenCard(api, company.id, { balanceKopecks: 50_00 });
    const own = await givenCode(api, company.admin, 'transfer', card.id);
    const foreign = await givenCode(api, outsider.admin);
    expect(
      await settled([
        move(company, card.id, { sum: 20, sms: own }),
        move(outsider, card.id, { sum: 20, sms: foreign }),
        move(outsider, card.id, { sum: 20, sms: foreign }, payoutFromCard),
      ]),
    ).toEqual(['done', 'Карта не найдена', 'Карта не найдена']);
    expect(await balance(outsider, 'unallocated')).toBe(100);
    expect(await balance(company, 'in-transit')).toBe(20);
    await expectBooksToAgree(api);
  });

  test('movements of one batch can’t use one code twice', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const card = await givenCard(api, company.id);
    const sms = await givenCode(api, company.admin, 'transfer', card.id);
    expect(
      await settled([
        move(company, card.id, { sum: 100.5, sms }),
        move(company, card.id, { sum: 10, sms }),
        move(company, card.id, { sum: 10, sms }),
      ]),
    ).toEqual([INSUFFICIENT_FUNDS, 'done', SMS_MESSAGES.used]);
    expect(await balance(company, 'in-transit')).toBe(10);
  });

  test('a movement is not confirmed by a code of another user in the same batch', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const outsider = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const [card, foreign] = [await givenCard(api, company.id), await givenCard(api, outsider.id)];
    const [sms, own] = [await givenCode(api, company.admin), await givenCode(api, outsider.admin)];
    expect(
      await settled([
        move(outsider, foreign.id, { sum: 10, sms }),
        move(company, card.id, { sum: 10, sms }),
        move(outsider, foreign.id, { sum: 10, sms: own }),
      ]),
    ).toEqual(['Неверный код из СМС', 'done', 'done']);
  });

  test('movements of one batch end one movement once, and only from its own money', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const card = await givenCard(api, company.id);
    const operations: OperationRecord[] = [];
    for (const sum of [40, 50]) {
      const sms = await givenCode(api, company.admin, 'transfer', card.id);
      const { operationId } = await move(company, card.id, { sum, sms });
      operations.push((await findOperation(api.ctx.db.system, operationId)) as OperationRecord);
    }
    const [one] = operations as [OperationRecord];
    const ends = [null, 'Сеть отказала', null].map((refusal) => settleCardMovement(api.ctx, one, refusal));
    expect(await Promise.all(ends)).toEqual([true, false, false]);
    expect(await balance(company, 'in-transit')).toBe(50);
    expect([await balance(company, 'card'), await balance(company, 'unallocated')]).toEqual([40, 10]);
    await expectBooksToAgree(api);
  });

  test('five wrong guesses in one batch end the code', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const card = await givenCard(api, company.id);
    const sms = await givenCode(api, company.admin, 'transfer', card.id);
    const wrong = sms === '111111' ? '222222' : '111111';
    const guesses = Array.from({ length: 5 }, () => move(company, card.id, { sum: 10, sms: wrong }));
    const input = await settled([...guesses, move(company, card.id, { sum: 10, sms })]);
    expect(input.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => 'Неверный код из СМС'));
    expect(input[4]).toMatch(/Слишком много/);
    expect(input[5]).not.toBe('done');
    expect(await settled([move(company, card.id, { sum: 10, sms })])).not.toEqual(['done']);
    expect(await balance(company, 'unallocated')).toBe(100);
  });

  test('a batch that falls to the threshold, rises and falls again leaves one message', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    await put(company, 10);
    await api.post('/api/client/availableFunds', { token: company.admin.token, json: { threshold: 50 } });
    const countDueNow = async () =>
      getOnlyRow(
        api.ctx.db.system,
        sql`select threshold_crossed as crossed, threshold_message_due as due from company where id = ${company.id}`,
      );
    await Promise.all([put(company, 60), takeBack(company, 60)]);
    expect(await countDueNow()).toEqual({ crossed: false, due: false });
    await Promise.all([put(company, 60), takeBack(company, 60), put(company, 60)]);
    expect(await countDueNow()).toEqual({ crossed: true, due: true });
  });
});

describe('a batch that PostgreSQL refuses', () => {
  test('a failed batch is posted one by one: only the faulty movement fails', async () => {
    const companies = [];
    for (let index = 0; index < 3; index += 1) {
      companies.push(await givenCompany(api, { unallocatedKopecks: 100_00 }));
    }
    const [one, poisoned, other] = companies as [GivenCompany, GivenCompany, GivenCompany];
    await owner.query(`
      create function refuse_poison() returns trigger language plpgsql as
        $$ begin if new.company_id = ${poisoned.id} then raise exception 'poison'; end if; return new; end $$;
      create trigger refuse_poison before insert on distribution for each row execute function refuse_poison()`);
    const input = await settled([
      put(one, 10, { key: 'k' }),
      put(poisoned, 10, { key: 'k' }),
      put(other, 10, { key: 'k' }),
    ]);
    await owner.query('drop trigger refuse_poison on distribution; drop function refuse_poison()');
    expect(input).toEqual(['done', 'poison', 'done']);
    expect(await Promise.all(companies.map((company) => balance(company, 'partner')))).toEqual([10, 0, 10]);
    expect(await settled([put(poisoned, 10, { key: 'k' })])).toEqual(['done']);
    await expectBooksToAgree(api);
  });

  test('a batch whose connection the database ended leaves nothing, the next is posted', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const other = await givenCompany(api, { unallocatedKopecks: 100_00 });
    const holder = new pg.Client(api.databaseUrl);
    await holder.connect();
    await holder.query('begin');
    await holder.query(holdMoney(company.id));
    let input: unknown[] = [];
    const ended = settled([put(company, 10, { key: 'k' }), put(other, 10, { key: 'k' })]).then((all) => {
      input = all;
    });
    // The batch waits for the lock, and then the movement by itself. Each time its connection is closed.
    await expect
      .poll(async () => {
        await owner.query(
          `select pg_terminate_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return input;
      })
      .toHaveLength(2);
    await ended;
    await holder.end();
    expect(input).toEqual(['terminating connection due to administrator command', 'done']);
    expect([await balance(company, 'partner'), await balance(other, 'partner')]).toEqual([0, 10]);
    expect(await settled([put(company, 10, { key: 'k' }), put(other, 10, { key: 'k' })])).toEqual([
      'done',
      'done',
    ]);
    expect([await balance(company, 'partner'), await balance(other, 'partner')]).toEqual([10, 10]);
    await expectBooksToAgree(api);
  });
});

test('movements past the size of a batch spend neither its money nor its keys again', async () => {
  const poor = await givenCompany(api, { unallocatedKopecks: 70_00 });
  const careful = await givenCompany(api, { unallocatedKopecks: 500_00 });
  const requested = Array.from({ length: 200 }, (_, index) => index);
  const [spent, repeated] = await Promise.all([
    settled(requested.map(() => put(poor, 1))),
    settled(requested.map((index) => put(careful, 1, { key: `k${index % 80}` }))),
  ]);
  expect(spent.filter((end) => end === 'done')).toHaveLength(70);
  expect(spent.filter((end) => end === SUM_EXCEEDED)).toHaveLength(130);
  expect(repeated).toEqual(requested.map(() => 'done'));
  expect([await balance(poor, 'partner'), await balance(careful, 'partner')]).toEqual([70, 80]);
  await expectBooksToAgree(api);
});

test('two processes whose batches lock the same accounts never deadlock', async () => {
  const second = await startApi({
    databaseUrl: api.databaseUrl,
    jobs: false,
    overrides: { clock: api.clock },
  });
  const companies: GivenCompany[] = [];
  for (let index = 0; index < 8; index += 1) {
    companies.push(await givenCompany(api, { unallocatedKopecks: 1000_00 }));
  }
  const backwards = companies.toReversed();
  for (let round = 0; round < 10; round += 1) {
    const input = await settled([
      ...companies.map((company) => put(company, 1, { partnerId: 1 + (round % 4) })),
      ...backwards.map((company) => put(company, 1, { partnerId: 4 - (round % 4), in: second })),
    ]);
    expect(input).toEqual(input.map(() => 'done'));
  }
  await second.stop();
  const { rows: found } = await owner.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  expect(found[0].deadlocks).toBe(0);
  expect(await balance(companies[0] as GivenCompany, 'partner')).toBe(20);
  await expectBooksToAgree(api);
});
