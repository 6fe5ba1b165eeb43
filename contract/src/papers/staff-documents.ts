import { z } from 'zod';
import { DOCUMENT_KINDS } from './documents.ts';
import { EDM_MESSAGE_STATES } from './edm.ts';
import { endpoint } from '../endpoint.ts';

import {
  absentWhenEmpty,
  id,
  idParams,
  moment,
  month,
  optionalText,
  page,
  requiredText,
  rowsPerPage,
  sortBy,
  wholeNumber,
} from '../fields.ts';
import { largeMoneyOrZero, rubles } from '../kopecks.ts';
import { pagination } from '../pagination.ts';
import { printedTotal } from '../backoffice/staff.ts';

/** Documents of all companies, for the programme's staff (docs/calls.md 7). */

/** States to filter by. A document is in exactly one of the first five. */
const STAFF_DOCUMENT_STATES = ['waiting', 'confirmed', 'objected', 'replaced', 'withdrawn'] as const;
export type StaffDocumentState = (typeof STAFF_DOCUMENT_STATES)[number];

/** Kinds of a month's set, and `other` for a document that was published by hand. */
const STAFF_DOCUMENT_KINDS = [...DOCUMENT_KINDS, 'other'] as const;

export const STAFF_DOCUMENT_SORTS = ['published', 'month', 'company', 'sum'] as const;
export type StaffDocumentSort = (typeof STAFF_DOCUMENT_SORTS)[number];

const person = z.object({ id: z.int(), name: z.string() });

export const staffDocument = z.object({
  id: z.int(),
  title: z.string(),
  company: z.object({ id: z.int(), inn: z.string().nullable(), title: z.string() }),
  partner_id: z.int(),
  partner_title: z.string(),
  month: z.string(),
  kind: z.enum(DOCUMENT_KINDS).nullable().meta({ description: 'null: published by hand' }),
  sum: rubles.nullable(),
  vat: rubles.nullable(),
  published: moment,
  published_by: person.nullable().meta({ description: 'null: made by the closing of a month' }),
  state: z.enum(STAFF_DOCUMENT_STATES),
  received: moment.nullable(),
  objection: z.object({ comment: z.string(), created_at: moment, answered_at: moment.nullable() }).nullable(),
  replaces: z.int().nullable().meta({ description: 'the document that this one corrects' }),
  replaced_by: z.int().nullable(),
  replace_reason: z.string().nullable().meta({ description: 'why this correction was published' }),
  withdrawn: z.object({ at: moment, by: person.nullable(), reason: z.string() }).nullable(),
  may_be_made_again: z
    .boolean()
    .meta({ description: 'it is withdrawn, and the closed month has no other of its kind' }),
  xml: z
    .string()
    .nullable()
    .meta({ description: 'address of the document in the State’s form; null: the State has none for it' }),
  edm: z.enum(EDM_MESSAGE_STATES).nullable(),
  edm_reason: z.string().nullable(),
  annulment: z.string().nullable().meta({ description: 'why we propose to annul it at the operator' }),
  roaming: z
    .string()
    .nullable()
    .meta({ description: 'the client’s operator, where it is another one than ours' }),
});

export const listStaffDocuments = endpoint({
  name: 'listStaffDocuments',
  method: 'GET',
  path: '/staff/api/documents',
  summary: 'Documents of all companies, newest first unless they are to be sorted',
  caller: 'staff.read',
  query: z.object({
    q: absentWhenEmpty(optionalText(100)).meta({
      description: 'a part of the title, of the company or its INN',
    }),
    company_id: absentWhenEmpty(id),
    partner_id: absentWhenEmpty(id),
    kind: absentWhenEmpty(z.enum(STAFF_DOCUMENT_KINDS, { error: 'Неизвестный вид документа' })),
    month: absentWhenEmpty(month),
    state: absentWhenEmpty(z.enum(STAFF_DOCUMENT_STATES, { error: 'Неизвестное состояние' })),
    page,
    perPage: rowsPerPage(50),
    sort: sortBy(STAFF_DOCUMENT_SORTS).optional(),
  }),
  data: z.array(staffDocument),
  meta: z.object({ pagination }),
  source: 'docs/calls.md 7',
});

export const downloadStaffDocument = endpoint({
  name: 'downloadStaffDocument',
  method: 'GET',
  path: '/staff/api/documents/:id/download',
  summary: 'A document of any company as it was published, withdrawn ones too, PDF',
  caller: 'staff.read',
  params: idParams,
  kind: 'file',
  source: 'docs/calls.md 7',
});

