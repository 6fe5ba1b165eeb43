import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { kopecks } from '#contract/kopecks.ts';
import { buildContext } from '../../../compose/build-context.ts';
import { runJobs } from '../../../compose/run-jobs.ts';
import { compareCards } from '../../../modules/backoffice/reconciliation/compare-cards.ts';
import { makeCommandJournal } from '../../../modules/cards/commands/network-commands.ts';
import { carryOutOperation } from '../../../modules/fuel/settlement/carry-out-operation.ts';
import { pollNetwork } from '../../../modules/fuel/feeds/poll-network.ts';
import { manualClock, type ManualClock } from '../../../lib/clock.ts';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenCard, givenCode, givenCompany } from '../../../testing/givens/factories.ts';
import { readEverything } from '../../../testing/read-everything.ts';
import { rnCardEnv, serveRnCard } from '../../../testing/wires/rn-card-wire.ts';
import { NetworkUnavailable, type FuelNetwork } from '../fuel-network.ts';
import { NETWORK_GOODS } from '../goods.ts';
import { toMoscowText } from '../wire-values.ts';
import { rnCardFuelNetwork } from './rn-card-fuel-network.ts';

type FakeServer = Awaited<ReturnType<typeof serveRnCard>>;

const ALL_GOODS = NETWORK_GOODS.map((goods) => goods.id);
let fakeServer: FakeServer;
let api: TestApi;
let network: FuelNetwork;
let serial = 7_826_010_000_000_000;
let card = '';
const logged: string[] = [];

beforeAll(async () => {
  fakeServer = await serveRnCard();
  const log = pino({ level: 'error' }, { write: (line) => void logged.push(line) });
  api = await startApi({
    overrides: { log },
    env: { NETWORK_PATIENCE_MS: '200', ...rnCardEnv(fakeServer) },
  });
  network = api.ctx.getNetwork(1);
});
afterAll(async () => {
  await api?.stop();
  await fakeServer?.stop();
});
beforeEach(() => {
  serial += 1;
  card = String(serial);
  fakeServer.memory.cards.set(card, { SCode: '00', wallet: null });
});

function move(kind: 'move-to-card' | 'move-from-card', rubles: number) {
  return { requestId: randomUUID(), kind, cardNumber: card, sumKopecks: kopecks(rubles * 100) };
}

async function findOperation(cardId: number) {
  const { rows } = await api.ctx.db.pool.query('select id, status_id from operation where card_id = $1', [
    cardId,
  ]);
  return rows[0] as { id: number; status_id: number };
}

async function readBooks(cardId: number) {
  const { rows } = await api.ctx.db.pool.query(
    `select (select balance_kopecks from ledger_account where card_id = $1) as balance,
      (select count(*) from operation where card_id = $1 and external_id is not null) as operations,
      (select count(*) from network_orphan where partner_id = 1) as orphans`,
    [cardId],
  );
  return rows[0] as { balance: number; operations: number; orphans: number };
}

const wallet = () => fakeServer.memory.cards.get(card)?.wallet;

