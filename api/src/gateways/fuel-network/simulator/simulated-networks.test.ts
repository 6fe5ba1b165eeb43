import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PartnerId } from '#contract/ids.ts';
import { kopecks } from '#contract/kopecks.ts';
import { manualClock, type ManualClock } from '../../../lib/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { formatCardNumber, isFlakyCard } from '../card-number.ts';
import {
  NetworkUnavailable,
  type FuelNetwork,
  type NetworkCommand,
  type NetworkEvent,
} from '../fuel-network.ts';
import { httpFuelNetwork } from '../http-fuel-network.ts';
import type { CardBehaviour } from './receive-command.ts';
import {
  startSimulatedNetworks,
  type SimulatedNetworks,
  type SimulatedNetworksOptions,
} from './start-simulated-networks.ts';

const apiKey = 'network-key';
const card = formatCardNumber(2, 1);
const otherCard = formatCardNumber(2, 2);
const newCard = formatCardNumber(2, 3);
const flakyCard = findFlakyNumber();

let database: TestDatabase;
let networks: SimulatedNetworks;
let network: FuelNetwork;
let clock: ManualClock;
let mood: CardBehaviour | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

beforeEach(async () => {
  await forgetEverything();
  clock = manualClock('2026-11-21T09:00:00Z');
  mood = undefined;
  await start();
  await networks.importCards([
    { partnerId: 2, number: card, status: 1, balanceKopecks: 10_000_00 },
    { partnerId: 2, number: otherCard, status: 1, balanceKopecks: 0 },
    { partnerId: 2, number: newCard, status: 5, balanceKopecks: 0 },
    { partnerId: 2, number: flakyCard, status: 1, balanceKopecks: 0 },
    { partnerId: 1, number: formatCardNumber(1, 1), status: 1, balanceKopecks: 500_00 },
  ]);
});

afterEach(() => networks.stop());

async function forgetEverything() {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('drop schema if exists simulated_network cascade');
  await client.end();
}

async function start(more: Partial<SimulatedNetworksOptions> = {}) {
  networks = await startSimulatedNetworks({
    databaseUrl: database.url,
    clock,
    apiKey,
    mood: () => mood,
    ...more,
  });
  network = connect(2);
}

async function restart(more: Partial<SimulatedNetworksOptions> = {}) {
  await networks.stop();
  await start(more);
}

function connect(partnerId: PartnerId, key = apiKey): FuelNetwork {
  return httpFuelNetwork({ partnerId, baseUrl: networks.baseUrl(partnerId), apiKey: key });
}

function findFlakyNumber(): string {
  for (let serial = 1; ; serial++)
    if (isFlakyCard(formatCardNumber(2, serial))) return formatCardNumber(2, serial);
}

type Move = Extract<NetworkCommand, { sumKopecks: unknown }>;

function moveToCard(cardNumber: string, sum: number): Move {
  return { requestId: randomUUID(), kind: 'move-to-card', cardNumber, sumKopecks: kopecks(sum) };
}

function moveFromCard(cardNumber: string, sum: number): Move {
  return { ...moveToCard(cardNumber, sum), kind: 'move-from-card' };
}

async function readState(cardNumber: string) {
  const found = (await network.cardStates()).find((state) => state.cardNumber === cardNumber);
  if (!found) throw new Error(`no card ${cardNumber}`);
  return found;
}

async function allEvents(): Promise<NetworkEvent[]> {
  return (await network.events(0, 500)).events;
}

