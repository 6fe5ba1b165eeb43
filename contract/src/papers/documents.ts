import { z } from 'zod';
import { EDM_MESSAGE_STATES } from './edm.ts';
import { endpoint } from '../endpoint.ts';
import {
  absentWhenEmpty,
  flag,
  id,
  idParams,
  listSchema,
  moment,
  month,
  networkOrAll,
  requiredText,
  yearOfDocuments,
} from '../fields.ts';
import { rubles } from '../kopecks.ts';
import { answerRow, MAX_DISPUTED, disputedOperation } from './objections.ts';
import { smsCodeField } from '../identity/sms-code.ts';

/** Monthly documents and EDM: spec sections 2, 4, 7; docs/calls.md 6. */

/** Explains why the VAT of operations and of their УПД differ. It is shown where both are seen, and on the register. */
export const VAT_ROUNDING =
  'НДС в УПД считается с итога по каждому товару за месяц, а в операциях и реестре — с каждой заправки, поэтому их итоги могут ' +
  'отличаться на несколько копеек. Для учёта верен НДС из УПД.';

/** Kinds of documents of a closed month, and the invoices for advances of its days. */
export const DOCUMENT_KINDS = ['register', 'upd', 'cards', 'reconciliation', 'advance-invoice'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** The kind that no one confirms: the seller issues it alone, and the buyer deducts by it (decision 205). */
export const UNCONFIRMED_KIND = 'advance-invoice' satisfies (typeof DOCUMENT_KINDS)[number];

/** A register of more lines is made in the background: this many take a few seconds. */
export const LARGE_DOCUMENT_LINES = 20_000;
/** A PDF holds no more lines, some 40 000 pages and 200 MB; a larger register is available as CSV only. */
export const MAX_PDF_LINES = 1_000_000;

export const monthlyDocument = z.object({
  id: z.int(),
  url: z.string(),
  title: z.string(),
  partner_id: z
    .int()
    .meta({ description: '0 «Все сети»: it concerns all of them, as an act of reconciliation does' }),
  partner_title: z.string(),
  kind: z.enum(DOCUMENT_KINDS).nullable().meta({ description: 'null: published by hand' }),
  sum: rubles.nullable().meta({ description: 'as printed, VAT included; null where it is not about a sum' }),
  vat: rubles.nullable().meta({ description: 'null where it has no VAT of its own: it is a УПД’s alone' }),
  published: moment,
  received: moment.nullable().meta({ description: 'when it was confirmed by SMS' }),
  objection: z
    .object({
      comment: z.string(),
      created_at: moment,
      operations: z
        .array(disputedOperation)
        .meta({ description: 'the purchases and refunds that it is about, newest first' }),
      rows: z
        .array(answerRow)
        .meta({ description: 'of the file that it was made of; empty: it was written by hand' }),
      answer: z
        .object({ text: z.string(), created_at: moment })
        .nullable()
        .meta({ description: 'of the programme’s staff; null while they have not answered' }),
    })
    .nullable(),
  object_until: z
    .string()
    .nullable()
    .meta({ description: 'last day of objections, YYYY-MM-DD; null where none was set' }),
  signature: z
    .string()
    .nullable()
    .meta({ description: 'address of the signature sheet; null while nobody has confirmed or objected' }),
  replaces: z.int().nullable().meta({ description: 'the document that this one corrects' }),
  replaced_by: z
    .int()
    .nullable()
    .meta({ description: 'its correction, which is valid instead of it; null: it is valid itself' }),
  replace_reason: z.string().nullable().meta({ description: 'why this correction was published' }),
  withdrawn: z
    .object({ at: moment, reason: z.string() })
    .nullable()
    .meta({ description: 'it is not valid, and its file can’t be downloaded any more' }),
  register: z
    .string()
    .nullable()
    .meta({ description: 'address of the register’s lines, CSV; null: it is no register of a closed month' }),
  xml: z
    .string()
    .nullable()
    .meta({ description: 'address of the document in the State’s form; null: the State has none for it' }),
  making: z
    .object({
      pages: z.int().meta({ description: 'those that are made' }),
      all_pages: z.int().nullable().meta({ description: 'null while they are counted' }),
    })
    .nullable()
    .meta({ description: 'a large PDF is being made; its download answers 409 until it is there' }),
  edm: z
    .object({
      state: z.enum(EDM_MESSAGE_STATES),
      reason: z.string().nullable(),
      changed_at: moment,
      annulment: z.string().nullable().meta({
        description:
          'why the programme proposes to annul it; the proposal waits to be signed at the operator until `cancelling`',
      }),
      roaming: z
        .object({ operator: z.string(), delayed: z.boolean() })
        .nullable()
        .meta({ description: 'it goes to a box of another operator; `delayed`: for more than a day' }),
    })
    .nullable()
    .meta({
      description:
        'how far it has come through the operator of electronic documents; null: it did not go there',
    }),
});

export const listDocuments = endpoint({
  name: 'listDocuments',
  method: 'GET',
  path: '/api/doc',
  summary: 'Documents by month',
  caller: 'read',
  key: { scope: 'documents:read', path: '/api/v1/documents' },
  asFiles: true,
  query: z.object({
    year: yearOfDocuments.optional(),
    waiting: absentWhenEmpty(flag).meta({
      description: 'only those that are neither confirmed nor objected to',
    }),
  }),
  data: z.record(z.string(), z.array(monthlyDocument)),
  meta: z.object({
    since: month.meta({
      description: 'the month of the first document there can be: of the contract, or before it',
    }),
  }),
  source: 'docs/spec-lines.md 7, docs/calls.md 6',
});

/** Refuses: 404 no such document; 409 its PDF is large and being made (`making` gives the progress). */
export const downloadDocument = endpoint({
  name: 'downloadDocument',
  method: 'GET',
  path: '/api/doc/:id/download',
  summary: 'A document, PDF',
  caller: 'read',
  key: { scope: 'documents:read', path: '/api/v1/documents/:id/download' },
  params: idParams,
  kind: 'file',
  source: 'docs/calls.md 6',
});

/** Refuses: 404 no such document, or it is no register of a closed month. */
export const downloadRegister = endpoint({
  name: 'downloadRegister',
  method: 'GET',
  path: '/api/doc/:id/register',
  summary: 'The lines of a register of a closed month, CSV, at once whatever their number',
  caller: 'read',
  key: { scope: 'documents:read', path: '/api/v1/documents/:id/register' },
  params: idParams,
  kind: 'file',
  mime: 'text/csv',
  source: 'docs/calls.md 6',
});

export const WORKBOOK_MIME = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Refuses: 404 as above; 409 more lines than a workbook holds. */
export const downloadRegisterWorkbook = endpoint({
  name: 'downloadRegisterWorkbook',
  method: 'GET',
  path: '/api/doc/:id/register.xlsx',
  summary: 'The same lines as a workbook: sums and litres are numbers',
  caller: 'read',
  key: { scope: 'documents:read', path: '/api/v1/documents/:id/register.xlsx' },
  params: idParams,
  kind: 'file',
  mime: WORKBOOK_MIME,
  source: 'docs/calls.md 6',
});

/**
 * The seller's title of a УПД 5.03, checked against the form before the download; in windows-1251, under the file name that
 * the form demands. Refuses: 404 no such document, or the State has no form for it; 409 the check refuses it, and staff see
 * why.
 */
export const downloadXml = endpoint({
  name: 'downloadXml',
  method: 'GET',
  path: '/api/doc/:id/xml',
  summary: 'A document in the State’s form, XML',
  caller: 'read',
  key: { scope: 'documents:read', path: '/api/v1/documents/:id/xml' },
  params: idParams,
  kind: 'file',
  mime: 'application/xml',
  source: 'docs/calls.md 11',
});

export const downloadSignature = endpoint({
  name: 'downloadSignature',
  method: 'GET',
  path: '/api/doc/:id/signature',
  summary: 'The signature sheet of a document: who confirmed or objected, when and how, PDF',
  caller: 'read',
  key: { scope: 'documents:read', path: '/api/v1/documents/:id/signature' },
  params: idParams,
  kind: 'file',
  source: 'docs/spec-lines.md 4; docs/facts.md 10',
});

/** Years that have a distribution letter (spec section 1). */
export const LETTER_YEARS = [2021, 2022, 2023] as const;

export const downloadLetter = endpoint({
  name: 'downloadLetter',
  method: 'GET',
  path: '/api/doc/letter/:year',
  summary: 'The distribution letter of a year, PDF',
  caller: 'public',
  params: z.object({ year: yearOfDocuments }),
  kind: 'file',
  source: 'docs/spec-lines.md 1',
});

const documentOfMonth = { partner_id: networkOrAll, date: month, id: absentWhenEmpty(id), sms: smsCodeField };

export const acceptDocument = endpoint({
  name: 'acceptDocument',
  method: 'POST',
  path: '/api/doc/acceptDoc',
  summary: 'Confirms the documents of a partner and month, or one of them, by SMS',
  caller: 'confirmDocument',
  body: z.object(documentOfMonth),
  data: z.object({
    received: moment,
    confirmed: z.array(z.int()).meta({ description: 'the documents that are confirmed now' }),
    left: z.array(z.int()).meta({
      description: 'those of the month that are not: published after the code was sent, or objected to',
    }),
  }),
  source: 'docs/spec-lines.md 7, docs/calls.md 6',
});

/** Maximum number of documents that one code confirms: the SMS has their number, and the subject of the code all of them. */
export const MAX_ACCEPTED = 100;

/** Returns the subject of a code that confirms exactly these documents. Their order does not matter. */
export function acceptedSubject(ids: readonly number[]): string {
  return [...new Set(ids)].sort((a, b) => a - b).join(',');
}

/**
 * Only a code that was requested for exactly these documents confirms them: purpose `document`, `subject` their ids. Documents
 * that were objected to or withdrawn after the code was sent are left out. Refuses: 404 none such; 400 each is objected to.
 */
export const acceptDocuments = endpoint({
  name: 'acceptDocuments',
  method: 'POST',
  path: '/api/doc/acceptDocs',
  summary: 'Confirms documents of any networks and months by one SMS code that names them all',
  caller: 'confirmDocument',
  body: z.object({
    ids: listSchema(
      id,
      MAX_ACCEPTED,
      `Одним кодом подтверждается не больше ${MAX_ACCEPTED} документов`,
    ).refine((ids) => ids.length > 0, 'Выберите документы'),
    sms: smsCodeField,
  }),
  data: acceptDocument.data,
  source: 'docs/calls.md 6',
});

/** Operations of another network, month or company are refused on `operations`. */
export const objectToDocument = endpoint({
  name: 'objectToDocument',
  method: 'POST',
  path: '/api/doc/sendObjection',
  summary: 'Objects to documents of a partner and month, or to one of them',
  caller: 'confirmDocument',
  body: z.object({
    ...documentOfMonth,
    comment: requiredText(2000),
    operations: listSchema(id, MAX_DISPUTED, `В одном возражении не больше ${MAX_DISPUTED} операций`)
      .optional()
      .meta({ description: 'the ids of the operations that it is about' }),
  }),
  data: z.object({ created_at: moment }),
  source: 'docs/spec-lines.md 7, docs/calls.md 6',
});
