import { MEASURE_KINDS } from './read-question.ts';
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, requiredText } from '../fields.ts';
import { rubles } from '../kopecks.ts';
import { SEARCH_MAX } from './search.ts';
import { SUMMARY_SIDES } from '../fuel/spending.ts';

/** Rows of an answer, few enough for one glance. The report behind it has them all. */
export const ANSWER_ROWS = 5;

const spent = {
  count: z.int().meta({ description: 'done purchases and refunds' }),
  sum: rubles.meta({ description: 'purchases less refunds as the company is charged' }),
  litres: z.number(),
  average_price: rubles.nullable().meta({ description: 'rubles per litre' }),
};

const answer = z.object({
  measure: z.enum(MEASURE_KINDS).meta({ description: 'what was asked for' }),
  by: z.enum(SUMMARY_SIDES).meta({ description: 'what the rows are' }),
  from: day,
  to: day,
  about: z.array(z.string()).meta({ description: 'what it is about, as understood: «Лукойл», «ДТ»' }),
  unknown: z.array(z.string()).meta({ description: 'words that were not understood' }),
  report: z
    .object({
      partnerId: z.int().optional(),
      cardId: z.int().optional(),
      driverId: z.int().optional(),
      vehicleId: z.int().optional(),
      goods: z.string().optional(),
    })
    .nullable()
    .meta({ description: 'filters of the report that says the same; null where it has no such filter' }),
  totals: z.object(spent).nullable().meta({ description: 'null where a word was not understood' }),
  rows: z.array(z.object({ key: z.string(), title: z.string(), ...spent })).max(ANSWER_ROWS),
  more: z.int().meta({ description: 'rows that are not listed' }),
});

/**
 * «Сколько сожгли КамАЗы в октябре»: read by a closed grammar (read-question.ts) and answered from the report of spending, so
 * its figures are those of `summarizeOperations`. `data` is null where nothing was asked. A word that is not understood stands in
 * `unknown`, and then there are no figures: an answer to half a question is a wrong one.
 */
export const answerQuestion = endpoint({
  name: 'answerQuestion',
  method: 'GET',
  path: '/api/ask',
  summary: 'Answers a question about spending on fuel, typed as people speak',
  caller: 'read',
  key: { scope: 'operations:read', path: '/api/v1/ask' },
  query: z.object({ q: requiredText(SEARCH_MAX) }),
  data: answer.nullable(),
  source: 'docs/calls.md 12',
});
