import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { absentWhenEmpty, id, month } from '../fields.ts';
import { MAX_SUMMARY_ROWS } from '../limits.ts';
import { FILE_MIME } from '../list-files.ts';
import { FUEL_DIFFERENCE_REASONS, vehicleMonth } from './vehicles.ts';

/** Litres of the whole fleet by truck and month: docs/calls.md 27, decision 203. */

/** A year and the month that runs, as on a truck's page. */
export const MAX_LITRES_MONTHS = 13;

const litresQuery = z
  .object({
    from: month.optional().meta({ description: 'the first month; left out: the last one that has ended' }),
    to: month.optional().meta({ description: 'the last month; left out: the first one' }),
    group_id: absentWhenEmpty(id).meta({ description: 'trucks that are in the group now' }),
    reason: absentWhenEmpty(z.enum(FUEL_DIFFERENCE_REASONS, { error: 'Неизвестная причина расхождения' })),
  })
  .refine(({ from, to }) => !to || (from !== undefined && from <= to), {
    path: ['to'],
    error: 'Последний месяц раньше первого',
  })
  .refine(({ from, to }) => !from || !to || countMonths(from, to) <= MAX_LITRES_MONTHS, {
    path: ['to'],
    error: `Не больше ${MAX_LITRES_MONTHS} месяцев`,
  });

function countMonths(from: string, to: string): number {
  const [first = 0, last = 0] = [from, to].map(
    (text) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5)),
  );
  return last - first + 1;
}

/** A truck's month as its own page has it. */
const fleetLitresRow = vehicleMonth
  .pick({
    month: true,
    litres: true,
    documented_litres: true,
    burnt_litres: true,
    km: true,
    norm_litres_100km: true,
    differences: true,
  })
  .extend({
    vehicle_id: z.int(),
    plate: z.string(),
    brand: z.string(),
    group_title: z.string().nullable(),
    removed: z.boolean().meta({ description: 'the truck is no longer in the fleet' }),
  });

const totals = z.object({
  litres: z.number(),
  documented_litres: z
    .number()
    .nullable()
    .meta({ description: 'of rows that have documents; null: none has' }),
  burnt_litres: z
    .number()
    .nullable()
    .meta({ description: 'of rows that have mileage and norm; null: none has' }),
  km: z.int().nullable(),
  over_documents: z.number().nullable().meta({ description: 'sold less documented, of rows that have both' }),
  over_norm: z.number().nullable().meta({ description: 'sold less burnt, of rows that have both' }),
});

/**
 * Trucks that neither bought nor ran in a month have no row. Rows past MAX_SUMMARY_ROWS are left out; totals count them. Errors:
 * 400 for a bad or a too long period; 404 for another company's group.
 */
export const listFleetLitres = endpoint({
  name: 'listFleetLitres',
  method: 'GET',
  path: '/api/vehicles/litres',
  summary:
    'Litres sold, documented and burnt by truck and month, newest month first, with reasons of differences',
  caller: 'read',
  key: { scope: 'vehicles:read', path: '/api/v1/vehicles/litres' },
  query: litresQuery,
  data: z.array(fleetLitresRow),
  meta: z.object({
    from: month,
    to: month,
    rows: z.int().meta({ description: `how many rows there are; ${MAX_SUMMARY_ROWS} at most are answered` }),
    totals,
  }),
  source: 'docs/calls.md 27',
});

/** Errors: as `listFleetLitres`; 400 where a workbook would have too many rows. */
export const downloadFleetLitres = endpoint({
  name: 'downloadFleetLitres',
  method: 'GET',
  path: '/api/vehicles/litres.csv',
  summary: 'The same as CSV (UTF-8 with BOM, semicolons, decimal comma), every row',
  caller: 'read',
  query: litresQuery,
  kind: 'file',
  mime: FILE_MIME.csv,
  source: 'docs/calls.md 27',
});

/** Errors: as `downloadFleetLitres`. */
export const downloadFleetLitresWorkbook = endpoint({
  name: 'downloadFleetLitresWorkbook',
  method: 'GET',
  path: '/api/vehicles/litres.xlsx',
  summary: 'The same as a workbook, every row',
  caller: 'read',
  query: litresQuery,
  kind: 'file',
  mime: FILE_MIME.xlsx,
  source: 'docs/calls.md 27',
});