describe('money at the network', () => {
  test('money at the network moves to the card and back, and not below zero', async () => {
    expect(await network.send(moveToCard(otherCard, 1500_50))).toEqual({ state: 'done' });
    expect(await readState(otherCard)).toMatchObject({ balanceKopecks: 1500_50 });
    expect(await network.send(moveFromCard(otherCard, 1500_51))).toEqual({
      state: 'refused',
      reason: 'Недостаточно средств на карте',
    });
    expect(await network.send(moveFromCard(otherCard, 1500_50))).toEqual({ state: 'done' });
    expect(await readState(otherCard)).toMatchObject({ balanceKopecks: 0 });
  });

  test('the same command delivered again moves nothing and is answered as before', async () => {
    const command = moveToCard(otherCard, 100_00);
    expect(await network.send(command)).toEqual({ state: 'done' });
    expect(await network.send(command)).toEqual({ state: 'done' });
    expect(await readState(otherCard)).toMatchObject({ balanceKopecks: 100_00 });
  });

  test('ten deliveries of one command at the same moment have one effect', async () => {
    const command = moveToCard(otherCard, 100_00);
    const answers = await Promise.all(Array.from({ length: 10 }, () => network.send(command)));
    expect(answers).toEqual(Array.from({ length: 10 }, () => ({ state: 'done' })));
    expect(await readState(otherCard)).toMatchObject({ balanceKopecks: 100_00 });
  });

  test('ten different withdrawals at the same moment do not take the same money', async () => {
    await network.send(moveToCard(otherCard, 50_00));
    const commands = Array.from({ length: 10 }, () => moveFromCard(otherCard, 10_00));
    const answers = await Promise.all(commands.map((command) => network.send(command)));
    expect(answers.filter(({ state }) => state === 'done')).toHaveLength(5);
    expect(await readState(otherCard)).toMatchObject({ balanceKopecks: 0 });
  });

  test('one id for two different commands is an error, and the second has no effect', async () => {
    const command = moveToCard(otherCard, 100_00);
    await network.send(command);
    const other = { ...command, sumKopecks: kopecks(200_00) };
    await expect(network.send(other)).rejects.toThrow(/another command/);
    expect(await readState(otherCard)).toMatchObject({ balanceKopecks: 100_00 });
  });

  test('a card of another network does not exist here', async () => {
    expect(await network.send(moveToCard(formatCardNumber(1, 1), 1_00))).toMatchObject({ state: 'refused' });
    expect(await network.send(moveToCard('7005800009999999', 1_00))).toMatchObject({ state: 'refused' });
  });

  test('a wrong key is refused', async () => {
    await expect(connect(2, 'guessed').cardStates()).rejects.toThrow(NetworkUnavailable);
  });

  test('a malformed command is an error and never an effect', async () => {
    const negative = { ...moveToCard(otherCard, 1_00), sumKopecks: kopecks(-100) };
    await expect(network.send(negative)).rejects.toThrow(/refuses the call/);
    await expect(network.send({ ...moveToCard(otherCard, 1_00), requestId: 'one' })).rejects.toThrow();
    expect(await readState(otherCard)).toMatchObject({ balanceKopecks: 0 });
  });
});

