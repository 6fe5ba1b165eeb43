import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, month } from '../fields.ts';

/** Steps until a month is closed for a client: docs/calls.md 6, decisions 200 and 204. */

export const MONTH_STEPS = [
  'papers',
  'confirmations',
  'objections',
  'disputes',
  'payments',
  'receipts',
  'mileage',
  'waybills',
] as const;

/** A step is left out where it says nothing to the company: confirmations before the first document, disputes or receipts of a month without them, mileage and waybills without trucks. */
export const readMonth = endpoint({
  name: 'readMonth',
  method: 'GET',
  path: '/api/months/:month',
  summary: 'What is there of a month and what lacks, each with the page where it is done',
  caller: 'read',
  key: { scope: 'documents:read', path: '/api/v1/months/:month' },
  params: z.object({ month }),
  data: z.array(
    z.object({
      key: z.enum(MONTH_STEPS),
      title: z.string(),
      done: z.boolean(),
      href: z.string().meta({ description: 'page of the cabinet' }),
    }),
  ),
  source: 'docs/calls.md 6',
});

/** Steps that the months of a company do without: they are there, and done (decision 215). */
export const readMonthChoices = endpoint({
  name: 'readMonthChoices',
  method: 'GET',
  path: '/api/month-choices',
  summary: 'Which steps the months of the own company do without',
  caller: 'read',
  data: z.object({ no_mileage: z.boolean(), no_waybills: z.boolean() }),
  source: 'docs/calls.md 6',
});

export const setMonthChoices = endpoint({
  name: 'setMonthChoices',
  method: 'PUT',
  path: '/api/month-choices',
  summary: 'Sets which steps the months of the own company do without; undone at any time',
  caller: 'changeCard',
  body: z.object({ no_mileage: flag, no_waybills: flag }),
  data: z.object({ no_mileage: z.boolean(), no_waybills: z.boolean() }),
  source: 'docs/calls.md 6',
});
