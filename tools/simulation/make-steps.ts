import { PARTNER_IDS } from '#contract/ids.ts';
import { seededRandom, type SeededRandom } from '../../api/src/lib/seeded-random.ts';
import { COMMAND_OUTCOMES, type CommandOutcome } from './network.ts';
import {
  PUMP_WAYS,
  type SimulatedAction,
  type PaymentWay,
  type PumpWay,
  type SaleWay,
  type Step,
} from './step.ts';
import type { PlannedFault } from './fault-points.ts';
import { PROCESS_FAULTS } from './faults.ts';

export interface Size {
  seed: number;
  days: number;
  companies: number;
  /** One step in this many meets a fault of the process. */
  faultEvery?: number;
  /** Approximate number of actions of one company per day. */
  actionsPerDay?: number;
}

const ACTIONS_PER_DAY = 2;
const FAULT_EVERY = 40;
const MAX_SECONDS = 1500;

/** Makes the whole run in advance, at random: the outcome of earlier steps changes nothing in later ones. */
export function makeSteps({
  seed,
  days,
  companies,
  faultEvery = FAULT_EVERY,
  actionsPerDay = ACTIONS_PER_DAY,
}: Size): Step[] {
  const random = seededRandom(seed);
  const decks = dealDecks(random);
  const steps: Step[] = [];
  const add = (action: SimulatedAction, more: Partial<Step> = {}): void => {
    const fault = random.chance(1 / faultEvery) ? pickFault(random, decks, action) : undefined;
    steps.push({
      after: random.whole(1, Math.min(MAX_SECONDS, Math.floor(36_000 / (companies * actionsPerDay * 2)))),
      company: random.whole(0, 9999),
      card: random.whole(0, 9999),
      ...(fault && { fault }),
      ...action,
      ...more,
    } as Step);
  };
  for (let company = 0; company < companies; company += 1) add(makeJoinStep(random));
  add({ kind: 'jobs', choices: choices(random, companies * 2) });
  for (let day = 0; day < days; day += 1) {
    for (let company = 0; company < companies; company += 1) add({ kind: 'set-up' }, { company });
    for (let company = 0; day === 0 && company < companies; company += 1)
      add({ kind: 'pay', sum: random.whole(2, 9), way: 'no-number', late: 0 }, { company });
    add({ kind: 'bank-file', repeats: random.whole(0, 3) });
    const actions = companies * actionsPerDay;
    for (let action = 0; action < actions; action += 1) {
      add(random.pick(WEIGHTED_STEPS)(random, decks));
      if (random.chance(0.4)) add({ kind: 'jobs', choices: choices(random, random.whole(1, 5)) });
      if (random.chance(0.25)) add({ kind: 'loop', choice: random.whole(0, 9999) });
    }
    add({ kind: 'night', choice: random.whole(0, 9999) });
  }
  return steps;
}

function makeJoinStep(random: SeededRandom): SimulatedAction {
  return { kind: 'join', partnerId: random.pick(PARTNER_IDS), count: random.whole(1, 3) };
}

const choices = (random: SeededRandom, count: number): number[] =>
  Array.from({ length: count }, () => random.whole(0, 9999));

/** Decks of cases that must all happen: each is taken once before any repeats. */
interface Decks {
  outcome(): CommandOutcome;
  sale(): SaleWay;
  pump(): PumpWay;
  payment(): PaymentWay;
  rare(): MakeStep;
  fault(): Omit<PlannedFault, 'nth'>;
  stormFault(): Omit<PlannedFault, 'nth'>;
}

function dealDecks(random: SeededRandom): Decks {
  const isActionPoint = ({ point }: Omit<PlannedFault, 'nth'>): boolean =>
    !point.endsWith('job') && !point.endsWith('call');
  return {
    outcome: createDeck(
      random,
      COMMAND_OUTCOMES.filter((outcome) => outcome !== 'done'),
    ),
    sale: createDeck(random, SALES),
    pump: createDeck(random, PUMP_WAYS),
    payment: createDeck(random, PAYMENTS),
    rare: createDeck(random, RARE_STEPS),
    fault: createDeck(random, PROCESS_FAULTS),
    stormFault: createDeck(random, PROCESS_FAULTS.filter(isActionPoint)),
  };
}

/** Shuffled again whenever it is used up. */
function createDeck<Card>(random: SeededRandom, cards: readonly Card[]): () => Card {
  let left: Card[] = [];
  return () => {
    if (left.length === 0) left = [...cards];
    return left.splice(random.whole(0, left.length - 1), 1)[0] as Card;
  };
}

function pickFault(random: SeededRandom, decks: Decks, action: SimulatedAction): Step['fault'] {
  // Which points concurrent actions reach depends on their order. Only the first point is certain.
  if (action.kind === 'storm') return { ...decks.stormFault(), nth: 1 };
  return { ...decks.fault(), nth: random.pick([1, 1, 2, 3, 5]) };
}

