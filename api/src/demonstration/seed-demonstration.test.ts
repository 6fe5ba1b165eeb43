import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { listCards } from '#contract/cards/cards.ts';
import type { listDocuments } from '#contract/papers/documents.ts';
import type { EndpointData } from '#contract/endpoint.ts';
import { PARTNER_IDS } from '#contract/ids.ts';
import { SIGNAL_RULE_KEYS } from '#contract/fleet/signal-rule.ts';
import { verifyFiles } from '../compose/verify-files.ts';
import { rows } from '../db/database.ts';
import { moscowDay } from '../lib/money-format.ts';
import { findSignals } from '../modules/fleet/signals/find-signals.ts';
import { exchangeTelematics } from '../modules/fleet/telematics/exchange-telematics.ts';
import { checkBooks } from '../modules/backoffice/reconciliation/check-books.ts';
import { fromWindows1251 } from '../lib/tables/windows-1251.ts';
import { startApi, type TestApi } from '../testing/api.ts';
import { readPdfText } from '../testing/read-pdf-text.ts';
import { hashSha256, newToken } from '../lib/secrets.ts';
import { seedDemonstration } from './seed-demonstration.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi({ jobs: false });
  await seedDemonstration(api.ctx);
});
afterAll(() => api?.stop());

async function signIn(phone: string): Promise<string> {
  const token = newToken();
  await sql`
    insert into session (user_id, access_hash, refresh_hash, enter_hash, created_at, expires_at, ends_at)
    select id, ${hashSha256(token)}, ${hashSha256(newToken())}, ${hashSha256(newToken())}, ${api.clock.now()}, '2100-01-01', '2100-01-01'
    from app_user where phone = ${phone}`.execute(api.ctx.db.system);
  return token;
}

async function countRows(): Promise<unknown> {
  const [counts] = await rows(
    api.ctx.db.system,
    sql`
      select (select count(*) from company) as companies, (select count(*) from app_user) as people,
        (select count(*) from card) as cards, (select count(*) from operation) as operations,
        (select count(*) from ledger_entry) as entries, (select count(*) from invoice) as invoices,
        (select count(*) from bank_payment) as payments, (select count(*) from month_document) as documents,
        (select count(*) from station) as stations, (select sum(balance_kopecks)::bigint from ledger_account) as money`,
  );
  return counts;
}

test('the books of the demonstration agree: each record matches its money', async () => {
  expect(await checkBooks(api.ctx.db.system)).toEqual([]);
});

test('every file that the seed names is stored, also that of a bank statement', async () => {
  const { db, files } = api.ctx;
  const verified = await verifyFiles({ db, files, present: null });
  expect([verified.files > 12, verified.problems]).toEqual([true, []]);
});

test('the networks hold the same money on each card as our books', async () => {
  const ours = await rows(
    api.ctx.db.system,
    sql<{ card_number: string; status_id: number; balance_kopecks: number; goods_ids: number[] }>`
      select card_number, status_id, balance_kopecks, goods_ids from card
      join ledger_account account on account.card_id = card.id order by card_number`,
  );
  const theirs = (await Promise.all(PARTNER_IDS.map((id) => api.ctx.getNetwork(id).cardStates()))).flat();
  expect(
    theirs
      .map((card) => ({
        card_number: card.cardNumber,
        status_id: card.status,
        balance_kopecks: card.balanceKopecks,
        goods_ids: card.goodsIds,
      }))
      .sort((a, b) => (a.card_number < b.card_number ? -1 : 1)),
  ).toEqual(ours);
  expect(ours.filter((card) => card.card_number.endsWith('13'))).toHaveLength(1);
});

