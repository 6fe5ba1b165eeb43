import { MEASURE_KINDS } from './read-question.ts';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { day, requiredText } from './fields.ts';
import { rubles } from './kopecks.ts';
import { SEARCH_MAX } from './search.ts';
import { SUMMARY_SIDES } from './spending.ts';

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

/**
 * Maximum number of requests to an external model within an hour. The operator pays for each, and each contains a
 * user's sentence.
 */
export const REWORDINGS_PER_HOUR = { person: 20, company: 100 } as const;

/** Examples that the closed grammars understand, for a user whose text was not understood. */
export const QUESTION_EXAMPLES = [
  'сколько сожгли КамАЗы в октябре',
  'кто больше всех залил на прошлой неделе',
  'почём ДТ в Лукойле',
  'переведи 5000 на карту 4821',
] as const;

/**
 * Where the operator has configured a language model, asks it to rewrite the sentence in the form of the closed
 * grammars. Only a sentence that they understand is returned, with no word or figure that was not typed (periods and
 * fuel apart). A question is answered as `answerQuestion` answers it, an action is only prepared by the screen. Nothing
 * of the company is sent out but the sentence, with long numbers in it hidden. Errors: 404 where no model is
 * configured, 429 with `Retry-After` past REWORDINGS_PER_HOUR.
 */
export const rewordQuestion = endpoint({
  name: 'rewordQuestion',
  method: 'POST',
  path: '/api/ask/reword',
  summary: 'Has a language model say a sentence as the search understands it',
  caller: 'read',
  body: z.object({ q: requiredText(SEARCH_MAX) }),
  data: z.object({
    sentence: z.string().nullable().meta({ description: '«понято как»; null: it was not understood' }),
    why: z
      .enum(['not-understood', 'not-allowed', 'unavailable'])
      .nullable()
      .meta({ description: 'why there is no sentence; `not-allowed`: a deed beyond this person’s rights' }),
    answer: answer.nullable().meta({ description: 'to a question; null for a deed' }),
    examples: z.array(z.string()).meta({ description: 'what would be understood; empty where it was' }),
  }),
  source: 'docs/calls.md 12',
});