/** Refuses: 404 the State has no form for it; 409 the check refuses it, and «Разбор» explains why. */
export const downloadStaffXml = endpoint({
  name: 'downloadStaffXml',
  method: 'GET',
  path: '/staff/api/documents/:id/xml',
  summary: 'A document of any company in the State’s form, XML',
  caller: 'staff.read',
  params: idParams,
  kind: 'file',
  mime: 'application/xml',
  source: 'docs/calls.md 11',
});

/**
 * Publishes a correction beside the original: the client sees both, and which is valid. The correction has the original's
 * network, month and kind, and waits for a confirmation of its own. Refuses: 404 no such document; 409 it is corrected or
 * withdrawn already.
 */
export const replaceDocument = endpoint({
  name: 'replaceDocument',
  method: 'POST',
  path: '/staff/api/documents/:id/replace',
  summary: 'Publishes a correction of a document; the original stays beside it',
  caller: 'staff.runProgramme',
  params: idParams,
  body: z.object({ title: requiredText(200), reason: requiredText(500), ...printedTotal }),
  file: 'file',
  data: z.object({ id: z.int() }),
  source: 'docs/calls.md 7',
});

/** The lines of a УПД that was made by the closing of a month: what a УКД can correct. */
export const listDocumentLines = endpoint({
  name: 'listDocumentLines',
  method: 'GET',
  path: '/staff/api/documents/:id/lines',
  summary: 'The lines of a УПД, as it is printed',
  caller: 'staff.read',
  params: idParams,
  data: z.array(
    z.object({
      place: z.int(),
      title: z.string(),
      unit: z.string(),
      quantity: z.number(),
      sum: rubles.meta({ description: 'VAT included' }),
      vat: rubles,
      rate: z.int().nullable().meta({ description: 'per cent; null: without VAT' }),
    }),
  ),
  source: 'docs/calls.md 7',
});

/** Maximum of lines of one УПД per correction. */
const MAX_CORRECTED_LINES = 200;

const corrected = {
  caller: 'staff.runProgramme',
  params: idParams,
  body: z.object({
    reason: requiredText(500),
    lines: z
      .array(z.object({ place: wholeNumber(1, 100_000), quantity: largeMoneyOrZero, sum: largeMoneyOrZero }))
      .min(1, 'Укажите, что исправить')
      .max(MAX_CORRECTED_LINES, `За один раз исправляется не больше ${MAX_CORRECTED_LINES} строк`),
  }),
  source: 'docs/calls.md 7',
} as const;

/** The УКД as it would be published. Refuses as `correctDocument`; nothing is written. */
export const previewCorrection = endpoint({
  ...corrected,
  name: 'previewCorrection',
  method: 'POST',
  path: '/staff/api/documents/:id/correct/preview',
  summary: 'The УКД as it would be published, PDF',
  changesNothing: true,
  kind: 'file',
});

/**
 * Publishes a УКД, which corrects lines of a УПД, as PDF and XML, beside the УПД, and books its difference. Refuses: 404 no
 * such УПД; 400 on `lines` a line that the УПД lacks, or that does not change; 409 it is corrected, withdrawn or was
 * published as a file.
 */
export const correctDocument = endpoint({
  ...corrected,
  name: 'correctDocument',
  method: 'POST',
  path: '/staff/api/documents/:id/correct',
  secondPerson: true,
  idempotent: true,
  summary: 'Corrects lines of a УПД by a УКД; the original stays beside it',
  data: z.object({ id: z.int() }),
});

/**
 * The client still sees the title and the reason, but cannot open the file. A document whose correction is withdrawn is valid
 * again and can be corrected again. Refuses: 404 no such document; 409 the client has confirmed it, or it has gone to the
 * operator of electronic documents, or is corrected or withdrawn already.
 */
export const withdrawDocument = endpoint({
  name: 'withdrawDocument',
  method: 'POST',
  path: '/staff/api/documents/:id/withdraw',
  secondPerson: true,
  idempotent: true,
  summary: 'Withdraws a document that nobody has confirmed, with a reason that the client reads',
  caller: 'staff.runProgramme',
  params: idParams,
  body: z.object({ reason: requiredText(500) }),
  data: z.object({ id: z.int() }),
  source: 'docs/calls.md 7',
});

/**
 * Makes a withdrawn document again, with the same sales and payments and the requisites of today. The withdrawn one stays
 * as it is. Refuses: 404 no such document; 409 it is valid, was published by hand, is an act of cards, or has been made
 * again already.
 */
export const makeDocumentAgain = endpoint({
  name: 'makeDocumentAgain',
  method: 'POST',
  path: '/staff/api/documents/:id/make-again',
  summary: 'Makes a withdrawn document of a closed month again, under a new number',
  caller: 'staff.runProgramme',
  params: idParams,
  data: z.object({ id: z.int() }),
  source: 'docs/calls.md 7',
});