test('§1.10 the pump sells no more than the screen says is left of a card’s limit', async () => {
  const token = await signIn('79000000001');
  const { data } = (await api.get('/api/card?partner_id=2&status_id=1', { token })).body;
  type Card = EndpointData<typeof listCards>[number];
  const partlySpent = (data as Card[]).filter(
    (card) => card.limit && card.limit.spent > 0 && card.limit.left > 0,
  );
  expect(partlySpent.length).toBeGreaterThan(2);
  for (const { card_number, limit, goods, goodsGroups } of partlySpent) {
    const counted = goods.find(
      ({ status_id: enabled, treeItem }) =>
        enabled === 1 && (goodsGroups.length === 0 || goodsGroups.some(({ type }) => type === treeItem.id)),
    );
    const left = limit?.left ?? 0;
    const tooMuch =
      limit?.unit.id === 'sum'
        ? { litres: 100, unit_price: (left / 100 + 0.01).toFixed(2) }
        : { litres: (left + 0.01).toFixed(2), unit_price: 1 };
    const json = { card_number, goods_id: counted?.cg_id, address: 'М-4, 545-й км', ...tooMuch };
    const sold = (await api.post('/dev/fuel', { json })).body.data;
    expect({ card_number, reason: sold.reason }).toEqual({ card_number, reason: 'Превышен лимит карты' });
  }
});

test('a second start changes nothing, and one after an early kill completes the seed', async () => {
  const before = await countRows();
  await seedDemonstration(api.ctx);
  await sql`update demonstration set networks_told_at = null`.execute(api.ctx.db.system);
  await seedDemonstration(api.ctx);
  expect(await countRows()).toEqual(before);
});

test('every user in the list of logins can sign in with the right role and company', async () => {
  for (const [phone, permissions] of [
    ['79000000001', 3],
    ['79000000002', 2],
    ['79000000003', 1],
  ] as const) {
    const { body } = await api.get('/api/users/profile', { token: await signIn(phone) });
    expect(body.permissions).toHaveLength(permissions);
    expect(body.data).toMatchObject({
      firstname: expect.stringMatching(/[а-я]/),
      email: { email: expect.stringContaining('@') },
      company: {
        inn: '5052018343',
        title: 'ООО «Дальний рейс»',
        client: { creditSum: 500_000, threshold: 100_000 },
      },
    });
    expect(body.data.company.client.terms_accepted_at).not.toBeNull();
  }
  const newcomer = await api.get('/api/users/profile', { token: await signIn('79000000009') });
  expect(newcomer.body).toMatchObject({ permissions: [], data: { firstname: 'Пётр', company: null } });
  const other = await api.get('/api/users/profile', { token: await signIn('79000000021') });
  expect(other.body.data.company.title).toBe('ООО «Невский тракт»');
  const accountant = await api.get('/api/companies', { token: await signIn('79000000004') });
  expect(accountant.body.data).toMatchObject([
    { title: 'ООО «Невский тракт»', role_id: 9, current: true },
    { title: 'ООО «Донские линии»', role_id: 9, current: false },
  ]);
  const carrier = await api.post('/api/send-to-driver', {
    json: { route: 'auth/register', phone: '79000000014', recaptchaToken: 'x' },
  });
  expect(carrier.body).toMatchObject({ code: 10114 });
});

test('the staff’s list of requests does not begin with an old one of another company', async () => {
  const { body } = await api.get('/staff/api/requests', { token: await signIn('79000000000') });
  const times = body.data.map((item: { created_at: string }) => Date.parse(item.created_at));
  expect(times.length).toBeGreaterThan(5);
  expect(times).toEqual(times.toSorted((a: number, b: number) => b - a));
});

test('seeded balances leave money to distribute, cards to fill, and no debt', async () => {
  const balances = await rows(
    api.ctx.db.system,
    sql<{ kind: string; balance_kopecks: number }>`
      select kind, balance_kopecks from ledger_account account join company on company.id = account.company_id
      where company.inn = '5052018343'`,
  );
  const of = (kind: string) =>
    balances.filter((balance) => balance.kind === kind).map((balance) => balance.balance_kopecks);
  expect(of('unallocated')[0]).toBeGreaterThanOrEqual(250_000_00);
  expect(of('unallocated')[0]).toBeLessThanOrEqual(400_000_00);
  for (const sum of of('partner')) expect(sum).toBeGreaterThan(0);
  for (const sum of of('card')) expect(sum).toBeLessThanOrEqual(30_000_00);
  expect(of('debt')).toEqual([0, 0, 0, 0]);
  expect(of('in-transit')).toEqual([0]);
});

