import { afterAll, beforeAll, expect, test } from 'vitest';
import { CARD_STATUS } from '#contract/ids.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCard, givenCompany, givenPerson, givenStaff } from '../../../testing/givens/factories.ts';
import type { GivenCard, GivenCompany } from '../../../testing/givens/factories.ts';
import { givenInvoice } from '../../../testing/givens/given-bank-file.ts';
import { givenDocument } from '../../../testing/givens/given-document.ts';
import { givenOrder } from '../../../testing/givens/given-order.ts';
import { givenSales } from '../../../testing/givens/given-sales.ts';
import { sendDueNotices } from '../../../testing/notices.ts';
import { maintainRules } from '../../fleet/rules/maintain-rules.ts';
import { findSignals } from '../../fleet/signals/find-signals.ts';
import { sendDigests } from '../../fleet/signals/send-digests.ts';
import { describeOtherWaiting } from './list-waiting.ts';
import { rankWaiting, type WaitingItem } from './rank-waiting.ts';
import { kopecks } from '#contract/kopecks.ts';

let api: TestApi;
let company: GivenCompany;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  api.clock.setTo('2026-09-20T10:00:00+03:00');
  company = await givenCompany(api, { unallocatedKopecks: 100_000_00 });
  const { token } = company.admin;
  const staff = await givenStaff(api);
  await givenOrder(api, company.admin);
  await givenOrder(api, company.admin);
  await givenDocument(api, staff, company);
  await givenInvoice(api, company, 5_000);
  await givenInvoice(api, company, 7_000);
  await givenCard(api, company.id, { statusId: CARD_STATUS.notSetUp });

  // One filling that two rules find, and one that a single rule finds.
  const truck = await givenCard(api, company.id, { balanceKopecks: 100_000_00 });
  await api.post('/api/vehicles', {
    token,
    json: { plate: 'А123ВС77', tank_litres: 200, card_ids: [truck.id] },
  });
  await givenSales(api, truck, [
    { sum: 30_000_00, at: '2026-09-12T12:00:00+03:00', litres: 500 },
    { sum: 18_000_00, at: '2026-09-18T12:00:00+03:00', litres: 300 },
  ]);
  await findSignals(api.ctx);

  // A driver who was refused and has asked, and two who were refused and have not.
  const asking = await givenRuledCard();
  await fuel(asking);
  const [decline] = (await api.get(`/api/declines?card_id=${asking.id}`, { token })).body.data;
  await api.post('/api/exceptions', { token, json: { decline_id: decline.id, reason: 'Дальний рейс' } });
  await fuel(await givenRuledCard());
  await fuel(await givenRuledCard());

  // A card that its group's budget stops.
  const group = (await api.post('/api/card-groups', { token, json: { title: 'Склад' } })).body.data.id;
  await api.post('/api/card-groups/cards', { token, json: { ids: [truck.id], group_id: group } });
  await fuel(truck);
  await api.put(`/api/rules/groups/${group}`, {
    token,
    json: { rules: [{ kind: 'together_sum_month', value: 1000 }] },
  });
  await maintainRules(api.ctx);
});
afterAll(() => api?.stop());

async function givenRuledCard(): Promise<GivenCard> {
  const card = await givenCard(api, company.id, { balanceKopecks: 100_000_00 });
  const json = { rules: [{ kind: 'litres_filling', value: 60 }] };
  await api.put(`/api/card/${card.id}/rules`, { token: company.admin.token, json });
  return card;
}

async function fuel(card: GivenCard): Promise<void> {
  const json = {
    card_number: card.number,
    goods_id: 301,
    litres: 90,
    unit_price: 70,
    address: 'М-4, 120 км',
  };
  await api.post('/dev/fuel', { json });
}

interface WaitingRow {
  kind: string;
  count: number;
  sum?: number;
  due_at?: string;
  href: string;
}

async function readWaiting(token = company.admin.token): Promise<WaitingRow[]> {
  return (await api.get('/api/overview', { token })).body.data.waiting;
}