describe('a network that answers badly', () => {
  test('a network that breaks off afterwards is polled, and a repeat does nothing twice', async () => {
    mood = 'drop';
    const command = moveToCard(otherCard, 100_00);
    await expect(network.send(command)).rejects.toThrow(NetworkUnavailable);
    expect(await network.ask(command.requestId)).toEqual({ state: 'done' });
    expect(await network.send(command)).toEqual({ state: 'done' });
    expect(await readState(otherCard)).toMatchObject({ balanceKopecks: 100_00 });
  });

  test('a faulty network does not know a command that never arrived', async () => {
    expect(await network.ask(randomUUID())).toEqual({ state: 'unknown' });
  });

  test('a faulty network answers twice: one effect, two equal events', async () => {
    mood = 'twice';
    const command = moveToCard(otherCard, 100_00);
    expect(await network.send(command)).toEqual({ state: 'done' });
    const events = await allEvents();
    expect(events).toMatchObject([
      { kind: 'answer', requestId: command.requestId, state: 'done' },
      { kind: 'answer', requestId: command.requestId, state: 'done' },
    ]);
    expect(events[1]!.sequence).toBeGreaterThan(events[0]!.sequence);
    expect(await readState(otherCard)).toMatchObject({ balanceKopecks: 100_00 });
  });

  test('a faulty network answers late: nothing has moved until then', async () => {
    mood = 'late';
    const command = moveToCard(otherCard, 100_00);
    expect(await network.send(command)).toEqual({ state: 'accepted' });
    clock.advanceSeconds(59);
    expect(await network.ask(command.requestId)).toEqual({ state: 'accepted' });
    expect(await readState(otherCard)).toMatchObject({ balanceKopecks: 0 });
    expect(await allEvents()).toEqual([]);
    clock.advanceSeconds(1);
    expect(await allEvents()).toMatchObject([
      { kind: 'answer', requestId: command.requestId, state: 'done' },
    ]);
    expect(await network.ask(command.requestId)).toEqual({ state: 'done' });
    expect(await readState(otherCard)).toMatchObject({ balanceKopecks: 100_00 });
  });

  test('never answers: it stays accepted, and nothing moves', async () => {
    mood = 'never';
    const command = moveToCard(otherCard, 100_00);
    expect(await network.send(command)).toEqual({ state: 'accepted' });
    clock.advanceSeconds(30 * 24 * 3600);
    expect(await network.ask(command.requestId)).toEqual({ state: 'accepted' });
    expect(await allEvents()).toEqual([]);
    expect(await readState(otherCard)).toMatchObject({ balanceKopecks: 0 });
  });

  test('refuses: nothing moves', async () => {
    mood = 'refuse';
    expect(await network.send(moveToCard(otherCard, 100_00))).toMatchObject({ state: 'refused' });
    expect(await readState(otherCard)).toMatchObject({ balanceKopecks: 0 });
  });

  test('a late answer is not skipped by a reader who has read later news', async () => {
    mood = 'late';
    const late = moveToCard(otherCard, 100_00);
    await network.send(late);
    mood = 'twice';
    const quick = moveToCard(otherCard, 1_00);
    await network.send(quick);
    const first = await network.events(0, 500);
    expect(first.events.map((event) => event.kind === 'answer' && event.requestId)).toEqual([
      quick.requestId,
      quick.requestId,
    ]);
    clock.advanceSeconds(60);
    const second = await network.events(first.next, 500);
    expect(second.events).toMatchObject([{ requestId: late.requestId, state: 'done' }]);
    const third = await network.events(second.next, 500);
    expect(third).toEqual({ events: [], unreadable: [], next: second.next, more: false });
  });

  test('a feed is read page by page without a gap', async () => {
    mood = 'twice';
    for (let i = 0; i < 4; i++) await network.send(moveToCard(otherCard, 1_00));
    const read: number[] = [];
    for (let after = 0; ;) {
      const { events, next } = await network.events(after, 3);
      if (events.length === 0) break;
      read.push(...events.map(({ sequence }) => sequence));
      after = next;
    }
    expect(read).toEqual((await allEvents()).map(({ sequence }) => sequence));
    expect(read).toHaveLength(8);
  });

  test('a card ending in 13 refuses blocks, and answers transfers twice or a minute late', async () => {
    const block: NetworkCommand = { requestId: randomUUID(), kind: 'block', cardNumber: flakyCard };
    expect(await network.send(block)).toEqual({
      state: 'refused',
      reason: 'Сеть отказала: карта в стоп-листе эмитента',
    });
    const odd = moveToCard(flakyCard, 10_00);
    expect(await network.send(odd)).toEqual({ state: 'done' });
    expect(await allEvents()).toMatchObject([{ requestId: odd.requestId }, { requestId: odd.requestId }]);
    const even = moveToCard(flakyCard, 20_00);
    expect(await network.send(even)).toEqual({ state: 'accepted' });
    expect(await readState(flakyCard)).toMatchObject({ status: 1, balanceKopecks: 10_00 });
    clock.advanceSeconds(60);
    expect(await readState(flakyCard)).toMatchObject({ balanceKopecks: 30_00 });
    expect(await network.send(moveToCard(flakyCard, 1_00))).toEqual({ state: 'done' });
  });
});

