import { plateIn } from '#contract/values/plate.ts';
import { MAX_VEHICLE_GROUPS, MAX_VEHICLES } from '#contract/fleet/vehicles.ts';
import { GOODS_TREE } from '#contract/ids.ts';
import { recordChange } from '../../../audit/write-trace.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { Db } from '../../../db/database.ts';
import { conflict, fieldRefusal } from '../../../errors.ts';
import type { UploadedFile } from '../../../http/body.ts';
import { listNamedCards } from './card-vehicles.ts';
import { newestReadings, writeReading } from './odometer.ts';
import {
  listNamedVehicles,
  planVehicles,
  type NamedVehicle,
  type PlannedVehicle,
} from './planned-vehicle.ts';
import { vehiclesOfCompany } from './vehicles.ts';
import type { Vehicle } from './vehicle.ts';
import { insertVehicleGroup, listVehicleGroups } from './vehicle-groups.ts';
import { lockFleet } from './lock-fleet.ts';
import { insertVehicle, putCardsOn, writeVehicle } from './vehicle-store.ts';
import { MAX_IMPORT_ROWS } from '#contract/fleet/vehicle-import.ts';
import { readTable } from '../../../lib/tables/read-table.ts';
import { describeTooManyRows, MAX_TABLE_COLUMNS } from '../../../lib/tables/table-limits.ts';
import { findColumns, type VehicleTable } from './vehicle-columns.ts';

/** The trucks that a file names. Refuses `file`: unreadable, without a column of plates, too long. */
export async function namedInFile(file: UploadedFile | null): Promise<NamedVehicle[]> {
  return listNamedVehicles(await readSheet(file));
}

/** The trucks that comments of cards name, for cards that are on none. */
export async function namedInComments(ctx: Context, scope: CompanyScope): Promise<NamedVehicle[]> {
  const cards = await ctx.db.inCompany(scope, (tx) => listNamedCards(tx, scope));
  const found = new Map<string, NamedVehicle>();
  for (const card of cards) {
    const input = card.vehicleId === null ? plateIn(card.comment) : null;
    if (!input) continue;
    const known = found.get(input.plate);
    if (known) known.cardNumbers.push(card.number);
    else
      found.set(input.plate, {
        line: null,
        plate: input.plate,
        brand: input.rest.slice(0, 100) || undefined,
        cardNumbers: [card.number],
        problems: [],
      });
  }
  return [...found.values()];
}

/** Previews the changes of trucks. Changes nothing. */
export function previewVehicles(
  ctx: Context,
  scope: CompanyScope,
  named: readonly NamedVehicle[],
): Promise<PlannedVehicle[]> {
  return ctx.db.inCompany(scope, (tx) => planImport(tx, scope, named));
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
    const planned = await planImport(tx, scope, named);
    const added = planned.filter(({ state }) => state === 'new').length;
    if (known.size + added > MAX_VEHICLES)
      throw conflict(
        `В автопарке может быть не больше ${MAX_VEHICLES} машин. Удалите те, что больше не ездят`,
      );
    const vehicles = new Map((await vehiclesOfCompany(tx, scope)).map((item) => [item.id, item]));
    const groups = await ensureGroups(tx, scope, planned);
    for (const plannedVehicle of planned) {
      if (plannedVehicle.state !== 'new' && plannedVehicle.state !== 'changed') continue;
      const before = plannedVehicle.vehicleId === null ? undefined : vehicles.get(plannedVehicle.vehicleId);
      const input = toVehicleInput(plannedVehicle.named, before, groups);
      const vehicleId = plannedVehicle.vehicleId ?? (await insertVehicle(tx, scope, { input, now }));
      if (before) await writeVehicle(tx, scope, { vehicleId, input, now });
      const cardIds = [...new Set([...(before?.cardIds ?? []), ...plannedVehicle.cardIds])];
      await putCardsOn(tx, scope, { vehicleId, cardIds, now });
      if (plannedVehicle.named.km !== undefined)
        await writeReading(tx, scope, { vehicleId, at: now, km: plannedVehicle.named.km });
    }
    recordChange(tx, {
      after: { added, changed: planned.filter(({ state }) => state === 'changed').length },
    });
    return planned;
  });
}

async function planImport(
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

/** The ids of the groups by title in small letters, those that were named first made now. */
async function ensureGroups(
  tx: Db,
  scope: CompanyScope,
  planned: readonly PlannedVehicle[],
): Promise<Map<string, number>> {
  const groups = new Map(
    (await listVehicleGroups(tx, scope)).map(({ id, title }) => [title.toLowerCase(), id]),
  );
  const titles = new Set(
    planned.filter(({ state }) => state !== 'wrong').flatMap(({ named }) => named.groupTitle ?? []),
  );
  for (const title of titles) {
    if (groups.has(title.toLowerCase())) continue;
    if (groups.size >= MAX_VEHICLE_GROUPS)
      throw conflict(`Групп может быть не больше ${MAX_VEHICLE_GROUPS}: удалите лишнюю`);
    const id = await insertVehicleGroup(tx, scope, { title });
    if (id !== null) groups.set(title.toLowerCase(), id);
  }
  return groups;
}

function toVehicleInput(
  named: NamedVehicle,
  before: Vehicle | undefined,
  groups: ReadonlyMap<string, number>,
) {
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
      named.groupTitle === undefined
        ? (before?.groupId ?? null)
        : (groups.get(named.groupTitle.toLowerCase()) ?? null),
  };
}

const LIMITS = { rows: MAX_IMPORT_ROWS, columns: MAX_TABLE_COLUMNS, cellLength: 500 };

/**
 * The rows of a CSV or of a workbook's first sheet below their header. Refuses on `file`: no file, unreadable, without a
 * column of plates, too many rows.
 */
async function readSheet(file: UploadedFile | null): Promise<VehicleTable> {
  if (!file) throw fieldRefusal('file', 'Выберите файл со списком машин');
  const table = findColumns(await readTable(file.bytes, LIMITS));
  if (!table) throw fieldRefusal('file', 'В файле нет столбца «Номер»: по нему узнаём машину');
  if (table.rows.length > MAX_IMPORT_ROWS) throw fieldRefusal('file', describeTooManyRows(MAX_IMPORT_ROWS));
  return table;
}
