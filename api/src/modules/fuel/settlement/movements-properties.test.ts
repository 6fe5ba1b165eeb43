import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../../../testing/api.ts';
import { givenStaff, type GivenPerson } from '../../../testing/givens/factories.ts';
import { startMovementGame } from '../../../testing/movement-game.ts';
import type { MoveOutcome, Step } from '../../../testing/movement-steps.ts';
import {
  neutralPlayer,
  opti24Player,
  rnCardPlayer,
  type NetworkPlayer,
} from '../../../testing/network-players.ts';
import { opti24Env, serveOpti24 } from '../../../testing/wires/opti24-wire.ts';
import { rnCardEnv, serveRnCard } from '../../../testing/wires/rn-card-wire.ts';

/**
 * Lost answers, processes that die around the write, fuel for the same sums that is listed or taken from the card late,
 * and contracts with other activity, at every adapter. In the end each network matches our books, or the movement is
 * listed for a person and the difference is that movement's own sum.
 */
const RUNS = Number(process.env.MOVEMENT_RUNS ?? 0);
const BOUNDED_MS = 6000;
const DAY = 86_400;

let opti24: Awaited<ReturnType<typeof serveOpti24>>;
let rnCard: Awaited<ReturnType<typeof serveRnCard>>;
let api: TestApi;
let staff: GivenPerson;
let players: Record<'opti24' | 'rn-card' | 'neutral', NetworkPlayer>;

beforeAll(async () => {
  [opti24, rnCard] = await Promise.all([serveOpti24(), serveRnCard()]);
  const env = { NETWORK_PATIENCE_MS: '0', ...opti24Env(opti24), ...rnCardEnv(rnCard) };
  api = await startApi({ jobs: false, env });
  staff = await givenStaff(api);
  players = { opti24: opti24Player(opti24), 'rn-card': rnCardPlayer(rnCard), neutral: neutralPlayer(api) };
});

afterAll(async () => {
  await api?.stop();
  await Promise.all([opti24?.stop(), rnCard?.stop()]);
});

const card = fc.nat(1);
/** There are so few sums that they often coincide. */
const sum = fc.constantFrom(1000_00, 2000_00);
const delay = fc.constantFrom(0, 0, 60, 3600, DAY, 2.9 * DAY);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      card,
      toCard: fc.boolean(),
      sum,
      outcome: fc.constantFrom<MoveOutcome>(
        ...(['answered', 'lost', 'broken', 'turned-away', 'raced'] as const),
        ...(['dies-before-write', 'dies-after-write', 'dies-before-booking'] as const),
      ),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('buy' as const),
      card,
      sum,
      skew: fc.integer({ min: -240, max: 240 }),
      deducted: delay,
      listed: delay,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('contract' as const, 'refund' as const), card, sum }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('time' as const),
      seconds: fc.constantFrom(5, 60, 601, 3600, DAY, 3 * DAY),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom('ask' as const, 'ask' as const, 'poll' as const) }),
  },
);

/** Two proofs are deceived by two strange events of one sum at once, so a run has one kind of them. */
const run = fc.record({
  network: fc.constantFrom('opti24' as const, 'rn-card' as const, 'neutral' as const),
  strange: fc.constantFrom('races' as const, 'contract' as const),
  steps: fc.array(step, { minLength: 4, maxLength: 12 }),
});

const lateFuel: Step = { kind: 'buy', card: 0, sum: 2000_00, skew: 0, deducted: 0, listed: DAY };

/** Fuel for exactly the sum that was ordered. */
const FUEL_HIDES_TRANSFER = {
  network: 'opti24' as const,
  strange: 'contract' as const,
  steps: [
    { kind: 'move', card: 0, toCard: true, sum: 2000_00, outcome: 'lost' },
    lateFuel,
    { kind: 'time', seconds: 601 },
    { kind: 'ask' },
  ] as Step[],
};

/** Fuel for exactly the sum of a payout that has never arrived. */
const FUEL_LIKE_PAYOUT = {
  ...FUEL_HIDES_TRANSFER,
  steps: [{ kind: 'move', card: 0, toCard: false, sum: 2000_00, outcome: 'broken' }, lateFuel] as Step[],
};

/** A wallet that is written from a reading older than a sale. */
const RACE = {
  network: 'rn-card' as const,
  strange: 'races' as const,
  steps: [{ kind: 'move', card: 0, toCard: true, sum: 1000_00, outcome: 'raced' }] as Step[],
};

test(
  'each network has what our books say, or a user decides the movement in between',
  { timeout: 3_600_000 },
  async () => {
    const deadline = performance.now() + BOUNDED_MS;
    let [played, byPerson] = [0, 0];
    await fc.assert(
      fc.asyncProperty(run, async ({ network, strange, steps }) => {
        if (RUNS === 0 && performance.now() > deadline) return;
        const game = await startMovementGame(api, staff, players[network]);
        for (const item of steps) {
          const isRace = item.kind === 'move' && item.outcome === 'raced';
          const isOnContract = item.kind === 'contract' || item.kind === 'refund';
          if (strange === 'races' ? !isOnContract : !isRace) await game.play(item);
        }
        byPerson += await game.end();
        played += 1;
      }),
      { numRuns: RUNS || 60, examples: [[FUEL_HIDES_TRANSFER], [FUEL_LIKE_PAYOUT], [RACE]] },
    );
    if (RUNS > 0) console.info(`${played} runs, ${byPerson} movements ended by a person`);
    expect(played).toBeGreaterThan(0);
  },
);
