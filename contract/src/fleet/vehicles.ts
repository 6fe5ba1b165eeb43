import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  decimal,
  defaultWhenEmpty,
  absentWhenEmpty,
  id,
  idParams,
  moment,
  momentInput,
  optionalText,
  wholeNumber,
  titleText,
} from '../fields.ts';
import { GOODS_TREE } from '../ids.ts';
import { rubles } from '../kopecks.ts';
import { plateField } from '../values/plate.ts';

/** Trucks of a company: docs/calls.md 27. */

export const MAX_VEHICLES = 5000;
export const MAX_VEHICLE_GROUPS = 200;
export const MAX_CARDS_PER_VEHICLE = 20;
export const MAX_ODOMETER_KM = 9_999_999;
const MAX_TANK = 3000;
const MAX_NORM = 200;

export const FUELS = Object.keys(GOODS_TREE) as [keyof typeof GOODS_TREE, ...(keyof typeof GOODS_TREE)[]];
export type Fuel = (typeof FUELS)[number];
export const FUEL_TITLE: Record<Fuel, string> = { diesel: 'Дизель', petrol: 'Бензин', gas: 'Газ' };

const NO_DAY = 'День года пишут как ММ-ДД, например 11-01';
const dayOfYear = z.string({ error: NO_DAY }).refine(isDayOfYear, NO_DAY);

