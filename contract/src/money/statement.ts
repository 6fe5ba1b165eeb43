import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { day, flag, id, moment, PERIOD_BACKWARDS, wholeNumber } from '../fields.ts';
import { PARTNER_ID_MAX } from '../ids.ts';
import { rubles } from '../kopecks.ts';

/**
 * The statement of the account («Выписка по счёту»), of the whole company or of one place of its money. Days are Moscow
 * days, both included. A movement between the company's own places does not change the whole, so the statement of the
 * whole company omits it unless `internal` asks for it. Its `sum` is then zero and `moved` is the amount. Errors:
 * `date_from` for a reversed period or too many movements, `place` for more than one place, 404 for another company's
 * card.
 */
const statementQuery = z
  .object({
    date_from: day,
    date_to: day,
    place: z.literal('unallocated', { error: 'Неизвестный счёт' }).optional(),
    partner_id: wholeNumber(1, PARTNER_ID_MAX, 'Неизвестная сеть').optional(),
    card_id: id.optional(),
    internal: flag.default(false),
  })
  .refine((query) => query.date_from <= query.date_to, {
    message: PERIOD_BACKWARDS,
    path: ['date_from'],
  })
  .refine(
    (query) =>
      [query.place, query.partner_id, query.card_id].filter((item) => item !== undefined).length <= 1,
    { message: 'Выберите один счёт: нераспределённые средства, сеть или карту', path: ['place'] },
  );

/** A longer statement is unreadable: the period has to be narrowed. */
export const MAX_STATEMENT_MOVEMENTS = 10_000;
/** Limit of the PDF: about two hundred pages. */
export const MAX_STATEMENT_PDF_MOVEMENTS = 3000;

export const statementMovement = z.object({
  id: z.int(),
  at: moment,
  description: z.string(),
  from: z.string().meta({ description: 'the place that the money left, in Russian' }),
  to: z.string().meta({ description: 'the place where it arrived' }),
  sum: rubles.meta({ description: 'what it did to the balance of the statement: positive came in' }),
  moved: rubles.meta({ description: 'how much was moved, always positive' }),
  balance: rubles.meta({ description: 'after it' }),
});

export const statement = z.object({
  place: z.object({ kind: z.enum(['company', 'unallocated', 'partner', 'card']), title: z.string() }),
  date_from: z.string(),
  date_to: z.string(),
  opening: rubles,
  came_in: rubles,
  went_out: rubles.meta({ description: 'positive' }),
  closing: rubles,
  movements: z.array(statementMovement),
});

export const readStatement = endpoint({
  name: 'readStatement',
  method: 'GET',
  path: '/api/client/statement',
  summary: 'Opening balance, every movement and closing balance of a period',
  caller: 'read',
  query: statementQuery.safeExtend({
    sums: flag
      .default(false)
      .meta({ description: 'without the movements, however many there are: `movements` is empty' }),
  }),
  data: statement,
  source: 'docs/facts.md 4',
});

export const downloadStatementCsv = endpoint({
  name: 'downloadStatementCsv',
  method: 'GET',
  path: '/api/client/statement.csv',
  summary: 'The same as CSV (UTF-8 with BOM, semicolons, decimal comma)',
  caller: 'read',
  query: statementQuery,
  kind: 'file',
  mime: 'text/csv',
  source: 'docs/facts.md 4',
});

/** The statement as a PDF. 503 with `Retry-After` when too many long ones are asked for at once. */
export const downloadStatementPdf = endpoint({
  name: 'downloadStatementPdf',
  method: 'GET',
  path: '/api/client/statement.pdf',
  summary: 'The same on paper',
  caller: 'read',
  query: statementQuery,
  kind: 'file',
  source: 'docs/facts.md 4',
});
