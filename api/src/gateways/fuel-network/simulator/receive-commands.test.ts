import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { kopecks } from '#contract/kopecks.ts';
import { manualClock } from '../../../lib/clock.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { formatCardNumber, isFlakyCard } from '../card-number.ts';
import { NetworkUnavailable, type FuelNetwork, type NetworkCommand } from '../fuel-network.ts';
import { httpFuelNetwork } from '../http-fuel-network.ts';
import type { CardBehaviour } from './receive-command.ts';
import { startSimulatedNetworks, type SimulatedNetworks } from './start-simulated-networks.ts';

const apiKey = 'network-key';
const clock = manualClock('2026-11-21T09:00:00Z');
let database: TestDatabase;
let networks: SimulatedNetworks;
let network: FuelNetwork;
let moods: Map<string, CardBehaviour>;
/** Fresh ones for each test. */
let one: string;
let other: string;
let serial = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  const mood = ({ requestId }: NetworkCommand): CardBehaviour | undefined => moods.get(requestId);
  networks = await startSimulatedNetworks({ databaseUrl: database.url, clock, apiKey, mood });
  network = httpFuelNetwork({ partnerId: 2, baseUrl: networks.baseUrl(2), apiKey });
});

afterAll(async () => {
  await networks?.stop();
  await database?.drop();
});

beforeEach(async () => {
  moods = new Map();
  [one, other] = [nextCard(), nextCard()];
  await networks.importCards(
    [one, other].map((number) => ({ partnerId: 2 as const, number, status: 1 as const, balanceKopecks: 0 })),
  );
});

function nextCard(): string {
  for (;;) {
    serial += 1;
    if (!isFlakyCard(formatCardNumber(2, serial))) return formatCardNumber(2, serial);
  }
}

function move(kind: 'move-to-card' | 'move-from-card', cardNumber: string, sum: number): NetworkCommand {
  return { requestId: randomUUID(), kind, cardNumber, sumKopecks: kopecks(sum) };
}

async function send(commands: NetworkCommand[]) {
  return (await network.together?.send(commands)) ?? [];
}

async function readBalance(cardNumber: string): Promise<number | undefined> {
  return (await network.cardStates()).find((state) => state.cardNumber === cardNumber)?.balanceKopecks;
}

test('commands of one call take effect in their order, and a refusal changes nothing', async () => {
  const block: NetworkCommand = { requestId: randomUUID(), kind: 'block', cardNumber: one };
  const answers = await send([
    move('move-to-card', one, 100),
    block,
    move('move-from-card', one, 60),
    move('move-from-card', one, 60),
    move('move-to-card', nextCard(), 10),
    move('move-to-card', other, 5),
  ]);
  expect(answers).toEqual([
    { state: 'done' },
    { state: 'accepted' },
    { state: 'done' },
    { state: 'refused', reason: 'Недостаточно средств на карте' },
    { state: 'refused', reason: 'Карта не найдена в сети' },
    { state: 'done' },
  ]);
  expect([await readBalance(one), await readBalance(other)]).toEqual([40, 5]);
});

test('a repeated call, alone or many at once, moves nothing and is answered as before', async () => {
  const commands = [move('move-to-card', one, 100), move('move-from-card', other, 1)];
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => send(commands)));
  const [first] = answers;
  expect(answers).toEqual(answers.map(() => first));
  expect(await network.send(commands[0] as NetworkCommand)).toEqual({ state: 'done' });
  expect([await readBalance(one), await readBalance(other)]).toEqual([100, 0]);
});

test('calls that name the same cards in opposite orders never deadlock', async () => {
  const call = (cards: string[]) => send(cards.map((card) => move('move-to-card', card, 1)));
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => call(index % 2 ? [one, other] : [other, one])),
  );
  expect(answers.flat().filter((answer) => answer instanceof Error)).toEqual([]);
  expect([await readBalance(one), await readBalance(other)]).toEqual([20, 20]);
});

test('a command with a lost or late response changes nothing for others of its call', async () => {
  const [lost, late, plain] = [1, 2, 3].map((sum) => move('move-to-card', one, sum)) as [
    NetworkCommand,
    NetworkCommand,
    NetworkCommand,
  ];
  moods.set(lost.requestId, 'drop');
  moods.set(late.requestId, 'late');
  expect(await send([lost, late, plain])).toEqual([
    expect.any(NetworkUnavailable),
    { state: 'accepted' },
    { state: 'done' },
  ]);
  expect(await network.ask(lost.requestId)).toEqual({ state: 'done' });
  expect(await readBalance(one)).toBe(4);
  clock.advanceSeconds(61);
  expect(await readBalance(one)).toBe(6);
});

test('another command under a known id is the sender’s fault, and of that one alone', async () => {
  const first = move('move-to-card', one, 100);
  await send([first, move('move-to-card', other, 1)]);
  const answers = await send([
    { ...move('move-to-card', one, 200), requestId: first.requestId },
    move('move-to-card', other, 1),
  ]);
  expect(answers[0]).toBeInstanceOf(Error);
  expect(answers[0]).not.toBeInstanceOf(NetworkUnavailable);
  expect(answers[1]).toEqual({ state: 'done' });
  expect([await readBalance(one), await readBalance(other)]).toEqual([100, 2]);
});
