import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { OPERATIONS_PER_PAGE } from '#contract/limits.ts';
import { rows } from '../../../db/database.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';
import { checkBooks } from '../../backoffice/reconciliation/check-books.ts';
import { countUpDays } from './spending.ts';

/**
 * The list answers from counted days; the table alone is the truth. After any order of writes and changes, every page
 * under every filter must equal the answer of a plain OFFSET, and the totals must equal plain sums.
 */
let api: TestApi;
/** Client connected as the owner of the tables, who may do what no role of the program may. */
let owner: pg.Client;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  owner = new pg.Client(api.databaseUrl);
  await owner.connect();
  // No role deletes operations of the last five years (085-retention.sql). These rows test what happens to older ones.
  await owner.query('alter table operation disable trigger keep_five_years');
});

afterAll(async () => {
  await owner?.end();
  await api?.stop();
});

const TYPES = Object.values(OPERATION_TYPE);
const STATUSES = Object.values(OPERATION_STATUS);
/** Both sides of Moscow's midnights. */
const TIMES = [
  '2026-08-31T20:59:59.999Z',
  '2026-08-31T21:00:00Z',
  '2026-09-01T09:00:00Z',
  '2026-09-01T20:59:59Z',
  '2026-09-01T21:00:00Z',
  '2026-09-05T12:00:00Z',
];

interface TestOperation {
  card: number;
  type: number;
  status: number;
  at: string;
  sum: number;
  centilitres: number;
  /** The same number is of pieces, which no sum of litres counts. */
  isInPieces: boolean;
  /** Written together, with one time. */
  copies: number;
}

type Step =
  | { kind: 'write'; operations: TestOperation[] }
  | { kind: 'finish'; status: number }
  | { kind: 'correct'; sum: number; at: string }
  | { kind: 'remove' | 'count-up' | 'leave-off' };

const written: fc.Arbitrary<TestOperation> = fc.record({
  card: fc.nat(1),
  type: fc.constantFrom(...TYPES),
  status: fc.constantFrom(...STATUSES),
  at: fc.constantFrom(...TIMES),
  sum: fc.nat(100_000),
  centilitres: fc.nat(50_000),
  isInPieces: fc.boolean(),
  copies: fc.integer({ min: 1, max: 25 }),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('write' as const),
      operations: fc.array(written, { minLength: 1, maxLength: 4 }),
    }),
  },
  fc.record({ kind: fc.constant('finish' as const), status: fc.constantFrom(...STATUSES) }),
  fc.record({ kind: fc.constant('correct' as const), sum: fc.nat(9999), at: fc.constantFrom(...TIMES) }),
  fc.record({ kind: fc.constantFrom('remove' as const, 'count-up' as const, 'leave-off' as const) }),
);

interface Filter {
  card?: number;
  typeId?: number;
  statusId?: number;
  dateFrom?: string;
  dateTo?: string;
}

const day = fc.constantFrom('2026-08-31', '2026-09-01', '2026-09-02', '2026-09-06');
const filter: fc.Arbitrary<Filter> = fc.record(
  {
    card: fc.nat(1),
    typeId: fc.constantFrom(...TYPES, 99),
    statusId: fc.constantFrom(...STATUSES),
    dateFrom: day,
    dateTo: day,
  },
  { requiredKeys: [] },
);

test(
  'any page under any filter is what OFFSET would answer, and its totals are exact',
  { timeout: 300_000 },
  async () => {
    const deadline = performance.now() + 12_000;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 2, maxLength: 10 }),
        fc.array(filter, { minLength: 2, maxLength: 4 }),
        async (steps, filters) => {
          // Time is bounded: a slow machine plays fewer sequences.
          if (performance.now() > deadline) return;
          const company = await givenCompany(api);
          const cards = [await givenCard(api, company.id), await givenCard(api, company.id)];
          for (const item of steps) await play(item, company, cards);
          for (const item of [{}, ...filters]) await expectEveryPage(company, cards, item);
          const books = await checkBooks(api.ctx.db.system);
          expect(books.filter(({ kind }) => kind === 'days-not-their-operations')).toEqual([]);
        },
      ),
      { numRuns: 40 },
    );
  },
);

