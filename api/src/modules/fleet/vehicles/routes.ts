import type { FastifyInstance } from 'fastify';
import { GOODS_TREE } from '#contract/ids.ts';
import type { EndpointBody } from '#contract/endpoint.ts';
import * as imports from '#contract/fleet/vehicle-import.ts';
import * as calls from '#contract/fleet/vehicles.ts';
import * as sheets from '#contract/fleet/fuel-sheet.ts';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { conflict, notFound } from '../../../errors.ts';
import { bind } from '../../../http/bind.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { BEGINNING_OF_TIME } from '../../cards/drivers/drivers.ts';
import { addReading, deleteReading, listReadings, newestReadings } from './odometer.ts';
import { createVehicle } from './create-vehicle.ts';
import { findVehicle, NO_VEHICLE, vehiclesOfCompany } from './vehicles.ts';
import { makeFuelSheet } from './make-fuel-sheet.ts';
import { removeGroup } from './remove-group.ts';
import { readFuelSheet } from './fuel-sheet.ts';
import { presentFuelSheet, presentMonth, presentPlan, presentVehicle } from './present.ts';
import { namedInComments, namedInFile, previewVehicles, takeVehicles } from './take-vehicles.ts';
import { listTollMonths } from './tolls.ts';
import { updateVehicle } from './update-vehicle.ts';
import { insertVehicleGroup, listVehicleGroups, renameVehicleGroup } from './vehicle-groups.ts';
import { listMonths } from './vehicle-month.ts';
import { listFuelMonths, listIntervals, listCardsOnTrucks } from './vehicle-sale-store.ts';
import { lockFleet } from './lock-fleet.ts';
import { markRemoved, type VehicleInput } from './vehicle-store.ts';

/** Number of months shown for a truck: a year and the current one. */
const MONTHS = 13;
const MONTHS_MS = (MONTHS + 1) * 31 * 86_400_000;
const NO_GROUP = 'Группа не найдена';
const TAKEN = 'Группа с таким названием уже есть';

export function vehicleRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listVehicles, async ({ scope }) => {
    const [vehicles, km] = await ctx.db.inCompany(scope, async (tx) => [
      await vehiclesOfCompany(tx, scope),
      await newestReadings(tx, scope),
    ]);
    return { data: vehicles.map((vehicle) => presentVehicle(vehicle, km.get(vehicle.id) ?? null)) };
  });

  bind(app, ctx, calls.createVehicle, async ({ body, scope, requestKey }) => {
    const input = { scope, input: toVehicleInput(body), cardIds: body.card_ids, requestKey };
    return { data: await answer(ctx, scope, await createVehicle(ctx, input)) };
  });

  bind(app, ctx, calls.updateVehicle, async ({ params: { id: vehicleId }, body, scope }) => {
    await updateVehicle(ctx, { scope, vehicleId, input: toVehicleInput(body), cardIds: body.card_ids });
    return { data: await answer(ctx, scope, vehicleId) };
  });

  bind(app, ctx, calls.removeVehicle, async ({ params: { id }, scope }) => {
    const now = ctx.clock.now();
    if (!(await ctx.db.inCompany(scope, (tx) => markRemoved(tx, scope, { vehicleId: id, now }))))
      throw notFound(NO_VEHICLE);
    return { data: { id } };
  });

  bind(app, ctx, calls.readVehicle, async ({ params: { id }, scope }) => ({
    data: await describeVehicle(ctx, scope, id),
  }));

  bind(app, ctx, calls.addOdometer, async ({ params: { id: vehicleId }, body, scope }) => {
    const { km, at, confirmed: isConfirmed = false } = body;
    return {
      data: {
        id: await addReading(ctx, { scope, vehicleId, km, isConfirmed, ...(at && { at: new Date(at) }) }),
      },
    };
  });

  bind(app, ctx, calls.removeOdometer, async ({ params: { id, readingId }, scope }) => {
    if (!(await ctx.db.inCompany(scope, (tx) => deleteReading(tx, scope, { vehicleId: id, readingId }))))
      throw notFound('Показание не найдено');
    return { data: { id: readingId } };
  });

  bind(app, ctx, imports.suggestVehicles, async ({ scope }) => ({
    data: presentPlan(await previewVehicles(ctx, scope, await namedInComments(ctx, scope))),
  }));

  bind(app, ctx, imports.takeSuggestedVehicles, async ({ scope }) => ({
    data: presentPlan(await takeVehicles(ctx, scope, await namedInComments(ctx, scope))),
  }));

  bind(app, ctx, imports.previewVehicleImport, async ({ file, scope }) => ({
    data: presentPlan(await previewVehicles(ctx, scope, await namedInFile(file))),
  }));

  bind(app, ctx, imports.importVehicles, async ({ file, scope }) => ({
    data: presentPlan(await takeVehicles(ctx, scope, await namedInFile(file))),
  }));

  groupRoutes(app, ctx);
  fuelSheetRoutes(app, ctx);
}

