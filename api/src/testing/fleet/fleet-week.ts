import { expect } from 'vitest';
import { mintCompanyScope } from '../../db/company-scope.ts';
import { seededRandom } from '../../lib/seeded-random.ts';
import {
  approveException,
  declineException,
} from '../../modules/fleet/rules/exceptions/approve-exception.ts';
import { askException } from '../../modules/fleet/rules/exceptions/ask-exception.ts';
import { maintainCardRules } from '../../modules/fleet/rules/maintain-rules.ts';
import { openCard } from '../../modules/fleet/rules/open-card.ts';
import { setRules } from '../../modules/fleet/rules/set-rules.ts';
import { judgeSignal } from '../../modules/fleet/signals/judge-signal.ts';
import { findSignals } from '../../modules/fleet/signals/find-signals.ts';
import type { TestApi } from '../api.ts';
import { fleetBooks } from './fleet-books.ts';
import { getOpenMinutes, type ModelRule } from './fleet-model.ts';
import { answered, fleetProcess, type Tally } from './fleet-process.ts';
import { fleetPump } from './fleet-pump.ts';
import { fleetTurns, type ModelDuty } from './fleet-turns.ts';
import { givenFleet, pickRules, type FleetTruck } from '../givens/given-fleet.ts';

const DAYS = 7;
const ROUNDS_A_DAY = 2;
const ACTIONS_PER_ROUND = 11;
const MINUTE = 60;
const GOODS = [301, 301, 301, 302, 402];

/** Kopecks a litre: about the usual one, and dearer than some rules let pass. */
const PRICES = [70_00, 70_00, 77_00, 81_00];

/**
 * Plays a week of a fleet from a seed. Any step may be the last one of its process: the process dies before some
 * statement, and the next one goes on with the stored data. `restart` ends the process for good and starts another on the
 * same data.
 */
