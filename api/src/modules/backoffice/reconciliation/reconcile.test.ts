import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PARTNER } from '#contract/ids.ts';
import { NetworkUnavailable, type FuelNetwork } from '../../../gateways/fuel-network/fuel-network.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { askOwner } from '../../../testing/ask-owner.ts';
import {
  givenCard,
  givenCode,
  givenCompany,
  givenStaff,
  type GivenCard,
  type GivenCompany,
  type GivenPerson,
} from '../../../testing/givens/factories.ts';
import { carryOutOperation } from '../../fuel/settlement/carry-out-operation.ts';
import { coverShortfalls } from '../../fuel/sales/cover-shortfalls.ts';
import { bookSales } from '../../fuel/sales/book-sales.ts';
import { insertUnmatchedSales } from '../../fuel/sales/feeds.ts';
import { toStorable, type NetworkSaleEvent } from '../../fuel/sales/sale-money.ts';
import { reconcile } from './reconcile.ts';

let api: TestApi;
let staff: GivenPerson;
let company: GivenCompany;
let card: GivenCard;

beforeAll(async () => {
  api = await startApi({ jobs: false, env: { NETWORK_PATIENCE_MS: '0' } });
  staff = await givenStaff(api);
});
afterAll(() => api?.stop());

beforeEach(async () => {
  company = await givenCompany(api, { unallocatedKopecks: 10_000_00 });
  card = await givenCard(api, company.id, { balanceKopecks: 1000_00 });
});

/** Returns what a check finds about this test's card. */
async function listFindings(): Promise<Record<string, unknown>[]> {
  const report = await reconcile(api.ctx, 'by-hand');
  return (report?.found ?? [])
    .filter(({ details }) => details.cardId === card.id)
    .map(({ kind, details }) => ({ kind, differenceKopecks: details.differenceKopecks }));
}

async function corruptNetwork(byKopecks: number): Promise<void> {
  await askOwner(
    api,
    `update simulated_network.card set balance_kopecks = balance_kopecks + ${byKopecks}
    where card_number = '${card.number}'`,
  );
}

async function ask(mode: 0 | 1, sum: number): Promise<number> {
  const sms = await givenCode(api, company.admin, mode === 1 ? 'transfer' : 'payout', card.id);
  await api.post(`/api/card/${card.id}/transaction`, {
    token: company.admin.token,
    form: { sum, sms, mode },
  });
  const { rows } = await sql<{ id: number }>`select max(id) as id from operation`.execute(api.ctx.db.system);
  return rows[0]?.id ?? 0;
}

async function fuel(rubles: number): Promise<void> {
  const sold = await api.ctx.simulated?.fuel({
    card_number: card.number,
    goods_id: 301,
    litres: 10,
    unit_price: rubles / 10,
    address: 'Химки',
  });
  expect(sold?.outcome).toBe('sold');
}

/** Simulates a different answer of the card's network. */
function requested(instead: Partial<FuelNetwork>): typeof api.ctx {
  const { getNetwork } = api.ctx;
  return {
    ...api.ctx,
    getNetwork: (id) => (id === card.partnerId ? { ...getNetwork(id), ...instead } : getNetwork(id)),
  };
}

test('a sale whose id can’t be stored stops no reconciliation', async () => {
  await fuel(100);
  const real = api.ctx.getNetwork(card.partnerId);
  const odd = requested({
    async events(after, limit) {
      const page = await real.events(after, limit);
      const events = page.events.map((networkEvent) =>
        networkEvent.kind === 'answer'
          ? networkEvent
          : { ...networkEvent, externalId: `${networkEvent.externalId}\u0000\ud800` },
      );
      return { ...page, events };
    },
  });
  const report = await reconcile(odd, 'by-hand');
  expect(report?.found.filter(({ details }) => details.cardId === card.id)).toEqual([]);
  // Once it waits for a person it is still the same sale.
  const [event] = (await odd.getNetwork(card.partnerId).events(0, 500)).events.slice(-1);
  await insertUnmatchedSales(api.ctx.db.system, {
    partnerId: card.partnerId,
    events: [toStorable(event as NetworkSaleEvent)],
    reason: 'for a test',
    now: api.clock.now(),
  });
  const again = await reconcile(odd, 'by-hand');
  expect(again?.found.filter(({ details }) => details.cardId === card.id)).toEqual([]);
  await sql`update network_orphan set booked_at = now()`.execute(api.ctx.db.system);
});

