import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { kopecks } from '#contract/kopecks.ts';
import { manualClock } from '../../../lib/clock.ts';
import { makeCommandJournal } from '../../../modules/cards/commands/network-commands.ts';
import { pollNetwork } from '../../../modules/fuel/feeds/poll-network.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCard, givenCompany, givenStaff } from '../../../testing/givens/factories.ts';
import { opti24Card, opti24Env, serveOpti24 } from '../../../testing/wires/opti24-wire.ts';
import { readEverything } from '../../../testing/read-everything.ts';
import { chooseNetwork } from '../choose-network.ts';
import { NetworkUnavailable, type FuelNetwork, type NetworkLimit } from '../fuel-network.ts';

type FakeServer = Awaited<ReturnType<typeof serveOpti24>>;

let fakeServer: FakeServer;
let api: TestApi;
let network: FuelNetwork;
let serial = 0;
let card = '';

beforeAll(async () => {
  fakeServer = await serveOpti24();
  api = await startApi({ jobs: false, env: opti24Env(fakeServer) });
  network = api.ctx.getNetwork(2);
});
afterAll(async () => {
  await api?.stop();
  await fakeServer?.stop();
});
beforeEach(() => {
  serial += 1;
  card = String(7_005_800_000_000_000 + serial);
  fakeServer.memory.cards.set(card, opti24Card(`id-${serial}-`));
});

const theirs = () => fakeServer.memory.cards.get(card)!;

function move(kind: 'move-to-card' | 'move-from-card', rubles: number) {
  return { requestId: randomUUID(), kind, cardNumber: card, sumKopecks: kopecks(Math.round(rubles * 100)) };
}

function transaction(id: string | number, more: object) {
  return {
    id,
    timestamp: '2026-09-15T10:30:00.000000Z',
    utc_time: '2026-09-15T08:30:00.000000Z',
    card_id: theirs().id,
    card_number: card,
    poi_id: '1-3GQ',
    type: 'P',
    product_name: 'Аи-95',
    qty: '50.00',
    price: 60,
    sum: '3000.00',
    stor_transaction_id: null,
    is_storno: false,
    ...more,
  };
}

