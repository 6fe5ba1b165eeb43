import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATION_STATUS, OPERATION_TYPE, PARTNER } from '#contract/ids.ts';
import { listOperations, OPERATION_SORTS } from '#contract/fuel/operations.ts';
import { SUMMARY_SIDES, summarizeOperations } from '#contract/fuel/spending.ts';
import { listWorkingSet, type WorkingSetQuery } from '#contract/fuel/working-set/list-working-set.ts';
import {
  readColumns,
  replaceSince,
  toDayStartUs,
  toWorkingSet,
} from '#contract/fuel/working-set/working-set.ts';
import { summarizeWorkingSet, type SummaryQuery } from '#contract/fuel/working-set/summarize-working-set.ts';
import { moscowDay } from '../../../../lib/money-format.ts';
import { startApi, type TestApi } from '../../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  type GivenCard,
  type GivenCompany,
} from '../../../../testing/givens/factories.ts';

/**
 * The browser answers filters, sorts and pages from its own operations (contract/src/fuel/working-set). After any history every
 * answer must equal the server's. WORKING_SET_QUERIES asks for more of them (`npm run prove:lists`).
 */
const QUERIES = Number(process.env.WORKING_SET_QUERIES ?? 300);
const OPERATIONS = 700;

let api: TestApi;
let company: GivenCompany;
let cards: GivenCard[];
let ids: { drivers: number[]; vehicles: number[]; groups: number[] };
/** Connected as the owner of the tables: spans and tariffs of the past have no call. */
let owner: pg.Client;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  owner = new pg.Client(api.databaseUrl);
  await owner.connect();
  company = await givenCompany(api);
  cards = [
    await givenCard(api, company.id, { number: '7005 830' }),
    await givenCard(api, company.id, { number: 'RN-70058', partnerId: PARTNER.rn }),
    await givenCard(api, company.id, { number: 'rn-7005800', partnerId: PARTNER.rn }),
  ];
  const make = async (path: string, json: object) =>
    (await api.post(path, { token: company.admin.token, json })).body.data.id as number;
  ids = {
    drivers: [
      await make('/api/drivers', { surname: 'Яшин', name: 'Лев' }),
      await make('/api/drivers', { surname: 'Иванов', name: 'Иван', patronymic: 'Петрович' }),
    ],
    vehicles: [
      await make('/api/vehicles', { plate: 'А123ВС77', goods_kind: 'diesel' }),
      await make('/api/vehicles', { plate: 'В456ОР77', goods_kind: 'diesel' }),
    ],
    groups: [await make('/api/vehicle-groups', { title: 'Север' })],
  };
  await writeHistory();
});

afterAll(async () => {
  await owner?.end();
  await api?.stop();
});

