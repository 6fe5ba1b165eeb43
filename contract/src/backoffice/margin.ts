import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, PERIOD_BACKWARDS, yearOfDocuments } from '../fields.ts';
import { rubles } from '../kopecks.ts';

/** Margin of the programme, and who loses it money: decision 167. */

export const MARGIN_SIDES = ['client', 'network', 'goods', 'month'] as const;
export type MarginSide = (typeof MARGIN_SIDES)[number];

/** Sides by which a year is divided into rows; its months are the columns. */
export const MARGIN_YEAR_SIDES = ['client', 'network', 'goods'] as const satisfies readonly MarginSide[];
export type MarginYearSide = (typeof MARGIN_YEAR_SIDES)[number];

/** Every sale of the period is priced anew. */
const MAX_DAYS = 1100;
const DAY_MS = 86_400_000;

export const marginSums = z.object({
  sales: z.int().meta({ description: 'purchases; refunds are not counted, but their sums are taken off' }),
  litres: z.number(),
  station_sum: rubles.meta({ description: 'purchases at the price of the station, less refunds' }),
  discount: rubles.meta({ description: 'given to clients by their tariffs' }),
  surcharge: rubles,
  service_fee: rubles,
  other_fees: rubles.meta({ description: 'fees for cards and by the month' }),
  revenue: rubles.meta({ description: 'what clients pay: the sums above, less the discount' }),
  received: rubles.meta({ description: 'discounts of networks by their purchase terms' }),
  bonus: rubles.meta({ description: 'what networks pay back of the turnover' }),
  cost: rubles.meta({ description: 'station_sum less received and bonus' }),
  without_terms: rubles.meta({
    description: 'the part of station_sum without a purchase term; it costs its sum',
  }),
  credit_cost: rubles.meta({ description: 'what the clients’ debt of each day that is over costs' }),
  corrections: rubles.meta({
    description:
      'taken from clients by corrections of balances, less what was given to them; without opening balances',
  }),
  margin: rubles.meta({ description: 'revenue and corrections less cost and credit_cost' }),
  percent: z.number().nullable().meta({ description: 'margin of revenue; null without revenue' }),
});

export const marginRow = marginSums.extend({
  key: z.string().nullable().meta({
    description: 'id of the client or network, title of the goods in small letters, `YYYY-MM`; null: of none',
  }),
  title: z.string(),
});
export type MarginRow = z.output<typeof marginRow>;
export type MarginSums = z.output<typeof marginSums>;

export const readMargin = endpoint({
  name: 'readMargin',
  method: 'GET',
  path: '/staff/api/margin',
  summary: 'Revenue, cost and margin of the programme by client, network, goods or month; sums include VAT',
  caller: 'staff.read',
  query: z
    .object({
      from: day,
      to: day,
      by: z.enum(MARGIN_SIDES, { error: 'Разрез: client, network, goods или month' }).default('client'),
    })
    .refine(({ from, to }) => from <= to, { message: PERIOD_BACKWARDS, path: ['from'] })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= MAX_DAYS * DAY_MS, {
      message: 'Период не длиннее трёх лет',
      path: ['from'],
    }),
  data: z.array(marginRow),
  meta: z.object({
    totals: marginSums,
    credit_percent: z.number().meta({ description: 'what a debt costs in a year of 365 days' }),
  }),
  source: 'docs/calls.md 17',
});

/** One month, or all months, of a row of the year. */
export const marginMonth = marginSums.pick({
  sales: true,
  litres: true,
  revenue: true,
  cost: true,
  margin: true,
  percent: true,
});
export type MarginMonth = z.output<typeof marginMonth>;

const months = z
  .array(marginMonth)
  .meta({ description: 'in the order of `meta.months`, with zeros where nothing happened' });

export const marginYearRow = z.object({
  key: z.string().nullable().meta({ description: 'as in `readMargin`' }),
  title: z.string(),
  months,
  year: marginMonth,
});
export type MarginYearRow = z.output<typeof marginYearRow>;

/** Errors: 400 on `year` that is still to come. */
export const readMarginYear = endpoint({
  name: 'readMarginYear',
  method: 'GET',
  path: '/staff/api/margin/years/:year',
  summary: 'Margin of the programme by client, network or goods with the months of a year side by side',
  caller: 'staff.read',
  params: z.object({ year: yearOfDocuments }),
  query: z.object({
    by: z.enum(MARGIN_YEAR_SIDES, { error: 'Разрез: client, network или goods' }).default('client'),
  }),
  data: z.array(marginYearRow),
  meta: z.object({
    months: z
      .array(z.string())
      .meta({ description: '`YYYY-MM`; of the running year up to the running month' }),
    totals: z.object({ months, year: marginMonth }),
  }),
  source: 'docs/calls.md 17',
});
