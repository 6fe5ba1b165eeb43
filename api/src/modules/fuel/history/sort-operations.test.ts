import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPERATION_STATUS, OPERATION_TYPE, PARTNER, type PartnerId } from '#contract/ids.ts';
import { MAX_LIST_ROWS } from '#contract/limits.ts';
import { OPERATION_SORTS, type OperationSort } from '#contract/fuel/operations.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import {
  givenCard,
  givenCompany,
  type GivenCard,
  type GivenCompany,
} from '../../../testing/givens/factories.ts';

let api: TestApi;
let company: GivenCompany;
let gpn: GivenCard;
let rn: GivenCard;
let driverId: number;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  company = await givenCompany(api);
  gpn = await givenCard(api, company.id);
  rn = await givenCard(api, company.id, { partnerId: PARTNER.rn });
  const { token } = company.admin;
  for (const json of [
    { surname: 'Яшин', name: 'Лев' },
    { surname: 'Иванов', name: 'Иван', patronymic: 'Петрович' },
  ]) {
    const { id } = (await api.post('/api/drivers', { token, json })).body.data;
    await api.post(`/api/card/${rn.id}/driver/${id}/set`, { token });
    // The first counts for all that was: the other one came later.
    driverId ??= id;
  }
  for (let at = 0; at < 60; at += 1) await write(at % 3 === 0 ? rn : gpn, at);
});
afterAll(() => api?.stop());

const TYPES = [
  OPERATION_TYPE.purchase,
  OPERATION_TYPE.topUp,
  OPERATION_TYPE.purchase,
  OPERATION_TYPE.refund,
  OPERATION_TYPE.blocking,
];

/** Many that are equal in one thing and differ in another; some are of the same moment. */
async function write(card: GivenCard, at: number): Promise<void> {
  const type = TYPES[at % TYPES.length] as number;
  const fuel = type === OPERATION_TYPE.purchase || type === OPERATION_TYPE.refund;
  const status = at % 7 === 0 ? OPERATION_STATUS.failed : OPERATION_STATUS.done;
  const sum = type === OPERATION_TYPE.blocking ? 0 : (1 + (at % 4)) * 1_000_00;
  const moment = new Date(Date.UTC(2026, 7, 1 + Math.floor(at / 2)));
  await sql`
    insert into operation (company_id, card_id, partner_id, type_id, status_id, sum_kopecks, external_id, goods_id, goods_title,
      centilitres, unit_price_kopecks, address, sold_at, created_at)
    values (${company.id}, ${card.id}, ${card.partnerId}, ${type}, ${status}, ${sum}, ${fuel ? `S-${at}` : null},
      ${fuel ? 301 : null}, ${fuel ? ['ДТ', 'АИ-92'][at % 2] : null}, ${fuel ? 1000 * (1 + (at % 3)) : null},
      ${fuel ? 60_00 + (at % 5) : null}, ${fuel ? 'Химки, 15' : null}, ${fuel ? moment : null}, ${moment})`.execute(
    api.ctx.db.system,
  );
}

interface Listed {
  id: number;
  number: string;
  card: { card_number: string; comment: string };
  partner: { id: PartnerId; title: string };
  drivers: string[];
  type: { id: number };
  status: { id: number };
  purchase: { goodsItem: { title: string }; unit_cnt: number; unit_price: number } | null;
  sum: number;
  vat: number | null;
  created_at: string;
}

async function list(query: Record<string, string | number> = {}, token = company.admin.token) {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return api.get(`/api/operations?${search}`, { token });
}

/** Values that each order compares, computed from the response. */
const COMPARED: Record<OperationSort, (listed: Listed) => string | number | null> = {
  at: (listed) => listed.created_at,
  card: (listed) => listed.card.card_number,
  network: (listed) => listed.partner.id,
  what: (listed) => listed.purchase?.goodsItem.title ?? null,
  litres: (listed) =>
    listed.purchase && (listed.type.id === OPERATION_TYPE.refund ? -1 : 1) * listed.purchase.unit_cnt,
  price: (listed) => listed.purchase?.unit_price ?? null,
  sum: (listed) =>
    listed.sum === 0 ? null : listed.type.id === OPERATION_TYPE.purchase ? -listed.sum : listed.sum,
  size: (listed) => listed.sum || null,
  status: (listed) => listed.status.id,
};