/** Writes a history whose values repeat, so that each order has equal rows and each filter finds some. */
async function writeHistory(): Promise<void> {
  const [first, second, third] = cards.map(({ id }) => id);
  await owner.query(
    `insert into driver_on_card (company_id, card_id, driver_id, since, until) values
      ($1, $2, $4, '2026-05-01', '2026-07-10'), ($1, $2, $5, '2026-06-01', '2026-08-01'), ($1, $3, $5, '2026-05-01', null)`,
    [company.id, first, second, ...ids.drivers],
  );
  await owner.query(
    `insert into card_on_vehicle (company_id, card_id, vehicle_id, since, until) values
      ($1, $2, $4, '2026-05-01', '2026-06-15'), ($1, $2, $5, '2026-06-15', null), ($1, $3, $4, '2026-07-01', '2026-07-20')`,
    [company.id, first, second, ...ids.vehicles],
  );
  await owner.query(
    `insert into operation (company_id, card_id, partner_id, type_id, status_id, sum_kopecks, external_id, refund_of, goods_id,
       goods_title, centilitres, centipieces, unit_price_kopecks, address, sold_at, created_at, reason)
     select $1, card, partner, type, status, case type when ${OPERATION_TYPE.blocking} then 0 else 100 * (1 + n % 9) end,
       case when fuel then 'W-' || n end, case when type = ${OPERATION_TYPE.refund} then 'W-' || (n - 1) end,
       case when fuel and n % 5 > 0 then 300 + n % 3 end, case when fuel then (array['ДТ', 'АИ-95', 'аи-95', 'Мойка'])[1 + n % 4] end,
       case when fuel and n % 4 < 3 then 1000 * (1 + n % 7) end, case when fuel and n % 4 = 3 then 100 end,
       case when fuel then 6000 + n % 6 end, case when fuel then (array['Химки, 15', 'Хабаровский край, Хабаровск, 3'])[1 + n % 2] end,
       case when fuel then at end, at, case when status = ${OPERATION_STATUS.failed} then 'Нет связи' end
     from (
       select n, (array[$2, $3, $4])[1 + n % 3]::bigint as card, case n % 3 when 0 then ${PARTNER.gpn} else ${PARTNER.rn} end as partner, type,
         type in (${OPERATION_TYPE.purchase}, ${OPERATION_TYPE.refund}) as fuel,
         case when n % 11 = 0 then ${OPERATION_STATUS.failed} when n % 13 = 0 then ${OPERATION_STATUS.inProgress} else ${OPERATION_STATUS.done} end as status,
         timestamptz '2026-06-01 20:00Z' + interval '8 hours' * (n / 4) + interval '1 microsecond' * (n % 2) as at
       from (
         select n, (array[${TYPES.join()}])[1 + n % ${TYPES.length}] as type from generate_series(1, ${OPERATIONS}) n
       ) numbered
     ) made order by n`,
    [company.id, first, second, third],
  );
  // A price names its tariff, which is of no interest here.
  await owner.query('set session_replication_role = replica');
  await owner.query(
    `insert into sale_price (operation_id, company_id, tariff_id, discount_kopecks, surcharge_kopecks, fee_kopecks)
     select id, company_id, 1, id % 4 * 10, id % 3, id % 2 from operation
     where company_id = $1 and type_id in (${OPERATION_TYPE.purchase}, ${OPERATION_TYPE.refund}) and id % 2 = 0`,
    [company.id],
  );
  await owner.query('set session_replication_role = default');
  await owner.query(
    `insert into operation_allocation (company_id, operation_id, group_id, cost_centre, counted_at)
     select company_id, id, $2, 'Ц-1', created_at from operation where company_id = $1 and id % 5 = 0`,
    [company.id, ids.groups[0]],
  );
  await owner.query(
    `insert into purchase_assignment (company_id, operation_id, cost_centre, trip_number, by_driver, changed_at)
     select company_id, id, case when id % 2 = 0 then 'Ц-2' else '' end, 'Р-' || id, false, created_at
     from operation where company_id = $1 and type_id = ${OPERATION_TYPE.purchase} and id % 7 = 0`,
    [company.id],
  );
  // Groups come last: a sale is charged to the group in which its truck is then.
  await owner.query(`update vehicle set group_id = $2 where id = $1`, [ids.vehicles[1], ids.groups[0]]);
  await owner.query(
    `insert into vehicle_left_group (company_id, vehicle_id, group_id, until) values
      ($1, $2, $3, '2026-06-20'), ($1, $4, null, '2026-07-05')`,
    [company.id, ids.vehicles[0], ids.groups[0], ids.vehicles[1]],
  );
}

const TYPES = [
  OPERATION_TYPE.purchase,
  OPERATION_TYPE.refund,
  OPERATION_TYPE.topUp,
  OPERATION_TYPE.payout,
  OPERATION_TYPE.blocking,
];

const read = async (query: Record<string, string>) =>
  (await api.get(`/api/operations/columns?${new URLSearchParams(query)}`, { token: company.admin.token }))
    .body;

/** Queries as an address has them; ids are places in what was given. */
const days = fc.constantFrom(
  '2026-06-01',
  '2026-06-02',
  '2026-06-15',
  '2026-06-16',
  '2026-07-01',
  '2026-08-15',
);
const subject = {
  cardId: fc.nat(2).map((place) => cards[place]?.id),
  partnerId: fc.constantFrom(PARTNER.gpn, PARTNER.rn, PARTNER.third),
  driverId: fc.nat(1).map((place) => ids.drivers[place]),
  drivers: fc
    .constantFrom('none', 'both', 'first')
    .map((some) => (some === 'none' ? some : ids.drivers.slice(0, some === 'both' ? 2 : 1).join())),
  vehicleId: fc.nat(1).map((place) => ids.vehicles[place]),
  groupId: fc.constantFrom(0, 1).map((more) => (ids.groups[0] as number) + more),
  goods: fc.constantFrom('ДТ', 'аи-95', 'Керосин'),
  station: fc.constantFrom('Химки, 15', 'Хабаровский край, Хабаровск, 3'),
};
const query = fc.record(
  {
    ...subject,
    typeId: fc.constantFrom(...TYPES),
    statusId: fc.constantFrom(...Object.values(OPERATION_STATUS)),
    dateFrom: days,
    dateTo: days,
    page: fc.integer({ min: 1, max: 40 }),
    perPage: fc.constantFrom(1, 7, 100),
    sort: fc.constantFrom(...OPERATION_SORTS.flatMap((key) => [key, `-${key}` as const])),
  },
  { requiredKeys: [] },
);

