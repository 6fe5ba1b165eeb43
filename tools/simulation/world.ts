import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import type { TestApi } from '../../api/src/testing/api.ts';
import { givenPerson, givenStaff, type GivenPerson } from '../../api/src/testing/givens/factories.ts';
import { chooseScratchFolder } from '../../scripts/choose-scratch-folder.ts';
import { releaseJobs } from './release-jobs.ts';
import { openExternalServices, type ExternalServices } from './outside.ts';
import type { PlannedFault } from './fault-points.ts';
import { startPortal, type Portal } from './portal.ts';
import { emptyTruth, type Truth } from './truth.ts';

/** Something that must not be: the step, and what was seen. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** State of one run. */
export interface World {
  outside: ExternalServices;
  /** The process of the moment. */
  portal: Portal;
  truth: Truth;
  staff: GivenPerson;
  second: GivenPerson;
  /** Number of occurrences of each kind of fault. */
  coverage: Map<string, number>;
  /** Log of what was received and seen, in order. The same seed gives the same lines. */
  trace: string[];
  /** Concurrent actions whose history was checked. */
  transactions: number;
  serial: number;
  /** A process was killed or its connections cut in this step: what it answers then is no mistake. */
  disturbed: boolean;
  count(what: string): void;
  /** Plans a fault, which happens as soon as its point is reached, in this step or a later one; one fault waits at a time. */
  plan(fault: PlannedFault | undefined): void;
  /** Runs without faults the driver's own work on the connections of the product's living process. */
  undisturbed<Result>(work: (api: TestApi) => Promise<Result>): Promise<Result>;
  /** Starts dead processes again, as an operator's supervisor does. */
  revive(): Promise<void>;
  end(): Promise<void>;
}

export async function openWorld(databaseUrl: string): Promise<World> {
  const dataDir = mkdtempSync(path.join(chooseScratchFolder(), 'magistral-simulation-'));
  const outside = await openExternalServices(databaseUrl);
  const coverage = new Map<string, number>();
  const portal = await startPortal(databaseUrl, dataDir, outside);
  const api = { ctx: portal.ctx, clock: outside.clock } as TestApi;
  const staff = await givenStaff(api);
  const second = await givenPerson(api, { staffRole: 'owner', phone: '79000000001' });
  await sql`update app_user set firstname = 'Второй' where id = ${second.id}`.execute(portal.ctx.db.system);
  const planned: PlannedFault[] = [];
  function armNextFault(): void {
    const { points } = world.portal;
    points.arm(points.disarm() ?? planned.shift());
  }
  /** Concurrent calls wait for the same restart. */
  let reviving: Promise<void> | null = null;
  async function startAgain(): Promise<void> {
    const dead = world.portal;
    await dead.end();
    world.portal = await startPortal(databaseUrl, dataDir, outside);
    await releaseJobs(outside, world.portal, dead.runner);
  }
  const world: World = {
    outside,
    portal,
    truth: emptyTruth(),
    staff,
    second,
    coverage,
    trace: [],
    transactions: 0,
    serial: 0,
    disturbed: false,
    count: (what) => void coverage.set(what, (coverage.get(what) ?? 0) + 1),
    plan(fault) {
      world.disturbed = false;
      if (fault) planned.push(fault);
      armNextFault();
    },
    async undisturbed(work) {
      await world.revive();
      const waiting = world.portal.points.disarm();
      try {
        return await work({ ctx: world.portal.ctx, clock: outside.clock } as TestApi);
      } finally {
        world.portal.points.arm(waiting);
      }
    },
    async revive() {
      recordFault(world);
      if (world.portal.points.isDead) reviving ??= startAgain().finally(() => (reviving = null));
      await reviving;
    },
    async end() {
      await world.portal.end();
      await outside.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return world;
}

/** Counts what was armed and has happened, once. */
function recordFault(world: World): void {
  const fired = world.portal.points.fired();
  if (!fired) return;
  world.disturbed = true;
  world.count(`${fired.effect} ${fired.point}`);
  world.portal.points.arm(undefined);
}
