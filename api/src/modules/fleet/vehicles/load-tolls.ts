import { recordChange } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { notFound } from '../../../errors.ts';
import type { UploadedFile } from '../../../http/body.ts';
import { lockFleet } from './lock-fleet.ts';
import { readTollFile, type ReadTolls } from './read-toll-file.ts';
import {
  assignPlate,
  insertTolls,
  listAssignedPlates,
  listKnownTolls,
  type PlateTolls,
  type Toll,
} from './tolls.ts';
import { NO_VEHICLE } from './vehicles.ts';

export interface LoadedTolls {
  /** Rows that were not here before. */
  added: Toll[];
  known: number;
  plates: PlateTolls[];
  wrong: ReadTolls['wrong'];
}

/**
 * Reads a report of tolls and returns what it adds. With `isPreview` nothing is stored; otherwise the new rows are booked as costs
 * of trucks, and those that waited for a truck that exists now are given to it. Loading a report twice changes nothing.
 */
export async function loadTolls(
  ctx: Context,
  scope: CompanyScope,
  { file, isPreview }: { file: UploadedFile | null; isPreview: boolean },
): Promise<LoadedTolls> {
  const now = ctx.clock.now();
  const { tolls, wrong } = await readTollFile(file, now);
  return ctx.db.inCompany(scope, async (tx) => {
    const fleet = await lockFleet(tx, scope);
    const trucks = new Map([...(await listAssignedPlates(tx, scope)), ...fleet]);
    const isKnown = await listKnownTolls(tx, scope, tolls);
    const added = tolls.filter((_, index) => !isKnown[index]);
    if (!isPreview) await store(tx, scope, { added, trucks, now });
    return { added, known: tolls.length - added.length, plates: groupByPlate(added, trucks), wrong };
  });
}

async function store(
  tx: Db,
  scope: CompanyScope,
  { added, trucks, now }: { added: readonly Toll[]; trucks: ReadonlyMap<string, number>; now: Date },
): Promise<void> {
  await insertTolls(tx, scope, { tolls: added, trucks, now });
  for (const plate of new Set(added.map((toll) => toll.plate))) {
    const vehicleId = trucks.get(plate);
    if (vehicleId !== undefined) await assignPlate(tx, scope, { plate, vehicleId });
  }
  recordChange(tx, {
    after: { added: added.length, sum: added.reduce((sum, { kopecks }) => sum + kopecks, 0) },
  });
}

/** Gives tolls that fit no truck to one. Returns how many rows. Refuses: 404 no such truck, or no such tolls. */
export function assignTolls(
  ctx: Context,
  scope: CompanyScope,
  given: { plate: string; vehicleId: number },
): Promise<number> {
  return ctx.db.inCompany(scope, async (tx) => {
    const fleet = await lockFleet(tx, scope);
    if (![...fleet.values()].includes(given.vehicleId)) throw notFound(NO_VEHICLE);
    const count = await assignPlate(tx, scope, given);
    if (count === 0) throw notFound('Таких списаний без машины нет');
    recordChange(tx, { after: { ...given, rows: count } });
    return count;
  });
}

function groupByPlate(tolls: readonly Toll[], trucks: ReadonlyMap<string, number>): PlateTolls[] {
  return [...Map.groupBy(tolls, ({ plate }) => plate)]
    .map(([plate, own]) => {
      const times = own.map(({ at }) => at.getTime());
      return {
        plate,
        vehicleId: trucks.get(plate) ?? null,
        rows: own.length,
        kopecks: own.reduce((sum, { kopecks }) => sum + kopecks, 0),
        from: new Date(Math.min(...times)),
        to: new Date(Math.max(...times)),
      };
    })
    .toSorted((a, b) => a.plate.localeCompare(b.plate, 'ru'));
}