describe('money on a card of РН-Карт', () => {
  // Days pass here; they must not for the sales below. The queue calls this network too, so the calls that are counted
  // go to an address of their own.
  let clock: ManualClock;
  let network: FuelNetwork;
  beforeEach(() => {
    clock = manualClock(api.clock.now());
    network = rnCardFuelNetwork(
      {
        provider: 'rn-card',
        url: `${fakeServer.url}/money`,
        login: 'fleet',
        contract: 'ISS1',
        password: 'пароль',
      },
      { partnerId: 1, journal: makeCommandJournal(api.ctx.db.system, 1), clock },
    );
  });
  afterEach(() => {
    fakeServer.memory.operations.length = 0;
  });

  test('money is a limit that never renews, and a repeated command changes it once', async () => {
    const first = move('move-to-card', 1000.5);
    expect(await network.send(first)).toEqual({ state: 'done' });
    expect(await network.send(first)).toEqual({ state: 'done' });
    expect(wallet()).toEqual({ Val: 1000.5, CurValue: 1000.5 });
    fakeServer.memory.cards.get(card)!.wallet = { Val: 1000.5, CurValue: 600 };
    expect(await network.send(move('move-to-card', 100))).toEqual({ state: 'done' });
    expect(await network.send(move('move-from-card', 700))).toEqual({ state: 'done' });
    expect(wallet()).toEqual({ Val: 400.5, CurValue: 0 });
    expect(await network.send(move('move-from-card', 0.01))).toMatchObject({ state: 'refused' });
    const states = await network.cardStates();
    expect(states.find((state) => state.cardNumber === card)).toMatchObject({ balanceKopecks: 0, status: 1 });
  });

  test('a write with a lost response is checked by its effect, and never repeated', async () => {
    await network.send(move('move-to-card', 1000));
    const command = move('move-to-card', 500);
    fakeServer.stumble('/EditCardLimit', 'lost');
    await expect(network.send(command)).rejects.toThrow(NetworkUnavailable);
    const writes = fakeServer.countCalls('/EditCardLimit', '/money');
    // Fuel bought meanwhile hides the outcome until its sale is listed.
    clock.advanceSeconds(599);
    wallet()!.CurValue -= 300;
    fakeServer.memory.contract -= 300;
    expect(await network.ask(command.requestId)).toMatchObject({ unclear: expect.any(String) });
    const at = toMoscowText(clock.now());
    fakeServer.memory.operations.push({
      Code: `lost-${card}`,
      Date: at,
      Card: card,
      Type: 11,
      Value: 5,
      Price: 60,
      Sum: 300,
    });
    expect(await network.ask(command.requestId)).toEqual({ state: 'done' });
    expect(await network.send(command)).toEqual({ state: 'done' });
    expect(fakeServer.countCalls('/EditCardLimit', '/money')).toBe(writes);
    expect(wallet()).toEqual({ Val: 1500, CurValue: 1200 });
  });

  test('a write that never arrived is not repeated, and three days later is refused', async () => {
    const command = move('move-to-card', 500);
    fakeServer.stumble('/CreateCardLimit', 'break');
    await expect(network.send(command)).rejects.toThrow(NetworkUnavailable);
    const writes = fakeServer.countCalls('/CreateCardLimit', '/money');
    const next = move('move-to-card', 1);
    for (const seconds of [0, 600, 3 * 86_400 - 1]) {
      clock.advanceSeconds(seconds);
      expect(await network.send(command)).toMatchObject({ state: 'accepted' });
      // Another movement of the same card would blur what its wallet proves.
      expect(await network.send(next)).toEqual({ state: 'accepted' });
    }
    expect(fakeServer.countCalls('/CreateCardLimit', '/money')).toBe(writes);
    clock.advanceSeconds(1);
    const refused = { state: 'refused', reason: expect.stringContaining('не исполнила') };
    const both = await Promise.all([network.send(command), network.send(command)]);
    expect(both).toEqual([refused, refused]);
    expect(await network.send(next)).toEqual({ state: 'done' });
    expect(wallet()).toEqual({ Val: 1, CurValue: 1 });
  });

  test('fuel that may have undone a write of the wallet leaves the movement to a user', async () => {
    await network.send(move('move-to-card', 1000));
    const command = move('move-to-card', 500);
    fakeServer.stumble('/EditCardLimit', 'lost');
    await expect(network.send(command)).rejects.toThrow(NetworkUnavailable);
    // Bought between reading and writing. The wallet doesn't show it, the contract does.
    fakeServer.memory.contract -= 300;
    expect(await network.ask(command.requestId)).toMatchObject({ unclear: expect.any(String) });
    const at = toMoscowText(clock.now());
    const sale = { Code: `undone-${card}`, Date: at, Card: card, Type: 11, Value: 5, Price: 60, Sum: 300 };
    fakeServer.memory.operations.push(sale);
    for (const seconds of [600, 4 * 86_400]) {
      clock.advanceSeconds(seconds);
      expect(await network.ask(command.requestId)).toMatchObject({ unclear: expect.any(String) });
    }
  });

  test('a change made in the network’s own cabinet is left to a user', async () => {
    await network.send(move('move-to-card', 1000));
    const command = move('move-to-card', 500);
    fakeServer.stumble('/EditCardLimit', 'break');
    await expect(network.send(command)).rejects.toThrow(NetworkUnavailable);
    wallet()!.Val = 1234;
    clock.advanceSeconds(100_000);
    expect(await network.ask(command.requestId)).toEqual({ state: 'accepted', unclear: expect.any(String) });
  });

  test('a refusal comes with the network’s own words, and leaves nothing behind', async () => {
    const input = { Message: 'Договор\u0000 приостановлен\ud800' };
    fakeServer.stumble('/CreateCardLimit', { status: 400, body: input });
    expect(await network.send(move('move-to-card', 5))).toEqual({
      state: 'refused',
      reason: 'РН-Карт: Договор приостановлен\ufffd',
    });
    expect(await network.send(move('move-to-card', 5))).toEqual({ state: 'done' });
  });

  test('a transfer whose response is lost stays in progress, and is booked once', async () => {
    const company = await givenCompany(api, { unallocatedKopecks: 5000_00 });
    const ours = await givenCard(api, company.id, { partnerId: 1, balanceKopecks: 0, number: card });
    const sms = await givenCode(api, company.admin, 'transfer', ours.id);
    fakeServer.stumble('/CreateCardLimit', 'lost');
    const answer = await api.post(`/api/card/${ours.id}/transaction`, {
      token: company.admin.token,
      form: { sum: '1 234,50', sms, mode: 1 },
    });
    expect(answer.status).toBe(200);
    const requested = await findOperation(ours.id);
    expect(requested.status_id).toBe(2);
    await carryOutOperation(api.ctx, requested.id);
    await carryOutOperation(api.ctx, requested.id);
    expect((await findOperation(ours.id)).status_id).toBe(1);
    expect((await readBooks(ours.id)).balance).toBe(1234_50);
    expect(wallet()).toEqual({ Val: 1234.5, CurValue: 1234.5 });
  });
});