describe('money on a card of ОПТИ 24', () => {
  // What another test moved must not blur the contract's balance.
  beforeEach(() => api.clock.advanceSeconds(1200));

  test('money goes to the card’s wallet and back; a contract card first gets a wallet', async () => {
    theirs().product = 'limit';
    const command = move('move-to-card', 1234.56);
    expect(await network.send(command)).toEqual({ state: 'done' });
    expect(await network.send(command)).toEqual({ state: 'done' });
    expect(theirs()).toMatchObject({ product: 'wallet', available: 1234.56 });
    expect(await network.send(move('move-from-card', 1000))).toEqual({ state: 'done' });
    expect(await network.send(move('move-from-card', 1000))).toEqual({
      state: 'refused',
      reason: 'ОПТИ 24: Недостаточно средств на кошельке',
    });
    const states = await network.cardStates();
    expect(states.find((state) => state.cardNumber === card)).toMatchObject({ balanceKopecks: 234_56 });
  });

  test('a session that expires midway is renewed, and the movement is made once', async () => {
    await network.send(move('move-to-card', 1));
    fakeServer.memory.session = 'ended';
    expect(await network.send(move('move-to-card', 10))).toEqual({ state: 'done' });
    fakeServer.stumble('/moveToCard', {
      body: { status: { code: 403, errors: [{ message: 'Сессия истекла' }] }, data: null },
    });
    expect(await network.send(move('move-to-card', 100))).toEqual({ state: 'done' });
    expect(theirs().available).toBe(111);
  });

  test('a movement without a response is found in the wallet, despite fuel bought since', async () => {
    const command = move('move-to-card', 5000);
    fakeServer.stumble('/moveToCard', 'lost');
    await expect(network.send(command)).rejects.toThrow(NetworkUnavailable);
    const writes = fakeServer.countCalls('/moveToCard');
    theirs().available -= 3000;
    // The sale is not listed yet, so the outcome is unknown and nothing is done.
    expect(await network.ask(command.requestId)).toEqual({ state: 'accepted', unclear: expect.any(String) });
    const soldAt = new Date(api.clock.now().getTime() + 60_000).toISOString();
    fakeServer.memory.transactions.push(transaction(`lost-${serial}`, { utc_time: soldAt }));
    expect(await network.send(command)).toEqual({ state: 'done' });
    expect(fakeServer.countCalls('/moveToCard')).toBe(writes);
  });

  test('a sale without litres hides no outcome; one without a sum leaves it to a user', async () => {
    const command = move('move-to-card', 5000);
    fakeServer.stumble('/moveToCard', 'lost');
    await expect(network.send(command)).rejects.toThrow(NetworkUnavailable);
    theirs().available -= 3000;
    const soldAt = new Date(api.clock.now().getTime() + 60_000).toISOString();
    const sale = transaction(`dim-${serial}`, { utc_time: soldAt, qty: null, sum: null });
    fakeServer.memory.transactions.push(sale);
    expect(await network.ask(command.requestId)).toEqual({ state: 'accepted', unclear: expect.any(String) });
    sale.sum = '3000.00';
    expect(await network.ask(command.requestId)).toEqual({ state: 'done' });
  });

  test('a movement that never arrived is not repeated, and three days later is refused', async () => {
    const command = move('move-to-card', 700);
    fakeServer.stumble('/moveToCard', 'break');
    await expect(network.send(command)).rejects.toThrow(NetworkUnavailable);
    const writes = fakeServer.countCalls('/moveToCard');
    for (const seconds of [0, 600, 3 * 86_400 - 1]) {
      api.clock.advanceSeconds(seconds);
      expect(await network.send(command)).toMatchObject({ state: 'accepted' });
    }
    api.clock.advanceSeconds(1);
    const refused = { state: 'refused', reason: expect.stringContaining('не исполнила') };
    expect(await network.ask(command.requestId)).toEqual(refused);
    expect(await network.send(command)).toEqual(refused);
    expect(fakeServer.countCalls('/moveToCard')).toBe(writes);
    expect(theirs().available).toBe(0);
  });

  test('a movement that the network turned away unread is repeated once', async () => {
    const command = move('move-to-card', 700);
    fakeServer.stumble('/moveToCard', { body: { status: { code: 429 }, data: null } });
    await expect(network.send(command)).rejects.toThrow(NetworkUnavailable);
    expect(await network.ask(command.requestId)).toEqual({ state: 'unknown' });
    const answers = await Promise.all([network.send(command), network.send(command)]);
    expect(answers).toContainEqual({ state: 'done' });
    expect(theirs().available).toBe(700);
  });
});