describe('cards', () => {
  test('§4.7 a block is confirmed after three seconds, and the unblock likewise', async () => {
    const block: NetworkCommand = { requestId: randomUUID(), kind: 'block', cardNumber: card };
    expect(await network.send(block)).toEqual({ state: 'accepted' });
    expect(await readState(card)).toMatchObject({ status: 1 });
    clock.advanceSeconds(3);
    expect(await readState(card)).toMatchObject({ status: 2 });
    const unblock: NetworkCommand = { requestId: randomUUID(), kind: 'unblock', cardNumber: card };
    await network.send(unblock);
    clock.advanceSeconds(3);
    expect(await allEvents()).toMatchObject([
      { requestId: block.requestId, state: 'done' },
      { requestId: unblock.requestId, state: 'done' },
    ]);
    expect(await readState(card)).toMatchObject({ status: 1 });
  });

  test('calls 8: new cards come empty and not set up, and are shown within ten seconds', async () => {
    const command: NetworkCommand = { requestId: randomUUID(), kind: 'issue', count: 100, reference: '42' };
    expect(await network.send(command)).toEqual({ state: 'accepted' });
    clock.advanceSeconds(5);
    expect(await allEvents()).toEqual([]);
    clock.advanceSeconds(1);
    const [event] = await allEvents();
    const cards = event?.kind === 'answer' && event.state === 'done' ? (event.cards ?? []) : [];
    expect(new Set(cards.map(({ number }) => number)).size).toBe(100);
    expect(cards.some(({ number }) => isFlakyCard(number))).toBe(false);
    expect(cards.some(({ isVirtual }) => isVirtual)).toBe(true);
    expect(await readState(cards[0]!.number)).toMatchObject({ status: 5, balanceKopecks: 0, goodsIds: [] });
    expect(await network.ask(command.requestId)).toEqual({ state: 'done', cards });
    expect(await network.send(command)).toEqual({ state: 'done', cards });
    expect(await network.cardStates()).toHaveLength(104);
  });

  test('choosing goods sets a new card up, and an unknown product is refused', async () => {
    const wrong: NetworkCommand = {
      requestId: randomUUID(),
      kind: 'set-goods',
      cardNumber: newCard,
      goodsIds: [999],
    };
    expect(await network.send(wrong)).toMatchObject({ state: 'refused' });
    const right: NetworkCommand = { ...wrong, requestId: randomUUID(), goodsIds: [301, 302] };
    expect(await network.send(right)).toEqual({ state: 'done' });
    expect(await readState(newCard)).toMatchObject({ status: 1, goodsIds: [301, 302] });
  });

  test('importing again changes nothing', async () => {
    await networks.importCards([{ partnerId: 2, number: card, status: 2, balanceKopecks: 1 }]);
    expect(await readState(card)).toMatchObject({ status: 1, balanceKopecks: 10_000_00 });
  });
});