describe('cards of РН-Карт', () => {
  test('a block counts as done once the card shows it', async () => {
    const command = { requestId: randomUUID(), kind: 'block', cardNumber: card } as const;
    expect(await network.send(command)).toEqual({ state: 'done' });
    expect(fakeServer.memory.cards.get(card)?.SCode).toBe('04');
    fakeServer.stumble('/UnblockingCard', { body: { Result: 'OK' } });
    const later = { requestId: randomUUID(), kind: 'unblock', cardNumber: card } as const;
    expect(await network.send(later)).toEqual({ state: 'accepted' });
    fakeServer.memory.cards.get(card)!.SCode = '00';
    expect(await network.ask(later.requestId)).toEqual({ state: 'done' });
  });

  test('what the network can’t enforce is refused and not shown: limits and some goods', async () => {
    const limit = { kind: 'set-limit', cardNumber: card, limit: null } as const;
    expect(await network.send({ ...limit, requestId: randomUUID() })).toMatchObject({ state: 'refused' });
    const goods = { kind: 'set-goods', cardNumber: card } as const;
    expect(await network.send({ ...goods, requestId: randomUUID(), goodsIds: [301] })).toMatchObject({
      state: 'refused',
      reason: expect.stringContaining('выберите все'),
    });
    expect(await network.send({ ...goods, requestId: randomUUID(), goodsIds: ALL_GOODS })).toEqual({
      state: 'done',
    });
    const unknownCard = { requestId: randomUUID(), kind: 'block', cardNumber: '7826000000000000' } as const;
    expect(await network.send(unknownCard)).toEqual({ state: 'refused', reason: 'Карта не найдена в сети' });
  });

  test('cards that appear go to the oldest order, each to one order only', async () => {
    const order = (count: number) =>
      ({ requestId: randomUUID(), kind: 'issue', count, reference: 'r' }) as const;
    const [first, second] = [order(2), order(1)];
    expect(await network.send(first)).toEqual({ state: 'accepted' });
    api.clock.advanceSeconds(1);
    expect(await network.send(second)).toEqual({ state: 'accepted' });
    for (const number of ['7826990000000003', '7826990000000001']) {
      fakeServer.memory.cards.set(number, { SCode: '00', wallet: null });
    }
    expect(await network.ask(second.requestId)).toEqual({ state: 'accepted' });
    const cards = [
      { number: '7826990000000001', isVirtual: false },
      { number: '7826990000000003', isVirtual: false },
    ];
    expect(await network.ask(first.requestId)).toEqual({ state: 'done', cards });
    expect(await network.ask(second.requestId)).toEqual({ state: 'accepted' });
    fakeServer.memory.cards.set('7826990000000000', { SCode: '00', wallet: null });
    expect(await network.send(second)).toMatchObject({
      state: 'done',
      cards: [{ number: '7826990000000000' }],
    });
  });
});