const kopecks = (random: SeededRandom, maxRubles: number): number =>
  random.whole(1, maxRubles) * 100 + random.whole(0, 99);

function pickOutcome(random: SeededRandom, decks: Decks): CommandOutcome {
  return random.chance(0.6) ? 'done' : decks.outcome();
}

const PAYMENTS: readonly PaymentWay[] = ['invoice', 'unknown-payer', 'look-alike', 'no-number'];
const SALES: readonly SaleWay[] = [
  'at-once',
  'at-once',
  'at-once',
  'late',
  'very-late',
  'twice',
  'swapped',
  'offline',
];

type MakeStep = (random: SeededRandom, decks: Decks) => SimulatedAction;

/** Repeats each action by its frequency. */
const WEIGHTED_STEPS: readonly MakeStep[] = [
  ...repeatTimes<MakeStep>(5, (random, decks) => ({
    kind: 'move',
    toCard: true,
    sum: kopecks(random, 9000),
    outcome: pickOutcome(random, decks),
    smsRefused: random.chance(0.05),
  })),
  ...repeatTimes<MakeStep>(2, (random, decks) => ({
    kind: 'move',
    toCard: false,
    sum: kopecks(random, 3000),
    outcome: pickOutcome(random, decks),
    smsRefused: false,
  })),
  ...repeatTimes<MakeStep>(1, (random, decks) => ({
    kind: 'move-many',
    sum: kopecks(random, 3000),
    outcomes: [pickOutcome(random, decks), pickOutcome(random, decks)],
  })),
  ...repeatTimes<MakeStep>(8, (random, decks) => ({
    kind: 'buy',
    sum: kopecks(random, 4000),
    way: decks.sale(),
  })),
  ...repeatTimes<MakeStep>(4, (random, decks) => ({
    kind: 'fuel-by-code',
    litres: random.whole(1, 60),
    way: decks.pump(),
  })),
  ...repeatTimes<MakeStep>(1, (random) => ({ kind: 'refund', choice: random.whole(0, 9999) })),
  ...repeatTimes<MakeStep>(2, (random, decks) => ({
    kind: 'pay',
    sum: random.whole(1, 9),
    way: random.chance(0.5) ? 'no-number' : decks.payment(),
    late: random.pick([0, 0, 1, 2]),
  })),
  ...repeatTimes<MakeStep>(1, (random) => ({ kind: 'bank-file', repeats: random.whole(0, 4) })),
  ...repeatTimes<MakeStep>(3, (random) => ({
    kind: 'distribute',
    partnerId: random.pick(PARTNER_IDS),
    sum: kopecks(random, 20_000),
  })),
  ...repeatTimes<MakeStep>(1, (random) => ({
    kind: 'revoke',
    partnerId: random.pick(PARTNER_IDS),
    sum: kopecks(random, 9000),
  })),
  ...repeatTimes<MakeStep>(1, (random, decks) => ({
    kind: 'block',
    blocked: random.chance(0.5),
    outcome: pickOutcome(random, decks),
  })),
  ...repeatTimes<MakeStep>(1, (random) => ({ kind: 'limit', litres: random.whole(10, 500) })),
  ...repeatTimes<MakeStep>(4, () => ({ kind: 'read' })),
  ...repeatTimes<MakeStep>(1, (random) => ({ kind: 'correct-upd', percent: random.whole(50, 99) })),
  ...repeatTimes<MakeStep>(1, (random) => ({
    kind: 'tariff',
    partnerId: random.pick(PARTNER_IDS),
    change: random.pick(['discount', 'surcharge']),
    unit: random.pick(['percent', 'litre']),
    rate: random.whole(1, 900),
    fee: random.pick([0, random.whole(1, 300)]),
  })),
  ...repeatTimes<MakeStep>(1, (random) => ({ kind: 'delegate', choice: random.whole(0, 9999) })),
  ...repeatTimes<MakeStep>(1, (random) => ({
    kind: 'storm',
    people: random.whole(2, 5),
    sum: kopecks(random, random.chance(0.3) ? 40_000 : 9000),
  })),
  ...repeatTimes<MakeStep>(2, (random, decks) => decks.rare()(random, decks)),
];

function repeatTimes<One>(times: number, nonNullable: One): One[] {
  return Array.from({ length: times }, () => nonNullable);
}

const RARE_STEPS: readonly MakeStep[] = [
  (random) => ({ kind: 'order', partnerId: random.pick(PARTNER_IDS), count: 1 }),
  (random) => ({ kind: 'pay-network', partnerId: random.pick(PARTNER_IDS), sum: kopecks(random, 20_000) }),
  (random) => ({ kind: 'credit', sum: random.whole(0, 5) * 1_000_00 }),
  (random) => ({ kind: 'group-owner', choice: random.whole(0, 9999) }),
  (random) => ({ kind: 'resale', choice: random.whole(0, 9999) }),
  () => ({ kind: 'stranger' }),
  (random) => ({ kind: 'silence', partnerId: random.pick(PARTNER_IDS), seconds: random.whole(600, 20_000) }),
];