describe('a driver at the pump', () => {
  const refill = {
    card_number: card,
    goods_id: 301,
    litres: 100,
    unit_price: 70.5,
    address: 'М-4, 545-й км',
  };

  async function setLimit(count: number, more: object = {}) {
    const limit = { count, unit: 'sum' as const, period: 'P1D' as const, goodsGroups: [], ...more };
    await network.send({ requestId: randomUUID(), kind: 'set-limit', cardNumber: card, limit });
  }

  test('§3.12 a driver buys fuel, and the network reports it through its ordinary feed', async () => {
    const outcome = await networks.fuel({ ...refill, external_id: 'receipt-1' });
    const sale = {
      externalId: 'receipt-1',
      cardNumber: card,
      goodsId: 301,
      goodsTitle: 'ДТ',
      centilitres: 10_000,
      unitPriceKopecks: 70_50,
      sumKopecks: 7050_00,
      address: 'М-4, 545-й км',
      soldAt: new Date('2026-11-21T09:00:00Z'),
    };
    expect(outcome).toEqual({ outcome: 'sold', partnerId: 2, sale });
    expect(await allEvents()).toEqual([{ sequence: expect.any(Number), kind: 'sale', ...sale }]);
    expect(await readState(card)).toMatchObject({ balanceKopecks: 2950_00 });
  });

  test('the same receipt again sells nothing and answers as before', async () => {
    const receipt = { ...refill, external_id: 'receipt-1' };
    const [first, ...again] = await Promise.all(Array.from({ length: 5 }, () => networks.fuel(receipt)));
    for (const outcome of again) expect(outcome).toEqual(first);
    expect(await networks.fuel({ ...receipt, litres: 1, card_number: otherCard })).toEqual(first);
    expect(await allEvents()).toHaveLength(1);
    expect(await readState(card)).toMatchObject({ balanceKopecks: 2950_00 });
  });

  test('the sum is rounded to the kopeck once', async () => {
    const outcome = await networks.fuel({ ...refill, litres: 33.33, unit_price: 67.89 });
    expect(outcome).toMatchObject({
      sale: { centilitres: 3333, unitPriceKopecks: 6789, sumKopecks: 2262_77 },
    });
  });

  test.each([
    ['a card that nobody knows', { card_number: '7005800000099999' }, 'Карта не найдена в сети'],
    ['a card that is not set up', { card_number: newCard }, 'Карта ещё не настроена'],
    ['goods that nobody sells', { goods_id: 1 }, 'Сеть не продаёт такой товар'],
    ['a card without enough money', { card_number: otherCard }, 'Недостаточно средств на карте'],
    ['no litres', { litres: 0 }, 'Проверьте количество литров, цену и время'],
    ['litres that are no number', { litres: NaN }, 'Проверьте количество литров, цену и время'],
    ['a time that is none', { at: 'yesterday' }, 'Проверьте количество литров, цену и время'],
  ])('nothing is sold for %s', async (_, change, reason) => {
    expect(await networks.fuel({ ...refill, ...change })).toMatchObject({ outcome: 'refused', reason });
    expect(await allEvents()).toEqual([]);
  });

  test('a blocked card sells nothing from the moment of its confirmation', async () => {
    await network.send({ requestId: randomUUID(), kind: 'block', cardNumber: card });
    expect(await networks.fuel({ ...refill, litres: 1 })).toMatchObject({ outcome: 'sold' });
    clock.advanceSeconds(3);
    expect(await networks.fuel(refill)).toMatchObject({ outcome: 'refused', reason: 'Карта заблокирована' });
  });

  test('§1.11 goods that were not chosen are not sold', async () => {
    await network.send({ requestId: randomUUID(), kind: 'set-goods', cardNumber: card, goodsIds: [402] });
    expect(await networks.fuel(refill)).toMatchObject({
      outcome: 'refused',
      reason: 'Товар «ДТ» недоступен для этой карты',
    });
    expect(await networks.fuel({ ...refill, goods_id: 402 })).toMatchObject({ outcome: 'sold' });
  });

  test('AdBlue and washing are sold whatever fuel was chosen, and reported by title only', async () => {
    await network.send({ requestId: randomUUID(), kind: 'set-goods', cardNumber: card, goodsIds: [402] });
    for (const [goods_id, goodsTitle] of [
      [901, 'AdBlue'],
      [902, 'Мойка'],
    ] as const)
      expect(await networks.fuel({ ...refill, goods_id, litres: 10 })).toMatchObject({
        outcome: 'sold',
        sale: { goodsId: 0, goodsTitle, sumKopecks: 705_00 },
      });
  });

  test('AdBlue counts in a limit of all goods, not in one of diesel', async () => {
    await setLimit(1000_00);
    const adBlue = { ...refill, goods_id: 901, litres: 10 };
    expect(await networks.fuel(adBlue)).toMatchObject({ outcome: 'sold' });
    expect(await networks.fuel(adBlue)).toMatchObject({ reason: 'Превышен лимит карты' });
    await setLimit(1000_00, { goodsGroups: [3] });
    expect(await networks.fuel(adBlue)).toMatchObject({ outcome: 'sold' });
  });

  test('a daily limit in rubles holds until Moscow’s midnight', async () => {
    await setLimit(8000_00);
    expect(await networks.fuel(refill)).toMatchObject({ outcome: 'sold' });
    expect(await networks.fuel({ ...refill, litres: 14 })).toMatchObject({
      outcome: 'refused',
      reason: 'Превышен лимит карты',
    });
    expect(await networks.fuel({ ...refill, litres: 14, at: '2026-11-21T20:59:59Z' })).toMatchObject({
      outcome: 'refused',
    });
    expect(await networks.fuel({ ...refill, litres: 14, at: '2026-11-21T21:00:00Z' })).toMatchObject({
      outcome: 'sold',
    });
  });

  test('a monthly limit in litres counts its goods only, and null takes it away', async () => {
    await setLimit(50_00, { unit: 'amount', period: 'P1M', goodsGroups: [3] });
    expect(await networks.fuel({ ...refill, litres: 50 })).toMatchObject({ outcome: 'sold' });
    expect(await networks.fuel({ ...refill, litres: 0.01 })).toMatchObject({
      reason: 'Превышен лимит карты',
    });
    expect(await networks.fuel({ ...refill, goods_id: 401, litres: 10 })).toMatchObject({ outcome: 'sold' });
    await network.send({ requestId: randomUUID(), kind: 'set-limit', cardNumber: card, limit: null });
    expect(await networks.fuel({ ...refill, litres: 0.01 })).toMatchObject({ outcome: 'sold' });
  });

  test('drivers at several pumps at once cannot spend the same money', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => networks.fuel({ ...refill, litres: 50 })),
    );
    expect(outcomes.filter(({ outcome }) => outcome === 'sold')).toHaveLength(2);
    expect(await readState(card)).toMatchObject({ balanceKopecks: 2950_00 });
  });

  test('with an overdraft the network sells more than the card holds', async () => {
    await restart({ allowOverdraftKopecks: 1000_00 });
    expect(await networks.fuel({ ...refill, litres: 150 })).toMatchObject({ outcome: 'sold' });
    expect(await readState(card)).toMatchObject({ balanceKopecks: -575_00 });
  });

  test('a refund gives the money back once, and frees the limit', async () => {
    await setLimit(7050_00);
    await networks.fuel({ ...refill, external_id: 'receipt-1' });
    const refunds = await Promise.all([networks.refund('receipt-1'), networks.refund('receipt-1')]);
    expect(refunds[0]).toMatchObject({
      outcome: 'refunded',
      refund: { externalId: 'receipt-1-R', sumKopecks: 7050_00 },
    });
    expect(refunds[1]).toEqual(refunds[0]);
    expect((await allEvents()).map(({ kind }) => kind)).toEqual(['sale', 'refund']);
    expect(await readState(card)).toMatchObject({ balanceKopecks: 10_000_00 });
    expect(await networks.fuel(refill)).toMatchObject({ outcome: 'sold' });
    expect(await networks.refund('receipt-9')).toMatchObject({ outcome: 'refused' });
  });
});