describe('the sales of РН-Карт', () => {
  const sale = (Code: number, Date: string, more: object) => ({
    Code,
    Date,
    Card: card,
    Type: 11,
    GName: 'ДТ-Е-К5',
    Value: '100.00',
    Price: 60,
    Sum: '6000,00',
    DSum: -120,
    Address: 'М-7, 101 км',
    ...more,
  });

  test('sales of РН-Карт are booked once, those of unknown cards wait', async () => {
    const company = await givenCompany(api);
    const ours = await givenCard(api, company.id, { partnerId: 1, balanceKopecks: 10_000_00, number: card });
    fakeServer.memory.operations.push(
      sale(1, '2026-09-15T11:00:00', {}),
      sale(2, '2026-09-15T11:30:00', { Type: '24', Value: 10, Sum: 600, DSum: 12 }),
      { Code: 3, Date: '2026-09-15T11:40:00', Type: 1, Sum: 500_000 },
      sale(4, '2026-09-15T11:45:00', { Card: '7826123456789012' }),
    );
    await pollNetwork(api.ctx, 1);
    // Days late, as from a station without a connection.
    fakeServer.memory.operations.push(sale(5, '2026-09-13T23:00:00', { Value: 1, Sum: 58.8, DSum: 1.2 }));
    await pollNetwork(api.ctx, 1);
    await pollNetwork(api.ctx, 1);
    expect(await readBooks(ours.id)).toEqual({
      balance: 10_000_00 - 5880_00 + 588_00 - 58_80,
      operations: 3,
      orphans: 1,
    });
  });

  test('an unreadable one hides no other, and is stored once for a person', async () => {
    const company = await givenCompany(api);
    const ours = await givenCard(api, company.id, { partnerId: 1, balanceKopecks: 10_000_00, number: card });
    const before = await readBooks(ours.id);
    fakeServer.memory.operations.push(
      sale(101, '2026-09-15T11:00:00', { Value: null }),
      sale(102, '2026-09-15T11:10:00', { Type: {} }),
      sale(103, '2026-09-15T11:20:00', {}),
    );
    await pollNetwork(api.ctx, 1);
    await pollNetwork(api.ctx, 1);
    expect(await readBooks(ours.id)).toEqual({
      balance: 10_000_00 - 5880_00,
      operations: 1,
      orphans: before.orphans + 2,
    });
  });

  test('a sale of 31 February is reported as unreadable, not moved to March', async () => {
    const early = rnCardFuelNetwork(
      { provider: 'rn-card', url: fakeServer.url, login: 'fleet', contract: 'ISS1', password: 'пароль' },
      {
        partnerId: 1,
        journal: makeCommandJournal(api.ctx.db.system, 1),
        clock: manualClock('2026-03-02T12:00:00+03:00'),
      },
    );
    const days = ['2026-02-28T23:59:59', '2026-02-29T00:00:00', '2026-02-31T12:00:00', '2026-03-01 00:00'];
    fakeServer.memory.operations.push(...days.map((day, index) => sale(200 + index, day, {})));
    const { events, unreadable } = await readEverything(early);
    expect(events.map((event) => 'externalId' in event && event.externalId)).toEqual(['200', '203']);
    expect(unreadable.map(({ key }) => key)).toEqual(['201', '202']);
  });

  test('without simulated networks only configured networks are read', async () => {
    const config = { ...api.ctx.config, demo: false };
    const ctx = buildContext(config, { databaseUrl: api.databaseUrl, simulated: null }, { clock: api.clock });
    expect(ctx.networkIds()).toEqual([1]);
    expect(() => ctx.getNetwork(2)).toThrow('Сеть 2 не подключена');
    const requested = fakeServer.countCalls('/GetOperByContract');
    const jobs = await runJobs(ctx);
    await expect.poll(() => fakeServer.countCalls('/GetOperByContract')).toBeGreaterThan(requested);
    await jobs.stop();
    await ctx.db.close();
  });

  test('a network unread for long is read week by week, never over a month at once', async () => {
    // The queue polls this network too. Only these calls go to this address.
    const own = rnCardFuelNetwork(
      {
        provider: 'rn-card',
        url: `${fakeServer.url}/weekly`,
        login: 'fleet',
        contract: 'ISS1',
        password: 'пароль',
      },
      { partnerId: 1, journal: makeCommandJournal(api.ctx.db.system, 1), clock: api.clock },
    );
    const page = await own.events(0, 500);
    expect(page.more).toBe(true);
    const next = await own.events(page.next, 500);
    expect(next.next - page.next).toBe(7 * 86_400);
    expect(fakeServer.countCalls('/GetOperByContract', '/weekly')).toBe(2);
    const last = fakeServer.requests.findLast(({ path }) => path.startsWith('/weekly'));
    const { searchParams } = new URL(last!.path, 'http://x');
    const days = Date.parse(`${searchParams.get('end')}Z`) - Date.parse(`${searchParams.get('begin')}Z`);
    expect(days / 86_400_000).toBeLessThanOrEqual(30);
  });
});