export async function playFleetWeek(
  first: TestApi,
  { seed, restart }: { seed: number; restart: (api: TestApi) => Promise<TestApi> },
): Promise<Tally> {
  const { clock } = first;
  const random = seededRandom(seed);
  const { company, trucks, groups, stations, duties } = await givenFleet(first, random);
  const scope = mintCompanyScope(company.id);
  const userId = company.admin.id;
  const tally: Tally = {};
  const books = await fleetBooks(first, company);
  const turns = fleetTurns();
  const process = fleetProcess(first, { random, books, tally, turns, restart });
  const pump = fleetPump(process, { books, seed, now: () => clock.now() });
  const layers = { profile: [] as ModelRule[], group: groups.map((): ModelRule[] => []) };

  const actions: [weight: number, deed: () => Promise<void>][] = [
    [12, buy],
    [2, refund],
    [5, ask],
    [5, answer],
    [5, open],
    [1, changeRules],
    [1, judge],
  ];
  try {
    await begin();
    for (let day = 0; day < DAYS; day += 1) await playDay(day);
    return tally;
  } catch (error) {
    throw new Error(`the week of seed ${seed} fails after ${JSON.stringify(tally)}`, { cause: error });
  } finally {
    await books.close();
  }

  async function begin(): Promise<void> {
    for (const layer of ['profile', 'group', 'card'] as const) {
      const many = { profile: 1, group: groups.length, card: trucks.length / 2 }[layer];
      for (let index = 0; index < many; index += 1) await setLayer(layer, index);
    }
    const { token } = company.admin;
    const json = { deed: 'close', owner_id: null };
    expect((await first.put('/api/signals/rules/over-tank', { token, json })).status).toBe(200);
    await process.sweep(trucks);
  }

  async function playDay(day: number): Promise<void> {
    for (let round = 0; round < ROUNDS_A_DAY; round += 1) {
      for (let count = 0; count < ACTIONS_PER_ROUND; count += 1) {
        clock.advanceSeconds(random.whole(1, 12 * MINUTE));
        await pickAction()();
      }
      if (random.chance(0.08)) await process.restart();
      if (random.chance(0.6)) await process.mortal('signals', findSignals);
      await process.sweep(trucks);
      if (round + 1 < ROUNDS_A_DAY) clock.advanceSeconds(random.whole(4, 9) * 60 * MINUTE);
    }
    await books.expectAll(process.api(), trucks);
    // The next day begins between four and seven in Moscow.
    clock.setTo(new Date(Date.UTC(2026, 8, 15 + day, random.whole(1, 4))).toISOString());
  }

  function pickAction(): () => Promise<void> {
    let left = random.whole(
      1,
      actions.reduce((total, [weight]) => total + weight, 0),
    );
    return (actions.find(([weight]) => (left -= weight) <= 0) as (typeof actions)[number])[1];
  }

  async function buy(): Promise<void> {
    const truck = random.pick(trucks);
    if (random.chance(0.5)) await process.settle(truck);
    // The last is more than fits into the tank.
    const litres = random.pick([40, 40, 90.5, 90.5, 150, 199.99, 260, 420, truck.model.tankLitres * 1.3]);
    const [goodsId, price, station] = [random.pick(GOODS), random.pick(PRICES), random.pick(stations)];
    await pump.purchase(truck, { litres, goodsId, price, station });
  }

  async function refund(): Promise<void> {
    const sold = trucks.filter(({ model }) =>
      model.bought.some((modelPurchase) => modelPurchase.refundedAt === undefined),
    );
    if (sold.length > 0) await pump.refund(random.pick(sold), random);
  }

  async function ask(): Promise<void> {
    const last = await books.lastRefusal(company.id, clock.now());
    if (!last) return;
    const truck = findTruck(last.card_id);
    await process.mortal('asked', async (ctx) => {
      const { driverId } = truck;
      const about = { cardId: null, goodsId: null, centilitres: null, declineId: last.id };
      await answered(askException(ctx, { scope, userId, driverId, reason: 'Дальний рейс', ...about }));
    });
    const requested = await books.askedLast(truck.card.id);
    if (requested && !turns.knows(requested.id))
      turns.ask(requested.id, requested.at, duties[truck.group] as ModelDuty);
  }

  async function answer(): Promise<void> {
    const one = await books.openException(random);
    if (!one) return;
    const truck = findTruck(one.card_id);
    const approves = random.chance(0.7);
    const until = random.chance(0.5) ? new Date(clock.now().getTime() + random.whole(5, 300) * 60_000) : null;
    const verdict = { scope, userId, id: one.id };
    await process.mortal(approves ? 'approved' : 'refused', async (ctx) => {
      if (approves) await answered(approveException(ctx, { ...verdict, until, sumKopecks: null }));
      else await answered(declineException(ctx, { ...verdict, reason: 'Не нужно' }));
      await maintainCardRules(ctx, one.card_id);
    });
    if (await books.isAnswered(one)) turns.answer(one.id);
    await books.takeAllowance(one, truck.model);
    const filling = pump.refusedOf(one.card_id);
    if (!filling || random.chance(0.3)) return;
    // An allowance is used once, however fast the second purchase comes.
    for (let time = random.whole(1, 2); time > 0; time -= 1) {
      clock.advanceSeconds(random.whole(1, 40));
      await pump.purchase(truck, filling);
    }
  }

  async function open(): Promise<void> {
    const closed = trucks.filter(({ model }) => getOpenMinutes(model) !== null);
    if (closed.length === 0) return;
    const { card, model } = random.pick(closed);
    const minutes = random.whole(1, getOpenMinutes(model) ?? 1);
    await process.mortal('opened', (ctx) =>
      answered(
        openCard(ctx, { scope, userId: random.chance(0.5) ? null : userId, cardId: card.id, minutes }),
      ),
    );
    model.openings = await books.readOpenings(card.id);
  }

  async function changeRules(): Promise<void> {
    const layer = random.pick(['profile', 'group', 'card', 'card', 'card'] as const);
    await setLayer(
      layer,
      random.whole(0, { profile: 1, group: groups.length, card: trucks.length }[layer] - 1),
    );
  }

  /** Sets a layer completely or not at all. The model takes over what the portal reports. */
  async function setLayer(layer: 'profile' | 'group' | 'card', index: number): Promise<void> {
    const rules = pickRules(layer, { random, stations });
    const truck = trucks[index] as FleetTruck;
    const subject = { profile: 0, group: groups[index] ?? 0, card: truck.card.id }[layer];
    const before = { profile: layers.profile, group: layers.group[index], card: truck.model.layers[0] }[
      layer
    ];
    await process.mortal('rules changed', (ctx) =>
      setRules(ctx, { scope, userId, layer, subjectIds: [subject], rules: rules as never }),
    );
    const storedRules = await books.readLayerRules(layer, subject);
    expect([rules, before]).toContainEqual(storedRules);
    if (layer === 'profile') layers.profile = storedRules;
    if (layer === 'group') layers.group[index] = storedRules;
    if (layer === 'card') truck.model.layers[0] = storedRules;
    for (const { model, group } of trucks)
      model.layers = [model.layers[0], layers.group[group] ?? [], layers.profile];
  }

  async function judge(): Promise<void> {
    const id = await books.closingSignal();
    if (id === null) return;
    const verdict = random.pick(['false', 'explained', 'waste'] as const);
    await process.mortal('judged', (ctx) =>
      judgeSignal(ctx, { scope, userId, id, verdict, note: 'Разобрались', filling: false }),
    );
  }

  function findTruck(cardId: number): FleetTruck {
    return trucks.find(({ card }) => card.id === cardId) as FleetTruck;
  }
}