test(
  'any filter, order and page of the browser is what the server answers',
  { timeout: 1_800_000 },
  async () => {
    const { data, meta } = await read({});
    expect(meta).toEqual({ next: null });
    const whole = toWorkingSet([readColumns(data)], true);
    // The same in parts: what was read anew since a day in front of what was read before.
    const fresh = readColumns((await read({ dateFrom: '2026-07-01' })).data);
    const inParts = replaceSince(whole, toDayStartUs('2026-07-01'), [fresh]);
    let found = 0;
    await fc.assert(
      fc.asyncProperty(query, async (input) => {
        if (input.dateFrom && input.dateTo && input.dateFrom > input.dateTo) return;
        const written = Object.entries(input).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, String(value)] as [string, string]],
        );
        const { body } = await api.get(`/api/operations?${new URLSearchParams(written)}`, {
          token: company.admin.token,
        });
        const answered = { data: body.data, meta: body.meta };
        if (body.data.length > 0) found += 1;
        const parsed = listOperations.query?.parse(Object.fromEntries(written)) as WorkingSetQuery;
        for (const set of [whole, inParts])
          expect(JSON.parse(JSON.stringify(listWorkingSet(set, parsed)))).toEqual(answered);
      }),
      { numRuns: QUERIES },
    );
  },
);

test('any report of the browser is what the server answers', { timeout: 1_800_000 }, async () => {
  const { data } = await read({});
  const whole = toWorkingSet([readColumns(data)], true);
  const fresh = readColumns((await read({ dateFrom: '2026-07-01' })).data);
  const inParts = replaceSince(whole, toDayStartUs('2026-07-01'), [fresh]);
  const today = moscowDay(api.clock.now());
  const report = fc.record(
    { by: fc.constantFrom(...SUMMARY_SIDES), ...subject, dateFrom: days, dateTo: days },
    { requiredKeys: ['by'] },
  );
  await fc.assert(
    fc.asyncProperty(report, async (input) => {
      if (input.dateFrom && input.dateTo && input.dateFrom > input.dateTo) return;
      const written = Object.entries(input).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      );
      const { body } = await api.get(`/api/operations/summary?${new URLSearchParams(written)}`, {
        token: company.admin.token,
      });
      const parsed = summarizeOperations.query?.parse(Object.fromEntries(written)) as SummaryQuery;
      for (const set of [whole, inParts])
        expect(JSON.parse(JSON.stringify(summarizeWorkingSet(set, parsed, today)))).toEqual({
          data: body.data,
          meta: body.meta,
        });
    }),
    { numRuns: QUERIES },
  );
});

test('a set that begins later answers nothing about the days before it', async () => {
  const { data } = await read({ dateFrom: '2026-07-01' });
  const set = toWorkingSet([readColumns(data)], false);
  const count = (dateFrom?: string) => listWorkingSet(set, { dateFrom, page: 1 })?.meta.pagination.total;
  expect([count(), count('2026-06-30'), count('2026-07-01')]).toEqual([undefined, undefined, undefined]);
  expect(count('2026-07-02')).toBeGreaterThan(0);
});

test('a malformed cursor is refused, and another company has none of these operations', async () => {
  const answer = await api.get('/api/operations/columns?before=x', { token: company.admin.token });
  expect([answer.status, Object.keys(answer.body.error_messages ?? {})]).toEqual([400, ['before']]);
  const other = await givenCompany(api);
  const { body } = await api.get('/api/operations/columns', { token: other.admin.token });
  expect(body.data.columns.id).toEqual([]);
});