test('one network that cannot read our question leaves the report of the other books', async () => {
  const report = await reconcile(
    requested({ cardPage: () => Promise.reject(new Error('refuses the call')) }),
    'by-hand',
  );
  expect(report?.networks).not.toContain(card.partnerId);
  expect(report?.networks.length).toBeGreaterThan(0);
});

describe('a card and its network', () => {
  test('agree when nothing is on its way', async () => {
    expect(await listFindings()).toEqual([]);
  });

  test('agree while a transfer and a payout wait, whatever became of them at the network', async () => {
    const [transfer, lost] = [await ask(1, 300), await ask(1, 40)];
    expect(await listFindings()).toEqual([]);
    api.setMood(() => 'drop');
    await carryOutOperation(api.ctx, transfer);
    api.setMood(() => 'never');
    await carryOutOperation(api.ctx, lost);
    api.setMood(() => undefined);
    api.clock.advanceSeconds(46);
    await ask(0, 100);
    expect(await listFindings()).toEqual([]);
  });

  test('agree while a sale has not been read, and after a refund that came before it', async () => {
    await fuel(250);
    expect(await listFindings()).toEqual([]);
    await api.pollNetworks();
    expect(await listFindings()).toEqual([]);
  });

  test('books agree when fuel was bought beyond our recorded money, later covered', async () => {
    const payout = await ask(0, 1000);
    await fuel(400);
    const { events } = await api.ctx.getNetwork(card.partnerId).events(0, 500);
    const sales = events.filter((event) => event.kind !== 'answer' && event.cardNumber === card.number);
    await bookSales(api.ctx, card.partnerId, sales as Parameters<typeof bookSales>[2]);
    expect(await listFindings()).toEqual([]);
    await carryOutOperation(api.ctx, payout);
    expect(await listFindings()).toEqual([]);
    await coverShortfalls(api.ctx);
    expect(await listFindings()).toEqual([]);
  });

  test('balances that differ by a kopeck are reported exactly, and nothing is changed', async () => {
    await corruptNetwork(-1);
    expect(await listFindings()).toEqual([{ kind: 'card-not-its-network', differenceKopecks: -1 }]);
    expect(await listFindings()).toEqual([{ kind: 'card-not-its-network', differenceKopecks: -1 }]);
    await corruptNetwork(1);
    expect(await listFindings()).toEqual([]);
  });

  test('a card that the network does not know is reported', async () => {
    await askOwner(api, `delete from simulated_network.card where card_number = '${card.number}'`);
    expect(await listFindings()).toMatchObject([{ kind: 'card-unknown-to-network' }]);
    await api.ctx.simulated?.importCards([
      { partnerId: card.partnerId, number: card.number, status: 1, balanceKopecks: 1000_00 },
    ]);
  });

  test('money at the network on a card that is not ours is reported', async () => {
    const unknownCard = { partnerId: PARTNER.rn, number: '7826000009999991', status: 1 as const };
    await api.ctx.simulated?.importCards([{ ...unknownCard, balanceKopecks: 5_00 }]);
    const report = await reconcile(api.ctx, 'by-hand');
    expect(report?.found).toEqual([
      {
        kind: 'card-unknown-to-us',
        details: { partnerId: PARTNER.rn, card: '9991', differenceKopecks: 5_00 },
      },
    ]);
    await askOwner(api, `delete from simulated_network.card where card_number = '${unknownCard.number}'`);
  });
});