describe('order', () => {
  test.each(OPERATION_SORTS.flatMap((key) => [key, `-${key}` as const]))(
    'pages sorted by %s are one list: no value last, equal ones newest first',
    async (sort) => {
      const all = (await list({ perPage: 500 })).body.data as Listed[];
      const key = sort.replace('-', '') as OperationSort;
      const expected = all.toSorted((left, right) => {
        const [a, b] = [COMPARED[key](left), COMPARED[key](right)];
        if (a === b) return all.indexOf(left) - all.indexOf(right);
        if (a === null || b === null) return a === null ? 1 : -1;
        return (a < b ? -1 : 1) * (sort.startsWith('-') ? -1 : 1);
      });
      const pages = [];
      for (let page = 1; page <= 4; page += 1) pages.push((await list({ sort, page })).body.data as Listed[]);
      expect(pages.map((page) => page.length)).toEqual([20, 20, 20, 0]);
      expect(pages.flat().map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    },
  );

  test('a sorted page has the totals of the whole filter', async () => {
    const plain = (await list({ typeId: OPERATION_TYPE.purchase })).body.meta;
    const sorted = (await list({ typeId: OPERATION_TYPE.purchase, sort: '-sum' })).body.meta;
    expect(sorted).toEqual(plain);
  });

  test.each([
    ['sort', { sort: 'secret' }],
    ['sort', { sort: '--sum' }],
    ['perPage', { perPage: 0 }],
    ['perPage', { perPage: MAX_LIST_ROWS + 1 }],
    ['partnerId', { partnerId: 'x' }],
    ['driverId', { driverId: 0 }],
  ])('a bad %s is refused in Russian: %o', async (field, query) => {
    const { status, body } = await list(query);
    expect(status).toBe(400);
    expect(body.error_messages?.[field]?.[0]).toMatch(/[а-яё]/i);
  });
});

describe('filters', () => {
  test('operations of a network or driver are those of their cards, with own totals', async () => {
    const all = (await list({ perPage: 500 })).body.data as Listed[];
    const own = all.filter((listed) => listed.partner.id === PARTNER.rn).map(({ id }) => id);
    const byNetwork = (await list({ partnerId: PARTNER.rn, perPage: 500 })).body;
    const byDriver = (await list({ driverId, perPage: 500 })).body;
    expect(byNetwork.data.map(({ id }: Listed) => id)).toEqual(own);
    expect(byDriver).toEqual(byNetwork);
    expect(byNetwork.meta.pagination.total).toBe(own.length);
    expect(byNetwork.meta.totals.sum).toBeLessThan((await list()).body.meta.totals.sum);
  });

  test('another company’s driver finds nothing, and neither does an unknown one', async () => {
    const other = await givenCompany(api);
    await givenCard(api, other.id);
    expect((await list({ driverId }, other.admin.token)).body.data).toEqual([]);
    expect((await list({ driverId: 9_007_199_254_740_991 })).body.data).toEqual([]);
  });
});

test('an operation has its network, its card’s driver at the time, number and tax', async () => {
  const { token } = company.admin;
  await api.post(`/api/card/${rn.id}/setComment`, { token, json: { comment: 'А123ВС 77' } });
  const all = (await list({ perPage: 500 })).body.data as Listed[];
  const sale = all.find(({ number }) => number === 'S-0');
  expect(sale).toMatchObject({
    card: { comment: 'А123ВС 77' },
    partner: { id: PARTNER.rn, title: 'РН-Карт' },
    // The other one came to the card later.
    drivers: ['Яшин Л.'],
    sum: 1000,
    vat: 180.33,
  });
  const topUp = all.find(({ type }) => type.id === OPERATION_TYPE.topUp);
  expect(topUp).toMatchObject({ number: String(topUp?.id), vat: null });
});
