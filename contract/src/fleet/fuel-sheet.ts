import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  beginning,
  absentWhenEmpty,
  ending,
  idParams,
  moment,
  optionalText,
  PERIOD_BACKWARDS,
} from '../fields.ts';
import { rubles } from '../kopecks.ts';

/** The fuel of a truck in a shift, for its waybill: docs/calls.md 27. */

const MAX_FUEL_SHEET_DAYS = 92;
export const MAX_FUEL_SHEET_LINES = 2000;
const DAY_MS = 86_400_000;

/** Stands on the sheet itself. */
export const FUEL_SHEET_DEFINITION =
  'Сведения о заправках по данным топливных сетей, для заполнения путевого листа. Это не путевой лист и не первичный учётный документ: ' +
  'сколько топлива израсходовано и сколько осталось в баке, портал не знает.';

const query = z
  .object({
    from: absentWhenEmpty(beginning),
    to: absentWhenEmpty(ending),
    waybill: absentWhenEmpty(optionalText(60)).meta({
      description: 'the number of the waybill, to be written on the sheet',
    }),
  })
  .refine(({ from, to }) => !from || !to || from <= to, { message: PERIOD_BACKWARDS, path: ['from'] })
  .refine(({ from, to }) => !from || !to || to.getTime() - from.getTime() <= MAX_FUEL_SHEET_DAYS * DAY_MS, {
    message: `Не больше ${MAX_FUEL_SHEET_DAYS} дней`,
    path: ['to'],
  });

export const readFuelSheet = endpoint({
  name: 'readFuelSheet',
  method: 'GET',
  path: '/api/vehicles/:id/fuel-sheet',
  summary: 'What a truck was fuelled with from one moment to another, for its waybill',
  caller: 'read',
  params: idParams,
  query,
  data: z.object({
    plate: z.string(),
    brand: z.string(),
    waybill: z.string().nullable(),
    from: moment,
    to: moment,
    odometer_from: z
      .int()
      .nullable()
      .meta({ description: 'the last reading until `from`; null where there is none' }),
    odometer_to: z.int().nullable().meta({ description: 'the last reading until `to`' }),
    lines: z.array(
      z.object({
        at: moment,
        number: z.string(),
        refund: z.boolean(),
        goods: z.string(),
        litres: z.number(),
        sum: rubles,
        station: z.string(),
        network: z.string(),
        card_number: z.string(),
        drivers: z.array(z.string()),
        odometer_km: z.int().nullable().meta({ description: 'the last reading until then' }),
      }),
    ),
    totals: z
      .object({ litres: z.number(), sum: rubles })
      .meta({ description: 'of the lines: purchases less refunds' }),
    left_out: z
      .array(z.object({ goods: z.string(), litres: z.number(), pieces: z.number().optional(), sum: rubles }))
      .meta({
        description:
          'what the cards bought beside the fuel of the truck (AdBlue, washing), purchases less refunds; in no line',
      }),
    note: z.string().meta({ description: 'what the sheet is and is not' }),
  }),
  source: 'docs/calls.md 27',
});

export const downloadFuelSheet = endpoint({
  name: 'downloadFuelSheet',
  method: 'GET',
  path: '/api/vehicles/:id/fuel-sheet.pdf',
  summary: 'The same on paper',
  caller: 'read',
  params: idParams,
  query,
  kind: 'file',
  source: 'docs/calls.md 27',
});

export const downloadFuelSheetWorkbook = endpoint({
  name: 'downloadFuelSheetWorkbook',
  method: 'GET',
  path: '/api/vehicles/:id/fuel-sheet.xlsx',
  summary: 'The same as a workbook',
  caller: 'read',
  params: idParams,
  query,
  kind: 'file',
  mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  source: 'docs/calls.md 27',
});
