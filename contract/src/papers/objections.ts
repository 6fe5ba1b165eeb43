import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { absentWhenEmpty, idParams, moment, month, networkOrAll, requiredText } from '../fields.ts';
import { rubles } from '../kopecks.ts';
import { smsCodeField } from '../identity/sms-code.ts';

/** The subject of an objection to a document, and the answer of the programme's staff (docs/calls.md 6). */

/** An operation as an objection names it. A refund’s sum is negative. */
export const disputedOperation = z.object({
  id: z.int(),
  card_number: z.string(),
  date: moment,
  sum: rubles,
});

/** A row of a buyer's answer in the State's form: what he has otherwise in his books. */
export const answerRow = z.object({
  title: z.string().meta({ description: 'the document or goods that it is about' }),
  debit: rubles.nullable().meta({ description: 'by the client’s books; null: it names none' }),
  credit: rubles.nullable(),
  difference: rubles.nullable(),
  note: z.string().nullable(),
});

/** A file with more rows is refused, because no one would read them. */
export const MAX_ANSWER_ROWS = 500;
/** Maximum size of a file in the State's form. */
export const MAX_ANSWER_BYTES = 1024 * 1024;

/** The most operations that one objection names. */
export const MAX_DISPUTED = 100;

export const listDisputable = endpoint({
  name: 'listDisputable',
  method: 'GET',
  path: '/api/doc/operations',
  summary: 'The operations in the documents of a partner and month, which an objection may name; 50 at most',
  caller: 'read',
  query: z.object({
    partner_id: networkOrAll,
    date: month,
    q: absentWhenEmpty(z.string().max(100, 'Не длиннее 100 знаков')).meta({
      description: 'a part of the card’s number, the day, the sum, the goods or the place',
    }),
  }),
  data: z.array(disputedOperation.extend({ goods: z.string().nullable(), address: z.string().nullable() })),
  meta: z.object({ total: z.int() }),
  source: 'docs/calls.md 6',
});

const answerFile = {
  caller: 'confirmDocument',
  params: idParams,
  file: 'file',
  source: 'docs/calls.md 11',
} as const;

/**
 * Reads a buyer's answer in the State's form: the title КНД 1110333 to an act of reconciliation, or a complaint
 * (`ON_AKTREKLOTP`). Nothing is written. Refuses: 404 another company's document; 400 on `file` a file that is too large, no
 * XML, no such form, has rows without end, or answers another act.
 */
export const readAnswer = endpoint({
  ...answerFile,
  name: 'readAnswer',
  method: 'POST',
  path: '/api/doc/:id/answer/read',
  summary: 'Reads a buyer’s answer in the State’s form and says what it has against the document',
  changesNothing: true,
  data: z.object({
    disagrees: z
      .boolean()
      .meta({ description: 'false: the file agrees with the document, and there is nothing to object to' }),
    comment: z.string(),
    rows: z.array(answerRow),
  }),
});

/** Makes an objection of such a file, with its rows. Refuses as above, and: 400 the file agrees, the document is confirmed, or a wrong code. */
export const sendAnswer = endpoint({
  ...answerFile,
  name: 'sendAnswer',
  method: 'POST',
  path: '/api/doc/:id/answer',
  summary: 'Objects to a document by a buyer’s answer in the State’s form',
  body: z.object({ sms: smsCodeField }),
  data: z.object({ created_at: moment }),
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