describe('goods allowed on a card of ОПТИ 24', () => {
  const limit: NetworkLimit = { count: 5000_00, unit: 'sum', period: 'P1D', goodsGroups: [3, 4, 5] };
  const set = (wanted: NetworkLimit | null) =>
    network.send({ requestId: randomUUID(), kind: 'set-limit', cardNumber: card, limit: wanted });

  const limitRead = async () => {
    const cards = await network.cardStates();
    return cards.find(({ cardNumber }) => cardNumber === card)?.limit;
  };

  test('a limit replaces the current one, and is removed without a trace', async () => {
    expect(await set(limit)).toEqual({ state: 'done' });
    expect(await set({ ...limit, count: 200_00, unit: 'amount', period: 'P1M', goodsGroups: [3] })).toEqual({
      state: 'done',
    });
    expect(theirs().limits).toMatchObject([
      {
        productType: '1-FUEL',
        productGroup: 'G-DT',
        amount: { unit: 'LIT', value: 200 },
        time: { number: 1, type: 5 },
      },
    ]);
    expect(await set(null)).toEqual({ state: 'done' });
    expect(theirs().limits).toEqual([]);
  });

  test.each([
    ['P1D', 3],
    ['P1W', 4],
    ['P1M', 5],
    ['P3M', 6],
  ] as const)(
    'a limit of %s is one of the network’s units of time, and reads back as such',
    async (period, type) => {
      expect(await set({ ...limit, period })).toEqual({ state: 'done' });
      expect(theirs().limits).toMatchObject([{ time: { number: 1, type } }]);
      expect(await limitRead()).toMatchObject({ count: 5000_00, period });
    },
  );

  test('a limit of two days, or of three months that begin anywhere, is none of ours', async () => {
    await set(limit);
    for (const time of [
      { number: 2, type: 3 },
      { number: 3, type: 5 },
    ]) {
      theirs().limits[0]!.time = time;
      expect(await limitRead()).toBeNull();
    }
  });

  test('a limit that the network can’t store is refused: kopecks, one for two groups', async () => {
    expect(await set({ ...limit, count: 100_50 })).toMatchObject({ state: 'refused' });
    expect(await set({ ...limit, goodsGroups: [4] })).toMatchObject({ state: 'refused' });
    expect(theirs().limits).toEqual([]);
  });

  test('a limit whose answer was lost is found there and not set twice', async () => {
    const command = { requestId: randomUUID(), kind: 'set-limit', cardNumber: card, limit } as const;
    fakeServer.stumble('/setLimit', 'lost');
    await expect(network.send(command)).rejects.toThrow(NetworkUnavailable);
    const writes = fakeServer.countCalls('/setLimit');
    expect(await network.send(command)).toEqual({ state: 'done' });
    expect(fakeServer.countCalls('/setLimit')).toBe(writes);
    expect(theirs().limits).toHaveLength(1);
  });

  test('chosen goods are allowed, others not; goods that the network lacks are refused', async () => {
    const choose = (goodsIds: number[]) =>
      network.send({ requestId: randomUUID(), kind: 'set-goods', cardNumber: card, goodsIds });
    expect(await choose([301, 402])).toEqual({ state: 'done' });
    expect(await choose([402, 501])).toEqual({ state: 'done' });
    expect(theirs().restrictions.map((restriction) => restriction.productGroup)).toEqual(['G-95', 'G-GAS']);
    expect(await choose([502])).toEqual({ state: 'refused', reason: 'ОПТИ 24 не продаёт: КПГ (метан)' });
    const states = await network.cardStates();
    expect(states.find((state) => state.cardNumber === card)?.goodsIds).toEqual([402, 501]);
  });

  test('a block counts once the card shows it, not once the call was accepted', async () => {
    const command = { requestId: randomUUID(), kind: 'block', cardNumber: card } as const;
    fakeServer.stumble('/blockCard', { body: { status: { code: 200 }, data: [theirs().id] } });
    expect(await network.send(command)).toEqual({ state: 'accepted' });
    theirs().status = 'Locked(Client)';
    expect(await network.ask(command.requestId)).toEqual({ state: 'done' });
  });
});

