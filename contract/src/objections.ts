import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { emptyAsAbsent, idParams, moment, month, networkOrAll, requiredText } from './fields.ts';
import { rubles } from './kopecks.ts';

/** What an objection to a document is about, and what the programme's staff answer (docs/calls.md 6). */

/** An operation as an objection names it. A refund’s sum is negative. */
export const disputedOperation = z.object({
  id: z.int(),
  card_number: z.string(),
  date: moment,
  sum: rubles,
});

/** The most operations that one objection names. */
export const DISPUTED_MOST = 100;

export const listDisputable = endpoint({
  name: 'listDisputable',
  method: 'GET',
  path: '/api/doc/operations',
  summary: 'The operations in the documents of a partner and month, which an objection may name; 50 at most',
  caller: 'read',
  query: z.object({
    partner_id: networkOrAll,
    date: month,
    q: emptyAsAbsent(z.string().max(100, 'Не длиннее 100 знаков')).meta({
      description: 'a part of the card’s number, the day, the sum, the goods or the place',
    }),
  }),
  data: z.array(disputedOperation.extend({ goods: z.string().nullable(), address: z.string().nullable() })),
  meta: z.object({ total: z.int() }),
  source: 'docs/calls.md 6',
});

/**
 * The answer is given once and not changed; the client reads it beside the document, and the objection leaves «Разбор».
 * Refuses: 404 no such objection; 409 it is answered, or its document is confirmed.
 */
export const answerObjection = endpoint({
  name: 'answerObjection',
  method: 'POST',
  path: '/staff/api/documents/:id/answer',
  summary: 'Answers a client’s objection to a document',
  caller: 'staff.serveClients',
  idempotent: true,
  params: idParams,
  body: z.object({ text: requiredText(2000) }),
  data: z.object({ created_at: moment }),
  source: 'docs/calls.md 7',
});
