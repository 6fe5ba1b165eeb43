import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idParams, wholeNumber } from '../fields.ts';

/** The pulse of a filling station, counted from the programme’s own sales and refusals: docs/calls.md 49. */

/** Fewer companies than these show nothing, so that no one’s trips can be guessed from a pulse. */
export const PULSE_MIN_COMPANIES = 3;

/** Refuses: 404 there is no such station. */
export const readStationPulse = endpoint({
  name: 'readStationPulse',
  method: 'GET',
  path: '/api/stations/:id/pulse',
  summary: 'Sales and refusals of a station within a day; null below three companies',
  caller: 'read',
  params: idParams,
  data: z
    .object({
      last_sale_minutes: wholeNumber(0).nullable().meta({
        description: 'since the last sale of the day, in steps of five minutes; null: none was sold',
      }),
      sales_hour: wholeNumber(0).nullable().meta({
        description: 'sales of the last hour; null below three companies within it',
      }),
      declined_share: z.number().min(0).max(1).meta({
        description:
          'of purchases of the day, those that the network refused at the pump for its own reasons',
      }),
      largest_litres_hour: wholeNumber(0).nullable().meta({
        description: 'the largest filling of the last hour, up to the next five litres; null as sales_hour',
      }),
      price_age_hours: wholeNumber(0).nullable().meta({ description: 'since the list of prices was loaded' }),
      seems_dry: z
        .boolean()
        .meta({ description: 'three companies were refused after the last sale: plans avoid the station' }),
    })
    .nullable(),
  source: 'docs/calls.md 49',
});
