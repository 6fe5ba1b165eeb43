import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/** Imports many trucks at once, from a file or from the comments of cards: docs/calls.md 27. */

/** A line of a file, or a comment, as it would become a truck. */
export const plannedVehicle = z.object({
  line: z.int().nullable().meta({ description: 'of the file, from 1; null: read from comments of cards' }),
  plate: z.string(),
  brand: z.string(),
  state: z.enum(['new', 'changed', 'same', 'wrong']),
  changes: z.array(z.string()).meta({ description: 'what changes, in Russian' }),
  problems: z.array(z.string()).meta({ description: 'why the line is left out' }),
  cards: z.array(z.string()).meta({ description: 'the numbers of its cards' }),
});
const planned = z.object({
  rows: z.array(plannedVehicle),
  counts: z.object({ new: z.int(), changed: z.int(), same: z.int(), wrong: z.int() }),
});

export const MAX_IMPORT_ROWS = 2000;

/** Errors: 400 for a file that is neither CSV nor XLSX, has no column of plates, or more than MAX_IMPORT_ROWS lines. */
export const previewVehicleImport = endpoint({
  name: 'previewVehicleImport',
  method: 'POST',
  path: '/api/vehicles/import/preview',
  summary: 'What a CSV or XLSX of trucks would do, line by line; changes nothing',
  caller: 'changeCard',
  changesNothing: true,
  body: z.object({}),
  file: 'file',
  data: planned,
  source: 'docs/calls.md 27',
});

export const importVehicles = endpoint({
  name: 'importVehicles',
  method: 'POST',
  path: '/api/vehicles/import',
  summary: 'Takes over the right lines of a CSV or XLSX of trucks; the wrong ones are left out',
  caller: 'changeCard',
  body: z.object({}),
  file: 'file',
  data: planned,
  source: 'docs/calls.md 27',
});

export const suggestVehicles = endpoint({
  name: 'suggestVehicles',
  method: 'GET',
  path: '/api/vehicles/suggestions',
  summary: 'Trucks that the comments of cards name, for cards that are on none',
  caller: 'changeCard',
  data: planned,
  source: 'docs/calls.md 27',
});

export const takeSuggestedVehicles = endpoint({
  name: 'takeSuggestedVehicles',
  method: 'POST',
  path: '/api/vehicles/suggestions',
  summary: 'Adds the trucks that the comments of cards name, and puts the cards on them',
  caller: 'changeCard',
  body: z.object({}),
  data: planned,
  source: 'docs/calls.md 27',
});
