import { plateIn } from '#contract/plate.ts';
import { VEHICLE_GROUPS_MOST, VEHICLES_MOST } from '#contract/vehicles.ts';
import { GOODS_TREE } from '#contract/ids.ts';
import { noteChange } from '../../../audit/leave-trace.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { conflict } from '../../../errors.ts';
import type { UploadedFile } from '../../../http/body.ts';
import { listNamedCards } from './named-card-store.ts';
import { newestReadings, writeReading } from './odometer-store.ts';
import { namedInRows, planVehicles, type NamedVehicle, type PlannedVehicle } from './planned-vehicle.ts';
import { readSheet } from './read-sheet.ts';
import type { Vehicle } from './vehicle.ts';
import { insertVehicleGroup, listVehicleGroups } from './vehicle-group-store.ts';
import { vehiclesOfCompany } from './vehicles-of-company.ts';
import { insertVehicle, lockFleet, putCardsOn, writeVehicle } from './vehicle-store.ts';

/** The trucks that a file names. Refuses `file`: unreadable, without a column of plates, too long. */
export async function namedInFile(file: UploadedFile | null): Promise<NamedVehicle[]> {
  return namedInRows(await readSheet(file));
}

/** The trucks that comments of cards name, for cards that are on none. */
export async function namedInComments(ctx: Context, scope: CompanyScope): Promise<NamedVehicle[]> {
  const cards = await ctx.db.inCompany(scope, (tx) => listNamedCards(tx, scope));
  const found = new Map<string, NamedVehicle>();
  for (const card of cards) {
    const said = card.vehicleId === null ? plateIn(card.comment) : null;
    if (!said) continue;
    const known = found.get(said.plate);
    if (known) known.cardNumbers.push(card.number);
    else
      found.set(said.plate, {
        line: null,
        plate: said.plate,
        brand: said.rest.slice(0, 100) || undefined,
        cardNumbers: [card.number],
        problems: [],
      });
  }
  return [...found.values()];
}

/** What would become of them; changes nothing. */
export function previewVehicles(
  ctx: Context,
  scope: CompanyScope,
  named: readonly NamedVehicle[],
): Promise<PlannedVehicle[]> {
  return ctx.db.inCompany(scope, (tx) => planWith(tx, scope, named));
}

/** Takes them over, the wrong ones left out, and returns what has become of each. 409 when trucks or groups are too many. */
export function takeVehicles(
  ctx: Context,
  scope: CompanyScope,
  named: readonly NamedVehicle[],
): Promise<PlannedVehicle[]> {
  const now = ctx.clock.now();
  return ctx.db.inCompany(scope, async (tx) => {
    const known = await lockFleet(tx, scope);
    const planned = await planWith(tx, scope, named);
    const added = planned.filter(({ state }) => state === 'new').length;
    if (known.size + added > VEHICLES_MOST)
      throw conflict(`В автопарке может быть не больше ${VEHICLES_MOST} машин`);
    const vehicles = new Map((await vehiclesOfCompany(tx, scope)).map((one) => [one.id, one]));
    const groups = await ensureGroups(tx, scope, planned);
    for (const one of planned) {
      if (one.state !== 'new' && one.state !== 'changed') continue;
      const before = one.vehicleId === null ? undefined : vehicles.get(one.vehicleId);
      const said = saidOf(one.named, before, groups);
      const vehicleId = one.vehicleId ?? (await insertVehicle(tx, scope, { said, now }));
      if (before) await writeVehicle(tx, scope, { vehicleId, said, now });
      const cardIds = [...new Set([...(before?.cardIds ?? []), ...one.cardIds])];
      await putCardsOn(tx, scope, { vehicleId, cardIds, now });
      if (one.named.km !== undefined) await writeReading(tx, scope, { vehicleId, at: now, km: one.named.km });
    }
    noteChange(tx, { after: { added, changed: planned.filter(({ state }) => state === 'changed').length } });
    return planned;
  });
}

async function planWith(
  tx: Db,
  scope: CompanyScope,
  named: readonly NamedVehicle[],
): Promise<PlannedVehicle[]> {
  const [vehicles, cards, newestKm] = [
    await vehiclesOfCompany(tx, scope),
    await listNamedCards(tx, scope),
    await newestReadings(tx, scope),
  ];
  return planVehicles(named, { vehicles, cards, newestKm });
}

/** The ids of the groups by title, those that were named first made now. */
async function ensureGroups(
  tx: Db,
  scope: CompanyScope,
  planned: readonly PlannedVehicle[],
): Promise<Map<string, number>> {
  const groups = new Map((await listVehicleGroups(tx, scope)).map(({ id, title }) => [title, id]));
  const titles = new Set(
    planned.filter(({ state }) => state !== 'wrong').flatMap(({ named }) => named.groupTitle ?? []),
  );
  for (const title of titles) {
    if (groups.has(title)) continue;
    if (groups.size >= VEHICLE_GROUPS_MOST)
      throw conflict(`Групп может быть не больше ${VEHICLE_GROUPS_MOST}`);
    const id = await insertVehicleGroup(tx, scope, title);
    if (id !== null) groups.set(title, id);
  }
  return groups;
}

function saidOf(named: NamedVehicle, before: Vehicle | undefined, groups: ReadonlyMap<string, number>) {
  const centilitres = named.normCentilitres ?? before?.norm?.centilitres ?? null;
  return {
    plate: named.plate,
    brand: named.brand ?? before?.brand ?? '',
    fuel: named.fuel ?? before?.fuel ?? GOODS_TREE.diesel,
    tankCentilitres: named.tankCentilitres ?? before?.tankCentilitres ?? null,
    norm:
      centilitres === null
        ? null
        : {
            centilitres,
            winterCentilitres: named.winterNormCentilitres ?? before?.norm?.winterCentilitres ?? null,
            winterFrom: before?.norm?.winterFrom ?? '11-01',
            winterUntil: before?.norm?.winterUntil ?? '03-31',
          },
    groupId:
      named.groupTitle === undefined ? (before?.groupId ?? null) : (groups.get(named.groupTitle) ?? null),
  };
}
