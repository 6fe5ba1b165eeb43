import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  day,
  flag,
  id,
  moment,
  page,
  PERIOD_BACKWARDS,
  requiredText,
  rowsPerPage,
  sortBy,
} from '../fields.ts';
import { rubles } from '../kopecks.ts';
import { GOODS_UNITS } from './goods-unit.ts';
import { OPERATIONS_PER_PAGE } from '../limits.ts';
import { RULE_KINDS, type RuleKind } from '../fleet/rule-values.ts';
import { SIGNS_OF_OPERATIONS } from './operation-signs.ts';
import { pagination } from '../pagination.ts';

/** Operations: spec sections 3 and 7, docs/calls.md 6. */

export const operation = z.object({
  id: z.int(),
  number: z.string().meta({ description: 'of a purchase and a refund as its network has it, else the id' }),
  card: z.object({ id: z.int(), card_number: z.string(), comment: z.string() }),
  partner: z.object({ id: z.int(), title: z.string() }),
  drivers: z
    .array(z.string())
    .meta({ description: 'who was attached to the card at its time', example: ['Иванов И. П.'] }),
  vehicle: z
    .object({ id: z.int(), plate: z.string(), brand: z.string() })
    .nullable()
    .meta({ description: 'the truck that the card was on at its time' }),
  group: z.object({ id: z.int(), title: z.string().nullable(), cost_centre: z.string() }).nullable().meta({
    description:
      'that a purchase or a refund is charged to, with the cost centre of its moment; `title` null: the group is removed',
  }),
  cost_centre: z.string().meta({
    description:
      'that a purchase is booked to, its own or that of its group; of a refund that of its purchase; empty: none',
  }),
  trip_number: z.string().meta({ description: 'the trip that a purchase was for; empty: none' }),
  type: z.object({ id: z.int(), title: z.string() }),
  purchase: z
    .object({
      goodsItem: z.object({
        id: z
          .int()
          .nullable()
          .meta({ description: 'of the goods of its network; null: its network names none' }),
        title: z.string(),
      }),
      unit_cnt: z.number().meta({ description: 'litres, or pieces where `unit` says so' }),
      unit: z
        .enum(GOODS_UNITS)
        .meta({ description: '`pieces`: a washing or a toll road, which no sum of litres counts' }),
      unit_price: rubles.meta({ description: 'rubles per litre or piece' }),
      address: z.string(),
      station_id: z.int().nullable().meta({
        description:
          'of the station in the list of stations that has this address, until a new list is loaded; null: none or several',
      }),
      time_zone: z.string().nullable().meta({
        description: 'of the station, where its clock is not Moscow’s; by the region in its address',
        example: 'Asia/Vladivostok',
      }),
      created_at: moment,
      place: z.object({ lat: z.number(), lon: z.number() }).nullable().optional().meta({
        description: 'of the station `station_id`; only in the answer to `operationId`',
      }),
    })
    .nullable(),
  sum: rubles.meta({
    description: `${SIGNS_OF_OPERATIONS}. Of fuel: at the price of the station, without a tariff`,
  }),
  vat: rubles.nullable().meta({
    description:
      'contained in the sum of fuel, at the rate of its day, of a refund at that of its purchase; else null',
  }),
  price: z
    .object({
      discount: rubles,
      surcharge: rubles,
      fee: rubles,
      charged: rubles.meta({
        description: 'sum less discount, with surcharge and fee: what the client is charged',
      }),
      vat: rubles.meta({ description: 'contained in what is charged' }),
    })
    .optional()
    .meta({ description: 'of fuel that a tariff is about, in the direction of the operation' }),
  created_at: moment,
  status: z.object({ id: z.int(), title: z.string() }),
  reason: z
    .string()
    .nullable()
    .meta({ description: 'why a failed operation failed, or why the programme blocked a card' }),
  repaid: rubles
    .optional()
    .meta({ description: 'how much of a top-up has paid for fuel that the card had bought before' }),
  breaches: z
    .array(z.object({ kind: z.enum(RULE_KINDS as [RuleKind, ...RuleKind[]]), sentence: z.string() }))
    .optional()
    .meta({
      description:
        'the watched rules that a purchase broke, each in a sentence; only in the answer to `operationId`',
    }),
});

