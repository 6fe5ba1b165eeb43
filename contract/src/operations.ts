import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { day, flag, id, moment, page, PERIOD_BACKWARDS, rowsPerPage, sortBy } from './fields.ts';
import { rubles } from './kopecks.ts';
import { OPERATIONS_PER_PAGE } from './limits.ts';

/** Operations: spec sections 3 and 7, docs/calls.md 6. */

export const operation = z.object({
  id: z.int(),
  number: z.string().meta({ description: 'of a purchase and a refund as its network has it, else the id' }),
  card: z.object({ id: z.int(), card_number: z.string(), comment: z.string() }),
  partner: z.object({ id: z.int(), title: z.string() }),
  drivers: z
    .array(z.string())
    .meta({ description: 'who is attached to the card now: a sale names nobody', example: ['Иванов И. П.'] }),
  type: z.object({ id: z.int(), title: z.string() }),
  purchase: z
    .object({
      goodsItem: z.object({ title: z.string() }),
      unit_cnt: z.number().meta({ description: 'litres' }),
      unit_price: rubles.meta({ description: 'rubles per litre' }),
      address: z.string(),
      created_at: moment,
    })
    .nullable(),
  sum: rubles.meta({ description: 'positive; the sign follows from the type' }),
  vat: rubles.nullable().meta({
    description:
      'contained in the sum of fuel, at the rate of its day, of a refund at that of its purchase; else null',
  }),
  created_at: moment,
  status: z.object({ id: z.int(), title: z.string() }),
  reason: z
    .string()
    .nullable()
    .meta({ description: 'why a failed operation failed, or why the programme blocked a card' }),
  repaid: rubles
    .optional()
    .meta({ description: 'how much of a top-up has paid for fuel that the card had bought before' }),
});

/** What operations can be ordered by. */
export const OPERATION_SORTS = ['at', 'card', 'network', 'what', 'litres', 'price', 'sum', 'status'] as const;
export type OperationSort = (typeof OPERATION_SORTS)[number];

const dayAfterDay = { message: PERIOD_BACKWARDS, path: ['dateFrom'] };

export const listOperations = endpoint({
  name: 'listOperations',
  method: 'GET',
  path: '/api/operations',
  summary: 'Operations, newest first unless they are to be sorted, 20 a page',
  caller: 'read',
  query: z
    .object({
      cardId: id.optional(),
      partnerId: id.optional(),
      driverId: id.optional().meta({ description: 'of cards to which he is attached now' }),
      page,
      perPage: rowsPerPage(OPERATIONS_PER_PAGE),
      sort: sortBy(OPERATION_SORTS).optional(),
      typeId: id.optional(),
      statusId: id.optional(),
      dateFrom: day.optional(),
      dateTo: day.optional(),
    })
    .refine((query) => !query.dateFrom || !query.dateTo || query.dateFrom <= query.dateTo, dayAfterDay),
  data: z.array(operation),
  meta: z.object({
    pagination: z.object({ total_pages: z.int(), current_page: z.int(), total: z.int() }),
    filters: z.object({
      types: z.array(z.object({ id: z.int(), label: z.string() })),
      statuses: z.array(z.object({ id: z.int(), label: z.string() })),
    }),
    totals: z.object({ sum: rubles, litres: z.number() }).meta({
      description:
        'spent on fuel by everything that the filter finds: done purchases less done refunds, positive = spent',
    }),
  }),
  source: 'docs/spec-lines.md 7, docs/calls.md 6',
});

/** What the summary can group by. Each done purchase and refund is in exactly one row, whichever is chosen. */
export const SUMMARY_SIDES = ['month', 'card', 'driver', 'goods', 'station', 'network'] as const;
export type SummarySide = (typeof SUMMARY_SIDES)[number];

const spending = {
  count: z.int().meta({ description: 'done purchases and refunds' }),
  sum: rubles.meta({ description: 'purchases less refunds, positive = spent' }),
  litres: z.number(),
  average_price: rubles
    .nullable()
    .meta({ description: 'rubles per litre: sum by litres; null where nothing was left of either' }),
};

export const operationsSummaryRow = z.object({
  key: z.string().nullable().meta({
    description:
      'by month YYYY-MM, by card and network its id, by driver the ids of the people on the card (empty: nobody), by goods and station the title; null: all rows past the limit together',
  }),
  title: z.string(),
  ...spending,
});

const summaryQuery = z
  .object({
    by: z.enum(SUMMARY_SIDES, { error: 'Неизвестный разрез отчёта' }).default('month'),
    dateFrom: day.optional(),
    dateTo: day.optional(),
    cardId: id.optional(),
  })
  .refine((query) => !query.dateFrom || !query.dateTo || query.dateFrom <= query.dateTo, dayAfterDay);

/**
 * «Сводные отчеты»: spending on fuel, grouped. Months come in their order, anything else with the largest sum first.
 * The totals equal those of `listOperations` under the same filters, to the kopeck. Drivers are those attached to the
 * card now, since a sale names none. Rows past SUMMARY_MOST_ROWS are added up in one. Errors: 400 for a bad grouping
 * or period, 404 for another company's card.
 */
export const summarizeOperations = endpoint({
  name: 'summarizeOperations',
  method: 'GET',
  path: '/api/operations/summary',
  summary: 'Spending on fuel by month, card, driver, goods, station or network',
  caller: 'read',
  query: summaryQuery,
  data: z.array(operationsSummaryRow),
  meta: z.object({
    totals: z.object(spending),
    rows: z.int().meta({ description: 'how many rows there are, those past the limit counted one by one' }),
  }),
  source: 'docs/spec-lines.md 2 (/cabinet/transactions), docs/specification.md 3',
});

export const downloadOperationsSummary = endpoint({
  name: 'downloadOperationsSummary',
  method: 'GET',
  path: '/api/operations/summary.csv',
  summary: 'The same as CSV (UTF-8 with BOM, semicolons, decimal comma), every row, totals last',
  caller: 'read',
  query: summaryQuery,
  kind: 'file',
  mime: 'text/csv',
  source: 'docs/spec-lines.md 2 (/cabinet/transactions), docs/specification.md 3',
});

export const downloadOperationsReport = endpoint({
  name: 'downloadOperationsReport',
  method: 'GET',
  path: '/api/operations/getReport',
  summary:
    'Operations as CSV (UTF-8 with BOM, semicolons, decimal comma, a tab after a long card number), streamed',
  caller: 'read',
  query: z
    .object({
      date_from: day.optional(),
      date_to: day.optional(),
      xls: flag.optional(),
      type_id: id.optional(),
      status_id: id.optional(),
      card_id: id.optional(),
    })
    .refine((query) => !query.date_from || !query.date_to || query.date_from <= query.date_to, {
      ...dayAfterDay,
      path: ['date_from'],
    }),
  kind: 'file',
  mime: 'text/csv',
  source: 'docs/spec-lines.md 7, docs/calls.md 6',
});
