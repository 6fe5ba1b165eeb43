import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day } from '../fields.ts';
import { rubles } from '../kopecks.ts';
import { dayAfterDay, operationSubject } from './operations.ts';

/** The report of spending on fuel: docs/calls.md 13. */

/** Dimensions to group by. Each completed purchase and refund is in exactly one row, whichever is chosen. */
export const SUMMARY_SIDES = [
  'month',
  'network',
  'card',
  'driver',
  'vehicle',
  'group',
  'goods',
  'station',
] as const;
export type SummarySide = (typeof SUMMARY_SIDES)[number];

/** Whether rows of a side are compared with what the company pays for the same goods in the same network. */
export const COMPARES_PRICE: Readonly<Record<SummarySide, boolean>> = {
  month: false,
  network: false,
  card: true,
  driver: true,
  vehicle: true,
  group: true,
  goods: false,
  station: true,
};

const litres = z.number();

/** Figures of fuel that was bought, less refunds. */
export const spendingFigures = {
  count: z.int().meta({ description: 'done purchases and refunds' }),
  sum: rubles.meta({ description: 'purchases less refunds as the company is charged, positive = spent' }),
  litres,
  average_price: rubles
    .nullable()
    .meta({ description: 'rubles per litre: sum by litres; null where nothing was left of either' }),
  cards: z.int().nullable().meta({ description: 'cards that fuelled; null where rows are added up' }),
  litres_per_card: litres.nullable(),
  km: z.int().nullable().meta({
    description:
      'by vehicle and group without other filters: run by the odometers between readings; else null',
  }),
  litres_100km: z.number().nullable().meta({ description: 'as the page of the truck has it' }),
  rubles_km: z.number().nullable().meta({ description: 'of the fuel alone' }),
  cost_km: z.number().nullable().meta({ description: 'rubles per kilometre of fuel and tolls' }),
  previous_sum: rubles.nullable().meta({ description: 'of the period compared; null where there is none' }),
  difference: rubles.nullable().meta({ description: '`sum` less `previous_sum`' }),
};

export const operationsSummaryRow = z.object({
  key: z.string().nullable().meta({
    description:
      'by month YYYY-MM, by card and network its id, by driver the ids of the people on the card (empty: nobody), by vehicle its id (empty: none), by group of trucks its id (empty: none), by goods and station the title; null: all rows past the limit together',
  }),
  title: z.string(),
  ...spendingFigures,
  share: z.number().nullable().meta({ description: 'per cent of the whole sum; null where it has no sense' }),
  price_over_network: rubles.nullable().meta({
    description:
      'by card, driver and station: rubles a litre above what the company paid for the same goods in the same network; else null',
  }),
  networks: z.array(z.object({ partner_id: z.int(), sum: rubles })).meta({
    description: 'what of the sum went to each network; they add up to it',
  }),
  unfinished: z.boolean().meta({ description: 'the running month, not over yet' }),
});

const summaryQuery = z
  .object({
    by: z.enum(SUMMARY_SIDES, { error: 'Неизвестный разрез отчёта' }).default('month'),
    dateFrom: day.optional(),
    dateTo: day.optional(),
    ...operationSubject,
  })
  .refine((query) => !query.dateFrom || !query.dateTo || query.dateFrom <= query.dateTo, dayAfterDay);

/**
 * «Сводные отчеты»: spending on fuel, grouped. Months come in their order, anything else with the largest sum first.
 * The totals equal those of `listOperations` under the same filters, to the kopeck. Drivers are those who
 * were attached to the card at the time. A period of whole months is compared with as many months before it, any other with as
 * many days; one that is not over with the same days. A month's row is compared with the month before it. Rows past
 * MAX_SUMMARY_ROWS are added up in one. Errors: 400 for a bad grouping or period, 404 for another company's card.
 */
export const summarizeOperations = endpoint({
  name: 'summarizeOperations',
  method: 'GET',
  path: '/api/operations/summary',
  summary:
    'Spending on fuel by month, network, card, driver, truck, group of trucks, goods or station, beside the period before',
  caller: 'read',
  key: { scope: 'operations:read', path: '/api/v1/operations/summary' },
  query: summaryQuery,
  data: z.array(operationsSummaryRow),
  meta: z.object({
    totals: z.object(spendingFigures),
    rows: z.int().meta({ description: 'how many rows there are, those past the limit counted one by one' }),
    unfinished: z.boolean().meta({ description: 'the period is not over yet' }),
    compared: z.object({ from: day, to: day }).nullable().meta({
      description:
        'the days that `previous_sum` of the totals is of; null for a period that has no beginning',
    }),
  }),
  source: 'docs/spec-lines.md 2 (/cabinet/transactions), docs/calls.md 13',
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
  source: 'docs/spec-lines.md 2 (/cabinet/transactions), docs/calls.md 13',
});

export const downloadOperationsWorkbook = endpoint({
  name: 'downloadOperationsWorkbook',
  method: 'GET',
  path: '/api/operations/summary.xlsx',
  summary: 'The same as a workbook with the period and the filters above the rows',
  caller: 'read',
  query: summaryQuery,
  kind: 'file',
  mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  source: 'docs/calls.md 13',
});
