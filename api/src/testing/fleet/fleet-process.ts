import type { Context } from '../../context.ts';
import type { SeededRandom } from '../../lib/seeded-random.ts';
import { maintainCardRules, maintainRules } from '../../modules/fleet/rules/maintain-rules.ts';
import { watchSales } from '../../modules/fleet/rules/purchase/watch-sales.ts';
import { carryOutOperation } from '../../modules/fuel/settlement/carry-out-operation.ts';
import type { TestApi } from '../api.ts';
import { dyingContext, ProcessKilled } from '../dying-context.ts';
import type { FleetBooks } from './fleet-books.ts';
import type { FleetTurns } from './fleet-turns.ts';
import type { FleetTruck } from '../givens/given-fleet.ts';

const MINUTE = 60;
/** One step in this many is its process's last. */
const KILLED = 0.25;
const STATEMENTS = 30;

/** Counts of what was done, so that a failed run can be analysed. */
export type Tally = Record<string, number>;

export type FleetProcess = ReturnType<typeof fleetProcess>;

/**
 * Creates the process in which a week is played. The process dies, and another one continues. Between actions it runs
 * the work of the loops.
 */
export function fleetProcess(
  first: TestApi,
  about: {
    random: SeededRandom;
    books: FleetBooks;
    tally: Tally;
    turns: FleetTurns;
    restart: (api: TestApi) => Promise<TestApi>;
  },
) {
  let api = first;
  const { random, books, tally, turns } = about;
  const count = (what: string) => void (tally[what] = (tally[what] ?? 0) + 1);

  return { api: () => api, count, mortal: withKill, sweep, settle, restart };

  async function restart(): Promise<void> {
    count('restarts');
    api = await about.restart(api);
  }

  /** Does a step. It may be the last of its process, and then the next process first polls the networks. */
  async function withKill(what: string, work: (ctx: Context) => Promise<unknown>): Promise<void> {
    count(what);
    const ctx = random.chance(KILLED) ? dyingContext(api.ctx, random.whole(1, STATEMENTS)) : api.ctx;
    try {
      await work(ctx);
    } catch (error) {
      if (!(error instanceof ProcessKilled)) throw error;
      count('kills');
      await books.expectSound(api);
      await api.pollNetworks();
    }
  }

  /** Does what the loops do, until nothing is left to be done. */
  async function sweep(trucks: readonly FleetTruck[]): Promise<void> {
    await api.pollNetworks();
    for (const work of [watchSales, maintainRules]) await withKill('sweeps', work);
    await watchSales(api.ctx);
    await enforceHolds();
    await confirm(await books.waiting());
    const checkedAt = api.clock.now();
    await enforceHolds();
    await confirm(await books.waiting());
    await books.expectHeld(trucks, checkedAt);
  }

  async function enforceHolds(): Promise<void> {
    await maintainRules(api.ctx);
    for (let passed = turns.pass(api.clock.now().getTime()); passed > 0; passed -= 1) count('escalated');
    await books.expectTurns(turns);
  }

  /** The same for one card. */
  async function settle({ card }: FleetTruck): Promise<void> {
    await watchSales(api.ctx);
    await withKill('kept', (ctx) => maintainCardRules(ctx, card.id));
    await maintainCardRules(api.ctx, card.id);
    await confirm(await books.waiting(card.id));
  }

  /** The queue asks the networks, again where a process has died, and they answer. */
  async function confirm(ids: readonly number[]): Promise<void> {
    for (const id of ids) await withKill('commands', (ctx) => carryOutOperation(ctx, id));
    api.clock.advanceSeconds(MINUTE);
    for (const id of await books.waiting()) await carryOutOperation(api.ctx, id);
    api.clock.advanceSeconds(4);
    await api.pollNetworks();
  }
}

/** A refusal with a message is an answer too. */
export async function answered(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (error instanceof ProcessKilled || !(error instanceof Error) || !('status' in error)) throw error;
  });
}