describe('the sales of ОПТИ 24', () => {
  test('pages, text numbers, cancelled sales and repeated records are booked once each', async () => {
    const company = await givenCompany(api);
    const ours = await givenCard(api, company.id, { partnerId: 2, balanceKopecks: 10_000_00, number: card });
    for (let number = 0; number < 520; number += 1) {
      fakeServer.memory.transactions.push(
        transaction(`page-${number}`, { qty: 0.1, sum: '6.00', price: '60' }),
      );
    }
    fakeServer.memory.transactions.push(
      transaction(9281938435, { sum: 3000.1, qty: 50 }),
      transaction(9281938436, { sum: '-3000.10', qty: '-50.0', stor_transaction_id: 9281938435 }),
      transaction('again', { type: 'R', sum: 6, qty: 0.1, stor_transaction_id: 'page-1', is_storno: true }),
      transaction('stranger', { card_number: '7005899999999999' }),
      transaction('nothing', { sum: 0, qty: 0 }),
    );
    const pages = fakeServer.countCalls('v2/transactions');
    await pollNetwork(api.ctx, 2);
    await pollNetwork(api.ctx, 2);
    expect(fakeServer.countCalls('v2/transactions') - pages).toBeGreaterThanOrEqual(4);
    const { rows } = await api.ctx.db.pool.query(
      `select (select balance_kopecks from ledger_account where card_id = $1) as balance,
        (select count(*) from operation where card_id = $1 and type_id = 11) as purchases,
        (select count(*) from operation where card_id = $1 and type_id = 10) as refunds,
        (select array_agg(refund_of order by id) from operation where card_id = $1 and refund_of is not null) as named,
        (select goods_id from operation where card_id = $1 limit 1) as goods,
        (select count(*) from network_orphan where external_id = 'stranger') as orphans`,
      [ours.id],
    );
    expect(rows[0]).toEqual({
      balance: 10_000_00 - 519 * 6_00,
      purchases: 521,
      refunds: 2,
      named: ['9281938435', 'page-1'],
      goods: 402,
      orphans: 1,
    });
  });

  test('characters that a database can’t store are left out, wherever they are', async () => {
    const company = await givenCompany(api);
    const ours = await givenCard(api, company.id, { partnerId: 2, balanceKopecks: 10_000_00, number: card });
    const odd = '\u0000\ud800';
    fakeServer.memory.transactions.push(
      transaction(`odd-${serial}${odd}`, { poi_id: `1${odd}`, product_name: `Аи-95${odd}` }),
      transaction(`odd-card-${serial}`, { card_number: `x${odd}` }),
    );
    await pollNetwork(api.ctx, 2);
    const { body } = await api.get(`/api/card/${ours.id}`, { token: company.admin.token });
    expect(body.data.card_sum).toBe(7000);
  });

  test('more litres than a number holds hide nothing of what waits for staff', async () => {
    const { token } = await givenStaff(api);
    const lot = `lot-${serial}`;
    fakeServer.memory.transactions.push(transaction(lot, { qty: 1e300 }));
    await pollNetwork(api.ctx, 2);
    const { status, body } = await api.get('/staff/api/unsettled', { token });
    expect([status, body.message]).toEqual([200, undefined]);
    const { rows } = await api.ctx.db.pool.query(
      'select external_id from network_orphan where external_id like $1',
      [`%${lot}`],
    );
    expect(rows).toEqual([{ external_id: `illegible:${lot}` }]);
  });

  test('an unreadable sale hides no other, is stored once, and is booked once readable', async () => {
    const company = await givenCompany(api);
    const ours = await givenCard(api, company.id, { partnerId: 2, balanceKopecks: 10_000_00, number: card });
    const ids = ['no-litres', 'no-day', 'no-sum'].map((name) => `${name}-${serial}`);
    const [litres, day, sum] = ids;
    fakeServer.memory.transactions.push(
      transaction(litres!, { qty: null }),
      transaction(day!, { utc_time: '2026-09-15 25:61' }),
      transaction(sum!, { sum: 1e300 }),
      { ...transaction(1, {}), id: null, note: `nameless-${serial}\u0000\ud800` },
      transaction(`good-${serial}`, {}),
    );
    const shown = async () =>
      (await api.get(`/api/card/${ours.id}`, { token: company.admin.token })).body.data.card_sum;
    await pollNetwork(api.ctx, 2);
    await pollNetwork(api.ctx, 2);
    expect(await shown()).toBe(7000);
    const listStored = async () => {
      const { rows } = await api.ctx.db.pool.query(
        `select external_id, reason, booked_at is null as waits from network_orphan
         where event ->> 'illegible' like $1 order by id`,
        [`%${card}%`],
      );
      return rows as { external_id: string; reason: string; waits: boolean }[];
    };
    expect(await listStored()).toEqual([
      { external_id: `illegible:${litres}`, reason: expect.stringMatching(/^illegible: qty: /), waits: true },
      {
        external_id: `illegible:${day}`,
        reason: expect.stringMatching(/^illegible: utc_time: /),
        waits: true,
      },
      { external_id: `illegible:${sum}`, reason: expect.stringMatching(/^illegible: /), waits: true },
      {
        external_id: expect.stringMatching(/^illegible:[0-9a-f]{64}$/),
        reason: expect.any(String),
        waits: true,
      },
    ]);
    const fixed = fakeServer.memory.transactions.find(({ id }) => id === litres);
    Object.assign(fixed!, { qty: 50 });
    await pollNetwork(api.ctx, 2);
    expect(await shown()).toBe(4000);
    expect((await listStored()).map(({ waits }) => waits)).toEqual([false, true, true, true]);
  });

  test('a sale of 29 February of a common year is reported as unreadable, not moved', async () => {
    const early = chooseNetwork(
      {
        provider: 'opti24',
        url: fakeServer.url,
        login: 'fleet',
        password: 'пароль',
        apiKey: 'key',
        contract: '1-CONTRACT',
        office: '7',
      },
      {
        partnerId: 2,
        journal: makeCommandJournal(api.ctx.db.system, 2),
        clock: manualClock('2026-03-02T12:00:00+03:00'),
      },
    );
    const days = [
      '2026-02-28 20:59:59',
      '2026-02-29T08:30:00Z',
      '2026-02-30 08:30',
      '2026-03-01T00:00:00+03:00',
    ];
    fakeServer.memory.transactions.push(
      ...days.map((day, index) => transaction(`day-${index}`, { utc_time: day })),
    );
    const { events, unreadable } = await readEverything(early);
    const sales = events.map((event) => 'soldAt' in event && [event.externalId, event.soldAt.toISOString()]);
    expect(new Set(sales.map(String))).toEqual(
      new Set(['day-0,2026-02-28T20:59:59.000Z', 'day-3,2026-02-28T21:00:00.000Z']),
    );
    expect(new Set(unreadable.map(({ key }) => key))).toEqual(new Set(['day-1', 'day-2']));
  });
});