test('silence and a wrong password are no answers, and the message has no secret', async () => {
  const config = { provider: 'rn-card', url: fakeServer.url, login: 'fleet', contract: 'ISS1' } as const;
  const setting = {
    partnerId: 1,
    journal: makeCommandJournal(api.ctx.db.system, 1),
    clock: api.clock,
  } as const;
  const impatient = rnCardFuelNetwork({ ...config, password: 'пароль' }, { ...setting, timeLimitMs: 150 });
  fakeServer.stumble('/GetCardsByContract', 'silence');
  await expect(impatient.send(move('move-to-card', 1))).rejects.toThrow(NetworkUnavailable);
  const unknownCard = rnCardFuelNetwork({ ...config, password: 'чужой' }, setting);
  await expect(unknownCard.cardStates()).rejects.toThrow(/^rn-card: v[12]\/\w+: HTTP 401/);
});

describe('a card of РН-Карт that can’t be read', () => {
  const odd = '7826019999990001';
  const unknownWalletCard = '7826019999990002';

  beforeAll(() => {
    fakeServer.memory.cards.set(odd, { SCode: null as never, wallet: null });
    fakeServer.memory.cards.set(unknownWalletCard, {
      SCode: '00',
      wallet: { Val: 'сто' as never, CurValue: 1 },
    });
  });
  afterAll(() => {
    fakeServer.memory.cards.delete(odd);
    fakeServer.memory.cards.delete(unknownWalletCard);
  });

  test('an unreadable card stops no block, movement or reconciliation, logged once', async () => {
    const company = await givenCompany(api);
    const ours = await givenCard(api, company.id, { partnerId: 1, balanceKopecks: 0, number: card });
    const block = { requestId: randomUUID(), kind: 'block' as const, cardNumber: card };
    expect(await network.send(block)).toEqual({ state: 'done' });
    expect(await network.send(move('move-to-card', 5))).toEqual({ state: 'done' });
    const compared = await compareCards(api.ctx, 'command');
    expect(compared.networks).toContain(1);
    const found = compared.differences.filter(({ details }) => details.cardId === ours.id);
    expect(found).toMatchObject([{ kind: 'card-not-its-network', details: { networkKopecks: 500 } }]);
    const numbers = (await network.cardStates()).map((cardState) => cardState.cardNumber);
    const input = await network.cardsNamed([card, odd, '7']);
    expect(input).toEqual({ cards: [{ cardNumber: card, balanceKopecks: 500 }], calls: 2 });
    expect(numbers).toContain(card);
    expect(numbers).not.toContain(odd);
    expect(numbers).not.toContain(unknownWalletCard);
    const warnings = logged.filter((line) => line.includes('a card of a network can’t be read'));
    expect(warnings.map((line) => JSON.parse(line).card)).toEqual(['0001', '0002']);
    expect(await listUnreadableCards()).toEqual([`cards ${odd}`, `purses ${unknownWalletCard}`]);
    // The network corrects one of them.
    const { SCode } = fakeServer.memory.cards.get(card)!;
    fakeServer.memory.cards.set(odd, { SCode, wallet: null });
    await network.cardStates();
    expect(await listUnreadableCards()).toEqual([`purses ${unknownWalletCard}`]);
    fakeServer.memory.cards.set(odd, { SCode: null as never, wallet: null });
  });

  async function listUnreadableCards(): Promise<string[]> {
    const { rows } = await api.ctx.db.pool.query(
      "select list || ' ' || key as kept from illegible_card where mended_at is null order by 1",
    );
    return (rows as { kept: string }[]).map((row) => row.kept);
  }

  test('an unreadable card does not count as gone, and no order counts it as new', async () => {
    for (const cardNumber of [odd, unknownWalletCard, '7826019999990003'])
      await expect(network.send({ ...move('move-to-card', 5), cardNumber })).rejects.toThrow(
        NetworkUnavailable,
      );
    const order = { requestId: randomUUID(), kind: 'issue' as const, count: 1, reference: 'x' };
    await expect(network.send(order)).rejects.toThrow(NetworkUnavailable);
  });
});
