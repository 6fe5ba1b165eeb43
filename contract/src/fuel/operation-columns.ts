import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day } from '../fields.ts';
import { GOODS_UNITS } from './goods-unit.ts';

/** Operations by columns, for the browser's own list of them (decision 236). */

/** Largest number of operations in an answer. */
export const MAX_COLUMN_ROWS = 10_000;

const whole = z.array(z.int());
const places = (list: string) => z.array(z.int()).meta({ description: `places in \`${list}\`; -1: none` });

/** Values that several operations have. A row names them by their place. */
const lists = z.object({
  cards: z.array(z.object({ id: z.int(), card_number: z.string(), comment: z.string() })),
  partners: z.array(z.object({ id: z.int(), title: z.string() })),
  drivers: z.array(z.array(z.object({ id: z.int(), name: z.string() }))).meta({
    description: 'drivers that a card had at one time, by their ids',
  }),
  vehicles: z.array(z.array(z.object({ id: z.int(), plate: z.string(), brand: z.string() }))).meta({
    description: 'trucks that a card was on at one time; the list of operations shows the first',
  }),
  truck_groups: z.array(z.object({ id: z.int(), title: z.string() })),
  groups: z.array(z.object({ id: z.int(), title: z.string().nullable(), cost_centre: z.string() })),
  assignments: z.array(z.object({ cost_centre: z.string(), trip_number: z.string() })),
  goods: z.array(
    z.object({ id: z.int().nullable(), title: z.string().nullable(), unit: z.enum(GOODS_UNITS) }),
  ),
  stations: z.array(z.object({ id: z.int().nullable(), address: z.string().nullable() })),
  vat_rates: z.array(z.number()),
  reasons: z.array(z.string()),
});

const columns = z.object({
  id: whole.meta({ description: 'the first, then the difference from the row before' }),
  at: whole.meta({ description: 'microseconds, as `id`' }),
  number: z.array(z.string()),
  card: places('cards'),
  partner: places('partners'),
  drivers: places('drivers'),
  vehicles: places('vehicles'),
  truck_group: places('truck_groups'),
  group: places('groups'),
  assignment: places('assignments'),
  type: whole,
  status: whole,
  sum: whole.meta({ description: 'kopecks' }),
  goods: places('goods'),
  quantity: whole.meta({ description: 'hundredths of a litre or a piece; -1: none' }),
  unit_price: whole.meta({ description: 'kopecks; -1: none' }),
  station: places('stations'),
  sold: z
    .array(z.int().nullable())
    .meta({ description: 'milliseconds from `at` to the sale; null: no sale' }),
  vat_rate: places('vat_rates'),
  discount: whole.meta({ description: 'kopecks; -1: no tariff' }),
  surcharge: whole,
  fee: whole,
  reason: places('reasons'),
  repaid: whole.meta({ description: 'kopecks' }),
});

const operationColumns = z.object({ lists, columns });
export type OperationColumns = z.infer<typeof operationColumns>;

export const listOperationColumns = endpoint({
  name: 'listOperationColumns',
  method: 'GET',
  path: '/api/operations/columns',
  summary: `Operations by columns, newest first, up to ${MAX_COLUMN_ROWS} an answer: the cabinet filters and sorts them itself`,
  caller: 'read',
  query: z.object({
    before: z
      .string()
      .regex(/^\d{1,17}\.\d{1,15}$/, 'Укажите meta.next предыдущего ответа')
      .optional()
      .meta({ description: '`meta.next` of the answer before' }),
    dateFrom: day.optional(),
  }),
  data: operationColumns,
  meta: z.object({
    next: z.string().nullable().meta({ description: 'where older operations begin; null: there are none' }),
  }),
  source: 'docs/calls.md 6',
});