function fuelSheetRoutes(app: FastifyInstance, ctx: Context): void {
  const readAuthor = () => ctx.programme.today().requisites.name;
  bind(app, ctx, sheets.readFuelSheet, async ({ params: { id: vehicleId }, query, scope }) => ({
    data: presentFuelSheet(
      await readFuelSheet(ctx, scope, { vehicleId, ...toShift(query, ctx.clock.now()) }),
      query.waybill ?? null,
    ),
  }));

  bind(app, ctx, sheets.downloadFuelSheet, async ({ params: { id: vehicleId }, query, scope }) => {
    const sheet = await readFuelSheet(ctx, scope, { vehicleId, ...toShift(query, ctx.clock.now()) });
    const file = await makeFuelSheet('pdf', sheet, { waybill: query.waybill, author: readAuthor() });
    return { file, name: `Лист заправок ${sheet.vehicle.plate}.pdf`, mime: 'application/pdf', inline: true };
  });

  bind(app, ctx, sheets.downloadFuelSheetWorkbook, async ({ params: { id: vehicleId }, query, scope }) => {
    const sheet = await readFuelSheet(ctx, scope, { vehicleId, ...toShift(query, ctx.clock.now()) });
    const file = await makeFuelSheet('xlsx', sheet, { waybill: query.waybill, author: readAuthor() });
    const { mime = '' } = sheets.downloadFuelSheetWorkbook;
    return { file, name: `Лист заправок ${sheet.vehicle.plate}.xlsx`, mime };
  });
}

/** Without parameters, returns today up to now. */
function toShift(
  { from, to }: { from?: Date | undefined; to?: Date | undefined },
  now: Date,
): { from: Date; to: Date } {
  const end = to ?? now;
  return { from: from ?? new Date(`${moscowDay(end)}T00:00:00+03:00`), to: end };
}

function groupRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, ctx, calls.listVehicleGroups, async ({ scope }) => {
    const groups = await ctx.db.inCompany(scope, (tx) => listVehicleGroups(tx, scope));
    return { data: groups.map(({ id, title, vehicles }) => ({ id, title, vehicles })) };
  });

  bind(app, ctx, calls.createVehicleGroup, async ({ body: { title }, scope }) => {
    const id = await ctx.db.inCompany(scope, async (tx) => {
      await lockFleet(tx, scope);
      if ((await listVehicleGroups(tx, scope)).length >= calls.MAX_VEHICLE_GROUPS)
        throw conflict(`Групп может быть не больше ${calls.MAX_VEHICLE_GROUPS}: удалите лишнюю`);
      return insertVehicleGroup(tx, scope, { title });
    });
    if (id === null) throw conflict(TAKEN);
    return { data: { id } };
  });

  bind(app, ctx, calls.renameVehicleGroup, async ({ params: { id }, body: { title }, scope }) => {
    const done = await ctx.db.inCompany(scope, async (tx) => {
      await lockFleet(tx, scope);
      return renameVehicleGroup(tx, scope, { groupId: id, title });
    });
    if (done === 'none') throw notFound(NO_GROUP);
    if (done === 'taken') throw conflict(TAKEN);
    return { data: { id } };
  });

  bind(app, ctx, calls.removeVehicleGroup, async ({ params: { id }, scope }) => {
    if (!(await removeGroup(ctx, scope, id))) throw notFound(NO_GROUP);
    return { data: { id } };
  });
}

async function answer(ctx: Context, scope: CompanyScope, vehicleId: number) {
  return ctx.db.inCompany(scope, async (tx) => {
    const found = (await vehiclesOfCompany(tx, scope)).find(({ id }) => id === vehicleId);
    if (!found) throw notFound(NO_VEHICLE);
    return presentVehicle(found, (await newestReadings(tx, scope)).get(vehicleId) ?? null);
  });
}

async function describeVehicle(ctx: Context, scope: CompanyScope, vehicleId: number) {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - MONTHS_MS);
  return ctx.db.inCompany(scope, async (tx) => {
    const found = await findVehicle(tx, scope, vehicleId);
    if (!found) throw notFound(NO_VEHICLE);
    const cards = await listCardsOnTrucks(tx, scope, vehicleId);
    const readings = await listReadings(tx, scope, vehicleId);
    const bought = await listFuelMonths(tx, scope, { vehicleId, since });
    const intervals = await listIntervals(tx, [scope], { vehicleId, from: since, until: now });
    const tolls = await listTollMonths(tx, scope, { vehicleId, since });
    const cardIds = cards.filter(({ until }) => until === null).map((card) => card.card_id);
    return {
      ...presentVehicle(
        { ...found, cardIds },
        readings.findLast(({ isSetAside }) => !isSetAside)?.km ?? null,
      ),
      removed: found.isRemoved,
      cards: cards.map((card) => ({
        ...card,
        since: card.since > BEGINNING_OF_TIME ? card.since.toISOString() : null,
        until: card.until?.toISOString() ?? null,
      })),
      odometer: readings
        .toReversed()
        .map(({ id, at, km, isSetAside }) => ({ id, at: at.toISOString(), km, set_aside: isSetAside })),
      months: listMonths({ ...found, months: bought, intervals, tolls }, { now, count: MONTHS }).map(
        presentMonth,
      ),
    };
  });
}

function toVehicleInput(body: EndpointBody<typeof calls.createVehicle>): VehicleInput {
  const norm = body.norm_litres_100km;
  return {
    plate: body.plate,
    brand: body.brand,
    fuel: GOODS_TREE[body.fuel],
    tankCentilitres: hundredths(body.tank_litres),
    norm:
      norm === undefined
        ? null
        : {
            centilitres: Math.round(norm * 100),
            winterCentilitres: hundredths(body.winter?.norm_litres_100km),
            winterFrom: body.winter?.from ?? '11-01',
            winterUntil: body.winter?.until ?? '03-31',
          },
    groupId: body.group_id ?? null,
  };
}

function hundredths(value: number | undefined): number | null {
  return value === undefined ? null : Math.round(value * 100);
}
