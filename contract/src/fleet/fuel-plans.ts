import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  defaultWhenEmpty,
  absentWhenEmpty,
  id,
  idParams,
  optionalText,
  page,
  rowsPerPage,
} from '../fields.ts';
import { FUEL_PLAN_STATES, fuelPlan, planFields, summary, wish } from './fuel-plan-shapes.ts';
import { rubles } from '../kopecks.ts';
import { pagination } from '../pagination.ts';

/** Fuel plans of a company's trucks: docs/calls.md 44. */

export const previewFuelPlan = endpoint({
  name: 'previewFuelPlan',
  changesNothing: true,
  method: 'POST',
  path: '/api/fuel-plans/preview',
  summary: 'Where and how much a truck fuels so that the trip costs least, by its cards, rules and tariff',
  caller: 'read',
  body: wish,
  data: z.object(planFields),
  source: 'docs/calls.md 44',
});

/** Errors: 400 on a field, with what stops the plan and what would help; 404 another company's truck or plan; 409 it has ended. */
export const createFuelPlan = endpoint({
  name: 'createFuelPlan',
  method: 'POST',
  path: '/api/fuel-plans',
  summary: 'Keeps a plan as a draft; one that is to replace another takes its place when it is sent',
  caller: 'changeCard',
  body: wish.extend({ replaces_id: absentWhenEmpty(id) }),
  idempotent: true,
  data: fuelPlan,
  source: 'docs/calls.md 44',
});

export const listFuelPlans = endpoint({
  name: 'listFuelPlans',
  method: 'GET',
  path: '/api/fuel-plans',
  summary: 'The company’s fuel plans, newest first, with what was filled',
  caller: 'read',
  query: z.object({
    state: absentWhenEmpty(z.enum(FUEL_PLAN_STATES, { error: `Состояние: ${FUEL_PLAN_STATES.join(', ')}` })),
    vehicle_id: absentWhenEmpty(id),
    page,
    perPage: rowsPerPage(50),
  }),
  data: z.array(summary),
  meta: z.object({ pagination }),
  source: 'docs/calls.md 44',
});

export const readFuelPlan = endpoint({
  name: 'readFuelPlan',
  method: 'GET',
  path: '/api/fuel-plans/:id',
  summary: 'A fuel plan with what was filled against it',
  caller: 'read',
  params: idParams,
  data: fuelPlan,
  source: 'docs/calls.md 44',
});

/** Errors: 404; 409 the plan is not a draft any more. The plan that it replaces is cancelled. */
export const sendFuelPlan = endpoint({
  name: 'sendFuelPlan',
  method: 'POST',
  path: '/api/fuel-plans/:id/send',
  summary: 'Puts the plan on the driver’s page and tells him by SMS',
  caller: 'changeCard',
  params: idParams,
  body: z.object({}),
  data: z.object({
    plan: fuelPlan,
    told: z.array(z.string()).meta({ description: 'the drivers to whom an SMS went' }),
    untold: z
      .array(z.string())
      .meta({ description: 'the drivers who have no page or no phone, as sentences' }),
  }),
  source: 'docs/calls.md 44',
});

/** Errors: 404; 409 it was not sent, or has ended. */
export const startFuelPlan = endpoint({
  name: 'startFuelPlan',
  method: 'POST',
  path: '/api/fuel-plans/:id/start',
  summary: 'The truck is under way',
  caller: 'changeCard',
  params: idParams,
  body: z.object({}),
  data: fuelPlan,
  source: 'docs/calls.md 44',
});

/** Errors: 404; 409 it was not sent, or has ended. */
export const finishFuelPlan = endpoint({
  name: 'finishFuelPlan',
  method: 'POST',
  path: '/api/fuel-plans/:id/finish',
  summary: 'The trip is over: later fillings are none of it',
  caller: 'changeCard',
  params: idParams,
  body: z.object({}),
  data: fuelPlan,
  source: 'docs/calls.md 44',
});

/** Errors: 404; 409 it has ended. */
export const cancelFuelPlan = endpoint({
  name: 'cancelFuelPlan',
  method: 'POST',
  path: '/api/fuel-plans/:id/cancel',
  summary: 'Takes the plan off the driver’s page',
  caller: 'changeCard',
  params: idParams,
  body: z.object({ reason: defaultWhenEmpty(optionalText(200), '') }),
  data: fuelPlan,
  source: 'docs/calls.md 44',
});

/** Errors: 404. */
export const readTruckFuel = endpoint({
  name: 'readTruckFuel',
  method: 'GET',
  path: '/api/vehicles/:id/fuel',
  summary:
    'What a plan needs of a truck: tank, norm of the season, what may be in the tank, its cards and their rules',
  caller: 'read',
  params: idParams,
  data: z.object({
    tank_litres: z.number().nullable(),
    norm_litres_100km: z.number().nullable(),
    season: z.enum(['summer', 'winter']).nullable().meta({ description: 'null: one norm holds all year' }),
    estimate: z.object({
      litres: z.number().nullable(),
      words: z.string().meta({ description: 'where the figure comes from, or why there is none' }),
    }),
    cards: z.array(
      z.object({
        id: z.int(),
        card_number: z.string(),
        network: z.string(),
        balance: rubles,
        rules: z.string().meta({ description: 'as one sentence' }),
        problem: z
          .string()
          .nullable()
          .meta({ description: 'why no plan can go by this card; null: one can' }),
      }),
    ),
    drivers: z.array(z.string()),
  }),
  source: 'docs/calls.md 44',
});