type Row = { status: { id: number }; stopped: number };
/** Answers of lists, as far as the counts need them. */
interface Listed {
  data: Row[] & Record<string, Row[]>;
  meta: { pagination: { total: number } };
}

/** The call behind the page of each kind, and how many it lists. */
const LISTS: Record<string, [path: string, count: (body: Listed) => number]> = {
  stopped: ['/api/rules/groups', ({ data }) => data.reduce((sum, group) => sum + group.stopped, 0)],
  signals: ['/api/signals?state=open&by=filling', ({ meta }) => meta.pagination.total],
  exceptions: ['/api/exceptions?state=asked', ({ meta }) => meta.pagination.total],
  declines: ['/api/declines?waiting=1', ({ meta }) => meta.pagination.total],
  documents: ['/api/doc?waiting=1', ({ data }) => Object.values(data).flat().length],
  invoices: ['/api/invoices?waiting=1', ({ meta }) => meta.pagination.total],
  orders: ['/api/cardsRequest', ({ data }) => data.filter((row) => [1, 2].includes(row.status.id)).length],
  cards: [`/api/card?status_id=${CARD_STATUS.notSetUp}`, ({ data }) => data.length],
};

test('each count of what waits is the total of the list that shows exactly these', async () => {
  const waiting = await readWaiting();
  expect(Object.fromEntries(waiting.map(({ kind, count }) => [kind, count]))).toEqual({
    signals: 2,
    exceptions: 1,
    declines: 2,
    stopped: 1,
    documents: 1,
    invoices: 2,
    orders: 2,
    cards: 1,
  });
  const listed: Record<string, number> = {};
  for (const [kind, [path, count]] of Object.entries(LISTS))
    listed[kind] = count((await api.get(path, { token: company.admin.token })).body as Listed);
  expect(listed).toEqual(Object.fromEntries(waiting.map(({ kind, count }) => [kind, count])));
});

test('a driver at the pump comes first, each kind has its sum, term and page', async () => {
  const waiting = await readWaiting();
  expect(waiting.map(({ kind }) => kind)).toEqual([
    'exceptions',
    'declines',
    'stopped',
    expect.any(String),
    expect.any(String),
    expect.any(String),
    expect.any(String),
    'orders',
  ]);
  expect(waiting[0]).toEqual({
    kind: 'exceptions',
    count: 1,
    sum: 6_300,
    due_at: expect.stringMatching(/^2026-09-20T07:/),
    href: '/cabinet/exceptions',
  });
  expect(waiting.find(({ kind }) => kind === 'signals')).toEqual({
    kind: 'signals',
    count: 2,
    sum: 48_000,
    href: '/cabinet/signals?state=open',
  });
  expect(waiting.find(({ kind }) => kind === 'invoices')).toMatchObject({ sum: 12_000 });
});

test('a specialist decides nothing, and another company has nothing to decide', async () => {
  const specialist = await givenPerson(api, { companyId: company.id, role: 'specialist' });
  expect(await readWaiting(specialist.token)).toEqual([]);
  expect(await readWaiting((await givenCompany(api)).admin.token)).toEqual([]);
  const manager = await givenPerson(api, { companyId: company.id, role: 'manager' });
  expect(await readWaiting(manager.token)).toEqual(await readWaiting());
});

