import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { requiredText } from '../fields.ts';
import { rubles } from '../kopecks.ts';
import { INVOICE_STATUS_TITLE, type InvoiceStatus } from '../money/money.ts';

/** One search over what a company has too much of for a browser. Cards and drivers are whole there already. */

export const SEARCH_MAX = 100;
/** Maximum of results per kind: three kinds fit on one screen. */
export const MAX_FOUND_PER_KIND = 6;

const statuses = Object.keys(INVOICE_STATUS_TITLE) as InvoiceStatus[];

export const foundOperation = z.object({
  id: z.int(),
  card: z.object({ id: z.int(), card_number: z.string(), comment: z.string() }),
  type: z.object({ id: z.int(), title: z.string() }),
  goods: z.string().nullable().meta({ description: 'of a purchase and a refund' }),
  sum: rubles.meta({ description: 'positive; the sign follows from the type' }),
  day: z.string().meta({ description: 'YYYY-MM-DD in Moscow' }),
  status: z.object({ id: z.int(), title: z.string() }),
});

export const foundInvoice = z.object({
  id: z.int(),
  number: z.string(),
  date: z.string(),
  sum: rubles,
  status_id: z.enum(statuses),
  status: z.string(),
  page: z.int().meta({ description: 'of the list, newest first, on which it stands now' }),
});

const foundDocument = z.object({
  id: z.int(),
  title: z.string(),
  partner_title: z.string(),
  month: z.string().meta({ description: 'YYYY-MM' }),
});

/**
 * read-search.ts parses `q`: a day, a month, sums, text, in any order. A result has to match the whole query; the
 * newest come first. An operation is found by its sum or its day; the rest of the query then narrows the results.
 */
export const searchEverything = endpoint({
  name: 'searchEverything',
  method: 'GET',
  path: '/api/search',
  summary: 'Operations by sum and day, invoices by number and sum, documents by title, network and month',
  caller: 'read',
  query: z.object({ q: requiredText(SEARCH_MAX) }),
  data: z.object({
    operations: z.array(foundOperation),
    invoices: z.array(foundInvoice),
    documents: z.array(foundDocument),
  }),
  source: 'docs/calls.md 12',
});
