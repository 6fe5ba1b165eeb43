import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { moment, requiredText } from '../fields.ts';
import { rubles } from '../kopecks.ts';

/** Positions of a company's trucks, from Wialon or a file, and fillings exported there: docs/calls.md 47. */

export const MAX_POSITION_ROWS = 2000;

/** State of an exported filling: on its way, registered in Wialon, or refused by it. */
export const HANDOVER_STATES = ['asked', 'done', 'refused'] as const;
export type HandoverState = (typeof HANDOVER_STATES)[number];
export const HANDOVER_TITLE: Record<(typeof HANDOVER_STATES)[number], string> = {
  asked: 'Передаётся',
  done: 'Передана',
  refused: 'Не принята',
};

const telematics = z.object({
  connection: z
    .object({
      connected_at: moment,
      connected_by: z.string(),
      hands_over_since: moment.nullable().meta({ description: 'null: fillings are not handed over' }),
      heard_at: moment.nullable().meta({ description: 'the last exchange that went well' }),
      problem: z.string().nullable(),
      refused: z.boolean().meta({ description: 'the token is refused: connect it anew' }),
    })
    .nullable(),
  units: z
    .array(
      z.object({
        vehicle: z.object({ id: z.int(), plate: z.string(), brand: z.string() }),
        unit: z.object({ id: z.int(), title: z.string() }).nullable(),
        position_at: moment.nullable().meta({ description: 'the newest that is kept' }),
      }),
    )
    .meta({ description: 'every truck, with its unit in Wialon' }),
  fillings: z
    .array(
      z.object({
        operation_id: z.int(),
        at: moment,
        plate: z.string(),
        litres: z.number(),
        sum: rubles,
        state: z.enum(HANDOVER_STATES),
        problem: z.string().nullable(),
      }),
    )
    .meta({ description: 'the last 20 that were handed over' }),
});

export const readTelematics = endpoint({
  name: 'readTelematics',
  method: 'GET',
  path: '/api/telematics',
  summary: 'The company’s Wialon: its state, which unit is which truck, and what was handed over',
  caller: 'read',
  data: telematics,
  source: 'docs/calls.md 47',
});

/** Errors: 400 for a token that Wialon refuses; 409 where Wialon is not offered or does not answer. */
export const connectTelematics = endpoint({
  name: 'connectTelematics',
  method: 'POST',
  path: '/api/telematics',
  summary: 'Connects Wialon by a token, which nobody is shown again; units are found by their plates',
  caller: 'changeCard',
  body: z.object({ token: requiredText(200) }),
  data: telematics,
  source: 'docs/calls.md 47',
});

/** Errors: 404 without a connection. Only fillings from now on are handed over. */
export const setTelematics = endpoint({
  name: 'setTelematics',
  method: 'PUT',
  path: '/api/telematics',
  summary: 'Begins or ends the handing over of fillings',
  caller: 'changeCard',
  body: z.object({ hands_over: z.boolean() }),
  data: telematics,
  source: 'docs/calls.md 47',
});

/** Errors: 404 without a connection. */
export const disconnectTelematics = endpoint({
  name: 'disconnectTelematics',
  method: 'DELETE',
  path: '/api/telematics',
  summary: 'Forgets the token and which unit is which truck',
  caller: 'changeCard',
  data: telematics,
  source: 'docs/calls.md 47',
});

const plannedPositions = z.object({
  taken: z.int().meta({ description: 'lines that are, or would be, taken over' }),
  wrong: z
    .array(z.object({ line: z.int(), problem: z.string() }))
    .meta({ description: 'lines that are left out, the first 50' }),
  wrong_count: z.int(),
  sample: z
    .array(z.object({ plate: z.string(), at: moment, lat: z.number(), lon: z.number() }))
    .meta({ description: 'the first 5' }),
});

/** Errors: 400 for a file that is unreadable or has more than MAX_POSITION_ROWS lines. */
export const previewPositions = endpoint({
  name: 'previewPositions',
  method: 'POST',
  path: '/api/telematics/positions/preview',
  summary: 'What a file of positions (plate; time; latitude; longitude) would do; changes nothing',
  caller: 'changeCard',
  changesNothing: true,
  body: z.object({}),
  file: 'file',
  data: plannedPositions,
  source: 'docs/calls.md 47',
});

export const takePositions = endpoint({
  name: 'takePositions',
  method: 'POST',
  path: '/api/telematics/positions',
  summary: 'Takes over the right lines of a file of positions; fillings near them are looked at again',
  caller: 'changeCard',
  body: z.object({}),
  file: 'file',
  data: plannedPositions,
  source: 'docs/calls.md 47',
});