async function play(item: Step, company: GivenCompany, cards: GivenCard[]): Promise<void> {
  const { system } = api.ctx.db;
  const some = sql`company_id = ${company.id} and id % 3 = 0`;
  switch (item.kind) {
    case 'write':
      await sql`
        insert into operation (company_id, card_id, partner_id, type_id, status_id, sum_kopecks, centilitres, centipieces, created_at)
        select ${company.id}, card_id, ${cards[0]?.partnerId}, type_id, status_id, sum_kopecks,
          case when not in_pieces then centilitres end, case when in_pieces then centilitres end, at
        from json_to_recordset(${JSON.stringify(
          item.operations.map(({ card, type, status, sum, isInPieces, ...more }) => ({
            in_pieces: isInPieces,
            card_id: cards[card]?.id,
            type_id: type,
            status_id: status,
            sum_kopecks: sum,
            ...more,
          })),
        )}::json) as new (card_id bigint, type_id int, status_id int, sum_kopecks bigint, centilitres bigint, in_pieces boolean, at timestamptz, copies int),
          generate_series(1, copies)`.execute(system);
      return;
    case 'finish':
      await sql`update operation set status_id = ${item.status} where ${some}`.execute(system);
      return;
    case 'correct':
      await sql`update operation set sum_kopecks = ${item.sum}, centilitres = null, created_at = ${item.at} where ${some}`.execute(
        system,
      );
      return;
    case 'remove':
      await owner.query('delete from operation where company_id = $1 and id % 5 = 0', [company.id]);
      return;
    case 'count-up':
      await countUpDays(api.ctx);
      return;
    case 'leave-off':
      await api.ctx.db
        .inSystem(async (tx) => {
          await sql`update operation set status_id = 3 where ${some}`.execute(tx);
          throw new RolledBack();
        })
        .catch((error: unknown) => {
          if (!(error instanceof RolledBack)) throw error;
        });
  }
}

class RolledBack extends Error {}

async function expectEveryPage(company: GivenCompany, cards: GivenCard[], args: Filter): Promise<void> {
  if (args.dateFrom && args.dateTo && args.dateFrom > args.dateTo) return;
  const truth = await filterInMemory(company, cards, args);
  const pages = Math.ceil(truth.ids.length / OPERATIONS_PER_PAGE);
  const { card, ...query } = args;
  for (let page = 1; page <= pages + 1; page += 1) {
    const search = new URLSearchParams({
      ...Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
      ...(card === undefined ? {} : { cardId: String(cards[card]?.id) }),
      page: String(page),
    });
    const { body } = await api.get(`/api/operations?${search}`, { token: company.admin.token });
    expect({
      ids: body.data.map((item: { id: number }) => item.id),
      totals: body.meta.totals,
      pagination: body.meta.pagination,
    }).toEqual({
      ids: truth.ids.slice((page - 1) * OPERATIONS_PER_PAGE, page * OPERATIONS_PER_PAGE),
      totals: truth.totals,
      pagination: { total_pages: pages, current_page: page, total: truth.ids.length },
    });
  }
}

/** Read without any of the product's own statements: all rows, counted here. */
async function filterInMemory(company: GivenCompany, cards: GivenCard[], args: Filter) {
  const all = await rows(
    api.ctx.db.system,
    sql<{ id: number; card: number; type: number; status: number; day: string; sum: number; volume: number }>`
      select id, card_id as card, type_id as type, status_id as status, sum_kopecks as sum, coalesce(centilitres, 0) as volume,
        (created_at + interval '3 hours')::date as day
      from operation where company_id = ${company.id} order by created_at desc, id desc`,
  );
  const found = all.filter(
    (item) =>
      (args.card === undefined || item.card === cards[args.card]?.id) &&
      (args.typeId === undefined || item.type === args.typeId) &&
      (args.statusId === undefined || item.status === args.statusId) &&
      (args.dateFrom === undefined || item.day >= args.dateFrom) &&
      (args.dateTo === undefined || item.day <= args.dateTo),
  );
  const getSign = (item: { type: number; status: number }): number =>
    item.status === OPERATION_STATUS.done
      ? (({ [OPERATION_TYPE.purchase]: 1, [OPERATION_TYPE.refund]: -1 } as Record<number, number>)[
          item.type
        ] ?? 0)
      : 0;
  const sum = found.reduce((total, item) => total + getSign(item) * item.sum, 0);
  const volume = found.reduce((total, item) => total + getSign(item) * item.volume, 0);
  return { ids: found.map((item) => item.id), totals: { sum: sum / 100, litres: volume / 100 } };
}

test('days counted while a writer is active lose nothing and count nothing twice', async () => {
  const company = await givenCompany(api);
  const cards = [await givenCard(api, company.id)];
  const one: TestOperation = {
    card: 0,
    type: 11,
    status: 1,
    at: TIMES[0] as string,
    sum: 100,
    centilitres: 100,
    isInPieces: false,
    copies: 3,
  };
  await play({ kind: 'write', operations: [one] }, company, cards);
  await owner.query('begin');
  await owner.query('update operation set sum_kopecks = 200 where company_id = $1', [company.id]);
  await Promise.all([countUpDays(api.ctx), countUpDays(api.ctx)]);
  await expectEveryPage(company, cards, {});
  await owner.query('commit');
  await expectEveryPage(company, cards, {});
  await Promise.all([countUpDays(api.ctx), countUpDays(api.ctx)]);
  await expectEveryPage(company, cards, {});
});