/** Sort orders of operations. `size` is the sum without its sign: the largest filling beside the largest top-up. */
export const OPERATION_SORTS = [
  'at',
  'card',
  'network',
  'what',
  'litres',
  'price',
  'sum',
  'size',
  'status',
] as const;
export type OperationSort = (typeof OPERATION_SORTS)[number];

export const dayAfterDay = { message: PERIOD_BACKWARDS, path: ['dateFrom'] };

/** Filters of operations, besides their days, kinds and statuses. */
export const operationSubject = {
  cardId: id.optional(),
  partnerId: id.optional(),
  driverId: id.optional().meta({ description: 'of cards while he was attached to them' }),
  drivers: z
    .string()
    .regex(/^(none|\d{1,15}(,\d{1,15}){0,49})$/, 'Водители указываются номерами через запятую')
    .optional()
    .meta({ description: 'of cards while exactly these were attached to them, as 3,7, or `none`' }),
  vehicleId: id.optional().meta({ description: 'of cards while they were on this truck' }),
  groupId: id.optional().meta({ description: 'charged to this group of cards' }),
  goods: requiredText(255).optional().meta({ description: 'the title of what was sold' }),
  station: requiredText(500).optional().meta({ description: 'the address where it was sold' }),
};

export const listOperations = endpoint({
  name: 'listOperations',
  method: 'GET',
  path: '/api/operations',
  summary: 'Operations, newest first unless they are to be sorted, 20 a page',
  caller: 'read',
  key: { scope: 'operations:read', path: '/api/v1/operations' },
  asFiles: true,
  query: z
    .object({
      ...operationSubject,
      operationId: id.optional().meta({
        description:
          'this operation alone, with its place and the rules that it broke; an unknown one: an empty list',
      }),
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
    pagination,
    filters: z.object({
      types: z.array(z.object({ id: z.int(), label: z.string() })),
      statuses: z.array(z.object({ id: z.int(), label: z.string() })),
    }),
    totals: z.object({ sum: rubles, litres: z.number() }).meta({
      description:
        'spent on fuel by everything that the filter finds: done purchases less done refunds, as the company is charged, positive = spent',
    }),
  }),
  source: 'docs/spec-lines.md 7, docs/calls.md 6',
});

/** Filters of a report. */
export const reportQuery = z
  .object({
    date_from: day.optional(),
    date_to: day.optional(),
    xls: flag.optional(),
    type_id: id.optional(),
    status_id: id.optional(),
    card_id: id.optional(),
    partner_id: operationSubject.partnerId,
    driver_id: operationSubject.driverId,
    drivers: operationSubject.drivers,
    vehicle_id: operationSubject.vehicleId,
    group_id: operationSubject.groupId,
    goods: operationSubject.goods,
    station: operationSubject.station,
  })
  .refine((query) => !query.date_from || !query.date_to || query.date_from <= query.date_to, {
    ...dayAfterDay,
    path: ['date_from'],
  });

export const downloadOperationsReport = endpoint({
  name: 'downloadOperationsReport',
  method: 'GET',
  path: '/api/operations/getReport',
  summary:
    'Operations as CSV (UTF-8 with BOM, semicolons, decimal comma, «№ » before a long number), streamed',
  caller: 'read',
  query: reportQuery,
  kind: 'file',
  mime: 'text/csv',
  source: 'docs/spec-lines.md 7, docs/calls.md 6',
});

/** The twin of report.csv in which every number of a card is whole. Refuses: 400 more rows than a workbook holds; 404 another company's card. */
export const downloadOperationsReportWorkbook = endpoint({
  name: 'downloadOperationsReportWorkbook',
  method: 'GET',
  path: '/api/operations/report.xlsx',
  summary: 'The same as a workbook: dates are dates, sums are numbers, numbers of cards are whole',
  caller: 'read',
  query: reportQuery,
  kind: 'file',
  mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  source: 'docs/calls.md 6',
});

export type Operation = z.infer<typeof operation>;
