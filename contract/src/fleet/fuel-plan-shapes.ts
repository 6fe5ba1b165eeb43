import { z } from 'zod';
import { decimal, absentWhenEmpty, id, listSchema, moment, momentInput, requiredText } from '../fields.ts';
import { rubles } from '../kopecks.ts';

/** Shapes of a fuel plan and of the request for one: docs/calls.md 44. */

/** A draft is visible to the dispatcher only. A sent plan stands on the driver's page until it ends. */
export const FUEL_PLAN_STATES = ['draft', 'sent', 'under-way', 'done', 'cancelled'] as const;
export type FuelPlanState = (typeof FUEL_PLAN_STATES)[number];
export const FUEL_PLAN_STATE_TITLE: Record<FuelPlanState, string> = {
  draft: 'Черновик',
  sent: 'У водителя',
  'under-way': 'В пути',
  done: 'Завершён',
  cancelled: 'Отменён',
};

const MAX_FUEL_PLAN_POINTS = 10;
/** A stop has to save so much to be worth it: the driver's time. */
export const FUEL_PLAN_STOP_RUBLES = 150;
/** Default reserve that a plan does not go below. */
export const FUEL_PLAN_RESERVE_PERCENT = 10;

const place = z.object({
  title: requiredText(100),
  lat: z.number({ error: 'Укажите широту' }).min(-90, 'Широта от −90 до 90').max(90, 'Широта от −90 до 90'),
  lon: z
    .number({ error: 'Укажите долготу' })
    .min(-180, 'Долгота от −180 до 180')
    .max(180, 'Долгота от −180 до 180'),
});

const litresUpTo = (least: number, max: number) =>
  decimal(least, max, `Не меньше ${least} л`, `Не больше ${max} л`);

export const wish = z.object({
  vehicle_id: id,
  points: listSchema(place, MAX_FUEL_PLAN_POINTS, `Не больше ${MAX_FUEL_PLAN_POINTS} точек`).refine(
    (input) => input.length >= 2,
    'Нужны хотя бы две точки',
  ),
  start_litres: litresUpTo(0, 3000).meta({ description: 'in the tank at departure' }),
  departs_at: absentWhenEmpty(momentInput).meta({ description: 'left out: now' }),
  tank_litres: absentWhenEmpty(litresUpTo(10, 3000)).meta({ description: 'left out: the truck’s' }),
  norm_litres_100km: absentWhenEmpty(decimal(1, 200, 'Расход от 1 л', 'Расход до 200 л')).meta({
    description: 'left out: the truck’s norm of that season',
  }),
  reserve_litres: absentWhenEmpty(litresUpTo(0, 3000)).meta({
    description: 'never less in the tank; left out: a tenth of it',
  }),
  height_m: absentWhenEmpty(decimal(1, 6, 'Высота от 1 м', 'Высота до 6 м')).meta({
    description: 'of the truck; stations known to be lower are left out',
  }),
  adblue_percent: absentWhenEmpty(decimal(0.1, 15, 'Больше нуля', 'Не больше 15 %')).meta({
    description: 'of the diesel burnt; left out: the truck takes none',
  }),
});

/** Buyers whose mean price of the last FUEL_PLAN_USUAL_DAYS days may be the usual price of a plan. */
const USUAL_PRICE_PAYERS = ['truck', 'company'] as const;
export type UsualPricePayer = (typeof USUAL_PRICE_PAYERS)[number];
export const FUEL_PLAN_USUAL_DAYS = 90;

const stop = z.object({
  place: z.int(),
  name: z.string(),
  brand: z.string(),
  address: z.string().meta({ description: 'as a sale there names the station' }),
  lat: z.number(),
  lon: z.number(),
  along_m: z.number().meta({ description: 'from the start, by the road' }),
  detour_m: z.number().meta({ description: 'from the road to the station and back' }),
  expected_at: moment.meta({ description: 'at nine hours of driving a day' }),
  card: z.object({ id: z.int(), card_number: z.string() }),
  arrival_litres: z.number(),
  litres: z.number(),
  list_price: rubles.meta({ description: 'of a litre, by the list of stations' }),
  price: rubles.meta({ description: 'of a litre, with the company’s tariff' }),
  sum: rubles,
  adblue: z.boolean().nullable().meta({ description: 'null: not known' }),
  height_m: z.number().nullable().meta({ description: 'clear height; null: not known' }),
});

export const planFields = {
  vehicle: z.object({ id: z.int(), plate: z.string(), brand: z.string() }),
  way: z.string().meta({ example: 'Москва — Казань' }),
  points: z.array(z.object({ title: z.string(), lat: z.number(), lon: z.number() })),
  departs_at: moment,
  distance_m: z.number(),
  duration_s: z.number(),
  approximate: z.boolean().meta({ description: 'the route goes by our own scheme of highways' }),
  tank_litres: z.number(),
  norm_litres_100km: z.number(),
  start_litres: z.number(),
  reserve_litres: z.number(),
  litres: z.number(),
  sum: rubles,
  saved: rubles.meta({ description: 'against the list prices of the same stops' }),
  usual: z
    .object({
      price: rubles.meta({
        description: `of a litre: mean of the ${FUEL_PLAN_USUAL_DAYS} days before the plan, as charged`,
      }),
      paid_by: z.enum(USUAL_PRICE_PAYERS).meta({ description: 'the company where the truck bought none' }),
      fillings: z.int().meta({ description: 'how many purchases the price is the mean of' }),
      saved: rubles.meta({
        description: 'the plan’s litres at that price less its sum; negative: it costs more',
      }),
    })
    .optional()
    .meta({ description: 'left out: nothing was bought, or the plan has no stops' }),
  end_litres: z.number(),
  adblue_litres: z.number().nullable(),
  stops: z.array(stop),
  notes: z.array(z.string()).meta({ description: 'what the plan was made under, as sentences' }),
};

const fact = z.object({
  litres: z.number(),
  sum: rubles,
  stops: z.array(
    z.object({
      place: z.int(),
      fillings: z.array(
        z.object({
          operation_id: z.int(),
          at: moment,
          litres: z.number(),
          sum: rubles,
          station: z.string(),
          card_number: z.string(),
        }),
      ),
      words: z.string().meta({ description: 'how it differs; empty: as planned, or not reached yet' }),
    }),
  ),
  others: z
    .array(
      z.object({
        operation_id: z.int(),
        at: moment,
        litres: z.number(),
        sum: rubles,
        station: z.string(),
        card_number: z.string(),
      }),
    )
    .meta({ description: 'fillings on the way that the plan does not have' }),
  deviations: z.array(z.string()),
});

export const summary = z.object({
  id: z.int(),
  state: z.enum(FUEL_PLAN_STATES),
  vehicle: planFields.vehicle,
  way: planFields.way,
  departs_at: moment,
  distance_m: z.number(),
  stops: z.int(),
  litres: z.number(),
  sum: rubles,
  filled_litres: z.number(),
  filled_sum: rubles,
  deviations: z.int(),
  made_by: z.string(),
  made_at: moment,
  sent_at: moment.nullable(),
  ended_at: moment.nullable(),
  replaces_id: z.int().nullable(),
});

export const fuelPlan = z.object({
  ...planFields,
  id: z.int(),
  state: z.enum(FUEL_PLAN_STATES),
  made_by: z.string(),
  made_at: moment,
  sent_at: moment.nullable(),
  ended_at: moment.nullable(),
  reason: z.string().meta({ description: 'why it was cancelled' }),
  replaces_id: z.int().nullable(),
  fact,
});