test('the request of a driver names plate, driver, station, price and cost', async () => {
  const { token } = company.admin;
  const card = await givenRuledCard();
  await api.post('/api/vehicles', {
    token,
    json: { plate: 'В777ОР77', tank_litres: 900, card_ids: [card.id] },
  });
  const driver = { surname: 'Баранов', name: 'Кирилл' };
  const { id: driverId } = (await api.post('/api/drivers', { token, json: driver })).body.data;
  await api.post(`/api/card/${card.id}/driver/${driverId}/set`, { token, json: {} });
  await givenSales(api, card, [{ sum: 700_00, at: '2026-09-19T12:00:00+03:00', litres: 10 }]);
  const json = { card_id: card.id, litres: 90, reason: 'Дальний рейс' };
  const requested = (await api.post('/api/exceptions', { token, json })).body.data;
  expect(requested).toMatchObject({
    plate: 'В777ОР77',
    station: null,
    sum: null,
    price: 65.43,
    cost: 5_888.7,
  });
  expect(requested.driver).toContain('Баранов');
  const { data } = (await api.get('/api/exceptions?state=asked', { token })).body;
  expect(data.at(-1)).toMatchObject({ station: 'М-4, 120 км', sum: 6_300, cost: 6_300, plate: null });
});

test('the request in a message names them too', async () => {
  await sendDueNotices(api);
  const { data } = (await api.get('/api/notices', { token: company.admin.token })).body;
  const texts = data.map(({ text }: { text: string }) => text.replaceAll('\u00a0', ' '));
  expect(texts).toContainEqual(expect.stringContaining('В 777 ОР 77, Баранов Кирилл: 90 л, 5 888,70 ₽. '));
  expect(texts).toContainEqual(expect.stringContaining('М-4, 120 км: 90 л, 6 300,00 ₽. '));
});

test('the daily message names what else waits', async () => {
  api.clock.setTo('2026-09-21T09:00:00+03:00');
  const { token } = await givenPerson(api, { companyId: company.id, role: 'admin' });
  await sendDigests(api.ctx, (scope) => describeOtherWaiting(api.ctx, scope));
  await sendDueNotices(api);
  const { data } = (await api.get('/api/notices', { token })).body;
  const digest = data.find(({ title }: { title: string }) => title.startsWith('Подозрительные заправки'));
  expect(digest.text.replaceAll('\u00a0', ' ')).toMatch(
    /Ещё ждут решения: .*2 счёта к оплате на 12 000,00 ₽.*2 заявки на карты в работе/,
  );
});

test('a company has no fillings until a card was used at a station', async () => {
  const isUsed = async ({ admin }: GivenCompany) =>
    (await api.get('/api/overview', { token: admin.token })).body.data.has_fillings;
  expect(await isUsed(company)).toBe(true);
  expect(await isUsed(await givenCompany(api, { unallocatedKopecks: 1_00 }))).toBe(false);
});

test.each<[string, WaitingItem[], string]>([
  [
    'a late debt before all else',
    [item('exceptions', {}), item('debt', { sum: 1, days: -1 })],
    'debt exceptions',
  ],
  ['a pump before any sum', [item('signals', { sum: 900 }), item('declines', {})], 'declines signals'],
  [
    'a near term before a sum',
    [item('signals', { sum: 900 }), item('invoices', { sum: 1, days: 2 })],
    'invoices signals',
  ],
  [
    'a far term by its sum',
    [item('invoices', { sum: 1, days: 9 }), item('signals', { sum: 900 })],
    'signals invoices',
  ],
  [
    'a late one first',
    [item('documents', { days: 1 }), item('invoices', { days: -1 })],
    'invoices documents',
  ],
  [
    'no sum in the usual order',
    [item('orders', {}), item('cards', {}), item('documents', {})],
    'documents cards orders',
  ],
  ['nothing of what there is none', [item('orders', { count: 0 })], ''],
])('what waits is ranked: %s', (_title, items, order) => {
  expect(
    rankWaiting(items, new Date('2026-09-20T07:00:00Z'))
      .map(({ kind }) => kind)
      .join(' '),
  ).toBe(order);
});

function item(
  kind: WaitingItem['kind'],
  { sum, days, count = 1 }: { sum?: number; days?: number; count?: number },
): WaitingItem {
  return {
    kind,
    count,
    sum: sum === undefined ? null : kopecks(sum),
    dueAt: days === undefined ? null : new Date(Date.parse('2026-09-20T07:00:00Z') + days * 86_400_000),
    href: '/cabinet',
  };
}