/** Checks a month and a day, written as `11-01`, against the calendar of a leap year. */
function isDayOfYear(text: string): boolean {
  const date = new Date(`2024-${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`2024-${text}T`);
}

const litres = (max: number) => decimal(0.01, max, 'Больше нуля', `Не больше ${max}`);

const fields = {
  plate: plateField,
  brand: defaultWhenEmpty(optionalText(100), ''),
  fuel: defaultWhenEmpty(z.enum(FUELS, { error: `Топливо: ${FUELS.join(', ')}` }), 'diesel'),
  tank_litres: absentWhenEmpty(litres(MAX_TANK)),
  norm_litres_100km: absentWhenEmpty(litres(MAX_NORM)),
  winter: absentWhenEmpty(
    z.object({
      norm_litres_100km: litres(MAX_NORM),
      from: defaultWhenEmpty(dayOfYear, '11-01'),
      until: defaultWhenEmpty(dayOfYear, '03-31'),
    }),
  ).meta({
    description: 'the norm of the winter, on which days of a year; else the other one holds all year',
  }),
  group_id: absentWhenEmpty(id),
  card_ids: absentWhenEmpty(
    z
      .array(id, { error: 'Ожидается список карт' })
      .max(MAX_CARDS_PER_VEHICLE, `Не больше ${MAX_CARDS_PER_VEHICLE} карт`),
  ).meta({
    description: 'the cards on it from now on; left out: they stay. One that was on another truck leaves it',
  }),
};

export const vehicle = z.object({
  id: z.int(),
  plate: z.string().meta({
    description:
      'Russian: Cyrillic capitals and digits. Foreign: Latin ones, Belarusian with a hyphen (AB1234-7)',
    example: 'А123ВС77',
  }),
  brand: z.string(),
  fuel: z.enum(FUELS),
  tank_litres: z.number().nullable(),
  norm_litres_100km: z.number().nullable(),
  winter: z.object({ norm_litres_100km: z.number(), from: z.string(), until: z.string() }).nullable(),
  group_id: z.int().nullable(),
  group_title: z.string().nullable(),
  card_ids: z.array(z.int()),
  odometer_km: z.int().nullable().meta({ description: 'the newest reading' }),
});

/** Why the network, the documents and the norm name different litres of a truck's month. */
export const FUEL_DIFFERENCE_REASONS = [
  'documents-pending',
  'other-month',
  'mileage-partial',
  'tank',
  'over-norm',
  'under-norm',
] as const;
export type FuelDifferenceReason = (typeof FUEL_DIFFERENCE_REASONS)[number];

export const vehicleMonth = z.object({
  month: z.string().meta({ example: '2026-10' }),
  litres: z.number().meta({ description: 'of the fuel that the truck takes, purchases less refunds' }),
  sum: rubles.meta({ description: 'of the same, as the company is charged' }),
  other_litres: z
    .number()
    .meta({ description: 'of everything else that was bought: AdBlue, washing, another fuel' }),
  other_sum: rubles.meta({ description: 'of the same, as the company is charged' }),
  km: z
    .int()
    .nullable()
    .meta({ description: 'by the odometer between readings; null where no two hold any of it' }),
  litres_100km: z.number().nullable().meta({
    description:
      'the fuel filled between readings over the kilometres between them; null where none was filled',
  }),
  rubles_km: z.number().nullable().meta({ description: 'of the fuel alone' }),
  toll_sum: rubles.meta({ description: 'tolls of the month, from loaded reports' }),
  cost_km: z.number().nullable().meta({
    description: 'rubles per kilometre of fuel and of the tolls between the same readings',
  }),
  norm_litres_100km: z.number().nullable(),
  documented_litres: z.number().nullable().meta({
    description: 'the same fuel in the published documents of the month (УПД); null while there are none',
  }),
  burnt_litres: z
    .number()
    .nullable()
    .meta({ description: 'by `km` and the norm; null where one of the two is not known' }),
  differences: z.array(z.object({ reason: z.enum(FUEL_DIFFERENCE_REASONS), litres: z.number() })).meta({
    description: 'what was sold more than documents or norm name (negative: less), each with its reason',
  }),
});

export const listVehicles = endpoint({
  name: 'listVehicles',
  method: 'GET',
  path: '/api/vehicles',
  summary: 'The company’s trucks by plate',
  caller: 'read',
  key: { scope: 'vehicles:read', path: '/api/v1/vehicles' },
  data: z.array(vehicle),
  source: 'docs/calls.md 27',
});

/** Errors: 400 for what is no plate, another company's card or group; 409 when the plate is there already or trucks are too many. */
export const createVehicle = endpoint({
  name: 'createVehicle',
  method: 'POST',
  path: '/api/vehicles',
  summary: 'Adds a truck. The first truck of a card counts for all it ever bought, a later one from now',
  caller: 'changeCard',
  body: z.object(fields),
  idempotent: true,
  data: vehicle,
  source: 'docs/calls.md 27',
});

/** Errors: as `createVehicle`; 404. */
export const updateVehicle = endpoint({
  name: 'updateVehicle',
  method: 'PUT',
  path: '/api/vehicles/:id',
  summary: 'Changes a truck as a whole; cards that are left out stay as they are',
  caller: 'changeCard',
  params: idParams,
  body: z.object(fields),
  data: vehicle,
  source: 'docs/calls.md 27',
});

export const removeVehicle = endpoint({
  name: 'removeVehicle',
  method: 'DELETE',
  path: '/api/vehicles/:id',
  summary: 'Removes a truck from the fleet; what was bought for it still names it',
  caller: 'changeCard',
  params: idParams,
  data: z.object({ id: z.int() }),
  source: 'docs/calls.md 27',
});

export const readVehicle = endpoint({
  name: 'readVehicle',
  method: 'GET',
  path: '/api/vehicles/:id',
  summary: 'A truck with its cards since when, its odometer and its months',
  caller: 'read',
  key: { scope: 'vehicles:read', path: '/api/v1/vehicles/:id' },
  params: idParams,
  data: vehicle.extend({
    removed: z.boolean(),
    cards: z.array(
      z.object({
        card_id: z.int(),
        card_number: z.string(),
        comment: z.string(),
        since: moment
          .nullable()
          .meta({ description: 'null: the first one, for all that the card ever bought' }),
        until: moment.nullable(),
      }),
    ),
    odometer: z
      .array(
        z.object({
          id: z.int(),
          at: moment,
          km: z.int(),
          set_aside: z
            .boolean()
            .meta({ description: 'a later reading has proved it wrong; it counts nowhere' }),
        }),
      )
      .meta({ description: 'newest first' }),
    months: z.array(vehicleMonth).meta({ description: 'of the last 13, newest first' }),
  }),
  source: 'docs/calls.md 27',
});

/** The `reason` of a refusal that a repeat with `confirmed` overcomes. */
export const ODOMETER_DOUBTED = 'odometer-doubted';

/**
 * Errors: 400 for the future; 400 with the reason `odometer-doubted` for a reading that is less than an earlier one, more than a
 * later one, or further than the truck can have run; 404.
 */
export const addOdometer = endpoint({
  name: 'addOdometer',
  method: 'POST',
  path: '/api/vehicles/:id/odometer',
  summary: 'Notes what the odometer shows; a second reading of the same moment replaces the first',
  caller: 'changeCard',
  params: idParams,
  body: z.object({
    km: wholeNumber(0, MAX_ODOMETER_KM, `Пробег целыми километрами, не больше ${MAX_ODOMETER_KM}`),
    at: absentWhenEmpty(momentInput),
    confirmed: z.boolean('Ожидается true или false').optional().meta({
      description: 'takes a reading that looks wrong; the readings that contradict it are set aside',
    }),
  }),
  data: z.object({ id: z.int() }),
  source: 'docs/calls.md 27',
});

export const removeOdometer = endpoint({
  name: 'removeOdometer',
  method: 'DELETE',
  path: '/api/vehicles/:id/odometer/:readingId',
  summary: 'Takes back a reading of the odometer',
  caller: 'changeCard',
  params: z.object({ id, readingId: id }),
  data: z.object({ id: z.int() }),
  source: 'docs/calls.md 27',
});

const groupBody = z.object({ title: titleText(60) });
const vehicleGroup = z.object({ id: z.int(), title: z.string(), vehicles: z.int() });

export const listVehicleGroups = endpoint({
  name: 'listVehicleGroups',
  method: 'GET',
  path: '/api/vehicle-groups',
  summary: 'Groups of trucks by title',
  caller: 'read',
  data: z.array(vehicleGroup),
  source: 'docs/calls.md 27',
});

/** Errors: 409 for a title that is taken or too many groups. */
export const createVehicleGroup = endpoint({
  name: 'createVehicleGroup',
  method: 'POST',
  path: '/api/vehicle-groups',
  summary: 'Adds a group of trucks',
  caller: 'changeCard',
  body: groupBody,
  data: z.object({ id: z.int() }),
  source: 'docs/calls.md 27',
});

export const renameVehicleGroup = endpoint({
  name: 'renameVehicleGroup',
  method: 'PUT',
  path: '/api/vehicle-groups/:id',
  summary: 'Renames a group of trucks',
  caller: 'changeCard',
  params: idParams,
  body: groupBody,
  data: z.object({ id: z.int() }),
  source: 'docs/calls.md 27',
});

export const removeVehicleGroup = endpoint({
  name: 'removeVehicleGroup',
  method: 'DELETE',
  path: '/api/vehicle-groups/:id',
  summary: 'Removes a group; its trucks stay, in none',
  caller: 'changeCard',
  params: idParams,
  data: z.object({ id: z.int() }),
  source: 'docs/calls.md 27',
});
