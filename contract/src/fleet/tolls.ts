import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, moment } from '../fields.ts';
import { rubles } from '../kopecks.ts';
import { plateField } from '../values/plate.ts';

/** Tolls of trucks («Платон», toll roads), from the reports of their operators: docs/calls.md 27. */

export const MAX_TOLL_ROWS = 20_000;

/** Tolls of one truck in a report, or of all that were given to none. */
const tollsOfPlate = z.object({
  plate: z.string(),
  vehicle_id: z.int().nullable().meta({ description: 'null: no truck of the company has this plate' }),
  rows: z.int(),
  sum: rubles,
  from: moment,
  to: moment,
});

const loaded = z.object({
  new: z.int().meta({ description: 'rows that are not here yet' }),
  known: z.int().meta({ description: 'rows that an earlier file has brought' }),
  sum: rubles.meta({ description: 'of the new rows' }),
  plates: z.array(tollsOfPlate).meta({ description: 'the new rows by truck' }),
  wrong: z.array(z.object({ line: z.int(), problem: z.string() })),
});

/** Errors: 400 for a file that is neither CSV nor XLSX, lacks a column, or has more than MAX_TOLL_ROWS lines. */
export const previewTolls = endpoint({
  name: 'previewTolls',
  method: 'POST',
  path: '/api/tolls/preview',
  summary: 'What a report of «Платон» (CSV or XLSX of lk.platon.ru) would add; changes nothing',
  caller: 'changeCard',
  changesNothing: true,
  body: z.object({}),
  file: 'file',
  data: loaded,
  source: 'docs/calls.md 27',
});

/** Errors: as `previewTolls`. */
export const importTolls = endpoint({
  name: 'importTolls',
  method: 'POST',
  path: '/api/tolls/import',
  summary: 'Books the right rows of a report as costs of trucks; what is here already changes nothing',
  caller: 'changeCard',
  body: z.object({}),
  file: 'file',
  data: loaded,
  source: 'docs/calls.md 27',
});

export const listUnmatchedTolls = endpoint({
  name: 'listUnmatchedTolls',
  method: 'GET',
  path: '/api/tolls/unmatched',
  summary: 'Tolls that fit no truck, by plate',
  caller: 'read',
  data: z.array(tollsOfPlate),
  source: 'docs/calls.md 27',
});

/** Errors: 404 no such truck, or no tolls of this plate wait for one. */
export const assignTolls = endpoint({
  name: 'assignTolls',
  method: 'POST',
  path: '/api/tolls/assign',
  summary: 'Gives all tolls of a plate that fit no truck to one; later reports follow',
  caller: 'changeCard',
  body: z.object({ plate: plateField, vehicle_id: id }),
  data: z.object({ rows: z.int() }),
  source: 'docs/calls.md 27',
});