test('the year has cards, requests and invoices in all states, documents of 11 months', async () => {
  const token = await signIn('79000000001');
  const cards = await api.get('/api/card', { token });
  expect(cards.body.data).toHaveLength(40);
  expect(new Set(cards.body.data.map((card: { status: { id: number } }) => card.status.id))).toEqual(
    new Set([1, 2, 5]),
  );
  const operations = await api.get('/api/operations', { token });
  expect(operations.body.meta.pagination.total).toBeGreaterThan(4000);
  const requests = await api.get('/api/cardsRequest', { token });
  expect(new Set(requests.body.data.map((request: { status: { id: number } }) => request.status.id))).toEqual(
    new Set([1, 2, 3, 4]),
  );
  const states = await rows(
    api.ctx.db.system,
    sql<{ state: string }>`
      select distinct case when cancelled_at is not null then 'cancelled' when paid_kopecks = 0 then 'waiting'
        when paid_kopecks < sum_kopecks then 'partly' when paid_kopecks = sum_kopecks then 'paid' else 'overpaid' end as state
      from invoice order by state`,
  );
  expect(states.map((state) => state.state)).toEqual(['cancelled', 'overpaid', 'paid', 'partly', 'waiting']);
  const documents = await rows(
    api.ctx.db.system,
    sql<{ id: number; month: string; networks: number; papers: number }>`
      select min(id) as id, month, count(distinct partner_id) as networks, count(*) as papers from month_document
      group by month order by month`,
  );
  expect(documents).toHaveLength(11);
  expect(documents.filter(({ networks, papers: all }) => networks !== all)).toEqual([]);
  const listed = (await api.get(`/api/doc?year=${moscowDay(api.clock.now()).slice(0, 4)}`, { token })).body
    .data;
  const upds = (Object.values(listed).flat() as EndpointData<typeof listDocuments>[string]).filter(
    ({ kind }) => kind === 'upd',
  );
  expect(
    upds.filter(({ object_until: until, published }) => (until ?? '') <= published.slice(0, 10)),
  ).toEqual([]);
  const pdf = await api.get(`/api/doc/${documents[0]?.id}/download`, { token });
  expect(readPdfText(pdf.bytes)).toMatch(/К платежно-расчетному документу +№ \d+ от/);
  const xml = await api.get(`/api/doc/${documents[0]?.id}/xml`, { token });
  expect([xml.status, fromWindows1251(xml.bytes)]).toEqual([200, expect.stringContaining('ВерсФорм="5.03"')]);
});

test('one company sees nothing of the other', async () => {
  const token = await signIn('79000000021');
  expect((await api.get('/api/card', { token })).body.data).toHaveLength(5);
  const operations = await api.get('/api/operations', { token });
  expect(operations.body.meta.pagination.total).toBeLessThan(500);
});

test('each rule of suspicious fillings finds what is planted for it and little else', async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    await exchangeTelematics(api.ctx);
    api.clock.advanceSeconds(61);
  }
  await findSignals(api.ctx);
  const found = await rows(
    api.ctx.db.system,
    sql<{ rule: string; count: number }>`
      select rule, count(*)::int as count from fleet_signal group by rule order by rule`,
  );
  expect(found.map(({ rule }) => rule)).toEqual(SIGNAL_RULE_KEYS.toSorted());
  expect(Math.max(...found.map(({ count }) => count))).toBeLessThanOrEqual(10);
  const [handed] = await rows(
    api.ctx.db.system,
    sql<{ count: number }>`select count(*)::int as count from wialon_filling where handing = 'done'`,
  );
  expect(handed?.count).toBeGreaterThan(0);
});