describe('a restart', () => {
  test('money, responses, the feed and pending commands survive a restart', async () => {
    const done = moveToCard(otherCard, 100_00);
    await network.send(done);
    await networks.fuel({
      card_number: card,
      goods_id: 301,
      litres: 10,
      unit_price: 70,
      address: 'АЗС',
      external_id: 'r1',
    });
    const issue: NetworkCommand = { requestId: randomUUID(), kind: 'issue', count: 2, reference: '7' };
    await network.send(issue);
    const before = { cards: await network.cardStates(), events: await allEvents() };

    await restart();
    expect({ cards: await network.cardStates(), events: await allEvents() }).toEqual(before);
    expect(await network.send(done)).toEqual({ state: 'done' });
    expect(await readState(otherCard)).toMatchObject({ balanceKopecks: 100_00 });
    clock.advanceSeconds(10);
    const { events } = await network.events(before.events.at(-1)!.sequence, 10);
    expect(events).toMatchObject([{ requestId: issue.requestId, state: 'done', cards: [{}, {}] }]);
  });

  test('two starts at once on an empty database do not trip over each other', async () => {
    await networks.stop();
    await forgetEverything();
    const options = { databaseUrl: database.url, clock, apiKey };
    const [one, other] = await Promise.all([
      startSimulatedNetworks(options),
      startSimulatedNetworks(options),
    ]);
    await one.stop();
    networks = other;
  });

  test('after a kill in the middle of a crowd each command is done once or not at all', async () => {
    const cardNumber = formatCardNumber(1, 1);
    const commands = Array.from({ length: 60 }, () => moveToCard(cardNumber, 1_00));
    const child = await startChild();
    const network1 = httpFuelNetwork({ partnerId: 1, baseUrl: child.baseUrl, apiKey });
    let answered = 0;
    const sends = commands.map((command) =>
      network1.send(command).then(() => {
        answered += 1;
        if (answered === 20) child.process.kill('SIGKILL');
      }),
    );
    const outcomes = await Promise.allSettled(sends);
    expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true);

    await restart();
    const again = connect(1);
    const known = await Promise.all(commands.map(({ requestId }) => again.ask(requestId)));
    const balance = async () =>
      (await again.cardStates()).find((state) => state.cardNumber === cardNumber)?.balanceKopecks;
    expect(await balance()).toBe(500_00 + 1_00 * known.filter(({ state }) => state === 'done').length);
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') expect(known[index]).toEqual({ state: 'done' });
    }
    await Promise.all(commands.map((command) => again.send(command)));
    expect(await balance()).toBe(500_00 + 60_00);
  });
});

async function startChild(): Promise<{ process: ChildProcess; baseUrl: string }> {
  const child = fork(new URL('./run-in-child.ts', import.meta.url), { execArgv: [] });
  child.send({ databaseUrl: database.url, apiKey });
  const [message] = (await once(child, 'message')) as [{ baseUrl: string }];
  return { process: child, baseUrl: message.baseUrl };
}