test('money of ОПТИ 24 cards is read by page or by card, and the calls are counted', async () => {
  for (let more = 0; more < 150; more += 1) {
    serial += 1;
    const one = opti24Card(`page-${serial}-`);
    fakeServer.memory.cards.set(String(7_005_800_000_000_000 + serial), { ...one, available: serial });
  }
  const before = fakeServer.countCalls('/cards');
  const numbers: string[] = [];
  let reports = 0;
  for (let place: string | null = null; ;) {
    const page = await network.cardPage(place);
    numbers.push(...page.cards.map((cardMoney) => cardMoney.cardNumber));
    reports += page.calls;
    place = page.next;
    if (place === null) break;
  }
  expect(reports).toBeGreaterThan(1);
  // The portal of this test asks for cards too.
  expect(fakeServer.countCalls('/cards') - before).toBeGreaterThanOrEqual(reports);
  expect(numbers).toEqual([...fakeServer.memory.cards.keys()]);
  const last = String(7_005_800_000_000_000 + serial);
  const named = await network.cardsNamed([last, '7005899999999999']);
  expect(named).toEqual({ cards: [{ cardNumber: last, balanceKopecks: serial * 100 }], calls: 3 });
});

test('silence, nonsense and an overloaded network do not count as answers', async () => {
  const config = {
    provider: 'opti24',
    url: fakeServer.url,
    login: 'fleet',
    password: 'пароль',
    apiKey: 'key',
    contract: '1-CONTRACT',
    office: '7',
  } as const;
  const setting = {
    partnerId: 2,
    journal: makeCommandJournal(api.ctx.db.system, 2),
    clock: api.clock,
  } as const;
  fakeServer.stumble('v2/cards', 'silence');
  const impatient = chooseNetwork(config, { ...setting, timeLimitMs: 150 });
  await expect(impatient.send(move('move-to-card', 1))).rejects.toThrow(NetworkUnavailable);
  const network2 = chooseNetwork(config, setting);
  for (const how of [
    'break',
    { status: 502, body: '<html>' },
    { body: {} },
    { body: { status: { code: 429 }, data: null } },
    { body: { status: { code: 200 }, data: { total_count: 1, result: [{}] } } },
  ] as const) {
    fakeServer.stumble('v2/cards', how);
    await expect(network2.send(move('move-to-card', 1))).rejects.toThrow(NetworkUnavailable);
  }
  expect(theirs().available).toBe(0);
  // An order is invisible until its cards exist, so the code places it only once, even after a lost answer.
  const order = { requestId: randomUUID(), kind: 'issue', count: 1, reference: 'r' } as const;
  fakeServer.stumble('/orderCards', 'break');
  await expect(network2.send(order)).rejects.toThrow(NetworkUnavailable);
  expect(await network2.send(order)).toEqual({ state: 'accepted' });
  expect(fakeServer.countCalls('/orderCards')).toBe(1);
});

describe('a card of ОПТИ 24 that can’t be read', () => {
  test.each([
    ['its entry', { status: null }, 'others'],
    ['its wallet', { available: NaN }, 'others'],
    ['a limit', { limits: [{ id: null }] }, 'all'],
    ['a restriction', { restrictions: ['x'] }, 'all'],
  ] as const)(
    'an unreadable card hides no other, nor keeps it from its movements: %s',
    async (_, wrong, shown) => {
      const odd = `70058099999${String(serial).padStart(5, '0')}`;
      fakeServer.memory.cards.set(odd, { ...opti24Card(`odd-${serial}`), ...(wrong as object) });
      try {
        expect(await network.send(move('move-to-card', 5))).toEqual({ state: 'done' });
        const states = await network.cardStates();
        expect(states.find((state) => state.cardNumber === card)).toMatchObject({ balanceKopecks: 5_00 });
        expect(states.some((state) => state.cardNumber === odd)).toBe(shown === 'all');
        if (shown === 'others')
          await expect(network.send({ ...move('move-to-card', 5), cardNumber: odd })).rejects.toThrow(
            NetworkUnavailable,
          );
      } finally {
        fakeServer.memory.cards.delete(odd);
      }
    },
  );
});