describe('report of a reconciliation', () => {
  test('one night has one report, with any number of processes', async () => {
    const reports = await Promise.all([1, 2, 3].map(() => reconcile(api.ctx, 'nightly')));
    expect(reports.filter((report) => report !== null)).toHaveLength(1);
    expect(await reconcile(api.ctx, 'nightly')).toBeNull();
    api.clock.advanceSeconds(24 * 3600);
    expect(await reconcile(api.ctx, 'nightly')).toMatchObject({ day: '2026-09-16', networks: [1, 2, 3, 4] });
  });

  test('differences name what and whose in Russian, without internal ids, for staff', async () => {
    await corruptNetwork(-1_234_50);
    const made = await api.post('/staff/api/reconciliations', { token: staff.token });
    expect(made.status).toBe(200);
    const [report] = (await api.get('/staff/api/reconciliations', { token: staff.token })).body.data;
    expect(report).toEqual(made.body.data);
    expect(report.asked_by).toBe('by-hand');
    expect(report.differences).toEqual([
      {
        kind: 'card-not-its-network',
        title: 'Деньги на карте у нас и у сети расходятся',
        details: expect.arrayContaining([
          { title: 'Компания', value: `№\u00a0${company.id} ООО «Перевозчик ${company.inn}»` },
          { title: 'Сеть', value: 'Газпромнефть' },
          { title: 'Разница', value: '−1\u00a0234,50\u00a0₽' },
        ]),
      },
    ]);
    await corruptNetwork(1_234_50);
  });

  test('names what we and each network have on the compared cards, and the difference', async () => {
    const read = async () => {
      const { body } = await api.post('/staff/api/reconciliations', { token: staff.token });
      const sides = body.data.sides as Record<
        'cards' | 'ours' | 'theirs' | 'difference' | 'network',
        number
      >[];
      return sides.find(({ network }) => String(network) === 'Газпромнефть');
    };
    const before = await read();
    expect(before?.cards).toBeGreaterThan(0);
    expect(before).toMatchObject({ difference: 0, theirs: before?.ours });
    await corruptNetwork(150);
    // A card is compared once in a check.
    api.clock.advanceSeconds(1);
    const spoilt = await read();
    await corruptNetwork(-150);
    expect(spoilt).toEqual({ ...before, theirs: (before?.theirs ?? 0) + 1.5, difference: 1.5 });
    const [listed] = (await api.get('/staff/api/reconciliations', { token: staff.token })).body.data;
    expect(listed.sides).toContainEqual(spoilt);
  });

  test('a customer does not know that there is such a thing', async () => {
    const path = '/staff/api/reconciliations';
    expect((await api.get(path, { token: company.admin.token })).status).toBe(404);
    expect((await api.post(path, { token: company.admin.token })).status).toBe(404);
    expect((await api.get(path)).status).toBe(401);
  });

  test('a silent network is left out, and the others are asked', async () => {
    const silent = api.ctx.getNetwork;
    const ctx = {
      ...api.ctx,
      getNetwork: (partnerId: Parameters<typeof silent>[0]) =>
        partnerId === PARTNER.gpn
          ? { ...silent(PARTNER.gpn), cardPage: () => Promise.reject(new NetworkUnavailable('silent')) }
          : silent(partnerId),
    };
    const report = await reconcile(ctx, 'by-hand');
    expect(report).toMatchObject({ networks: [1, 3, 4] });
    // Staff see which networks' cards were not compared, because no difference found there means nothing.
    const [reported] = (await api.get('/staff/api/reconciliations', { token: staff.token })).body.data;
    expect(reported).toMatchObject({ networks: [1, 3, 4], silent: ['Газпромнефть'], differences: [] });
    await reconcile(api.ctx, 'by-hand');
    const [whole] = (await api.get('/staff/api/reconciliations', { token: staff.token })).body.data;
    expect(whole).toMatchObject({ networks: [1, 2, 3, 4], silent: [] });
  });
});
