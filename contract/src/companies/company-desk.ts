import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { flag, id, listSchema, month } from '../fields.ts';
import { smsCodeField } from '../identity/sms-code.ts';
import { SMS_RESEND_SECONDS } from '../limits.ts';
import { DOCUMENT_KINDS } from '../papers/documents.ts';
import { rubles } from '../kopecks.ts';

/** Documents of a month for several companies of one person at once: docs/calls.md 3. */

/** Maximum number of companies in one file: an accountant of a hundred carriers takes all of them. */
export const MAX_DESK_COMPANIES = 100;
/** Maximum size of one file. The browser has it in memory before it is saved. */
export const MAX_DESK_BYTES = 500_000_000;

/** Parts that the file may have of each company. */
export const DESK_PARTS = ['documents', 'registers', 'statement', 'exchange', 'purchases', 'report'] as const;
export type DeskPart = (typeof DESK_PARTS)[number];

export const DESK_PART_TITLE: Record<DeskPart, string> = {
  documents: 'Закрывающие документы',
  registers: 'Реестры покупок',
  statement: 'Выписка по счёту',
  exchange: 'Файл для 1С',
  purchases: 'Книга покупок за квартал',
  report: 'Отчёт по операциям',
};

const MALFORMED_IDS = 'Номера компаний указываются через запятую';
const idList = z
  .string({ error: MALFORMED_IDS })
  .regex(/^\d{1,15}(,\d{1,15})*$/, { error: MALFORMED_IDS, abort: true })
  .transform((text) => [...new Set(text.split(',').map(Number))])
  .refine((ids) => ids.length <= MAX_DESK_COMPANIES, `За один раз не больше ${MAX_DESK_COMPANIES} компаний`);

const MALFORMED_PARTS = 'Выберите, что скачать';
const partList = z
  .string({ error: MALFORMED_PARTS })
  .transform((text) => [...new Set(text.split(','))])
  .pipe(z.array(z.enum(DESK_PARTS, { error: MALFORMED_PARTS })).min(1, MALFORMED_PARTS));

/** Refuses: 404 one of the companies is none in which the caller has a role. */
export const previewDeskMonth = endpoint({
  name: 'previewDeskMonth',
  method: 'GET',
  path: '/api/companies/month',
  summary: 'How many documents of a month each of the named companies has, and how many wait for an answer',
  caller: 'signed-in',
  query: z.object({ ids: idList, month }),
  data: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      documents: z.int(),
      undecided: z.int().meta({ description: 'neither confirmed nor objected to' }),
    }),
  ),
  source: 'docs/calls.md 3',
});

/**
 * A folder for each company; each file's name says whose it is. What a company does not have, and a company whose access ends
 * meanwhile, is named in a text file of the archive. Refuses: 404 one of the companies is none in which the caller has a role.
 */
export const downloadDeskMonth = endpoint({
  name: 'downloadDeskMonth',
  method: 'GET',
  path: '/api/companies/month.zip',
  summary:
    'Documents, registers, statements, files for 1C and reports of a month, and the purchase book of its quarter, of several companies, as one ZIP',
  caller: 'signed-in',
  query: z.object({ ids: idList, month, parts: partList }),
  kind: 'file',
  mime: 'application/zip',
  source: 'docs/calls.md 3',
});

/** Maximum number of documents that one code confirms for several companies: five of each. */
export const MAX_ACCEPTED_TOGETHER = 500;

/** Refuses: 404 one of the companies is none in which the caller has a role. */
export const listUndecided = endpoint({
  name: 'listUndecided',
  method: 'GET',
  path: '/api/companies/undecided',
  summary:
    'Documents of a month that wait for a confirmation, of several companies, and how each may be confirmed',
  caller: 'signed-in',
  query: z.object({ ids: idList, month }),
  data: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      code: z
        .enum(['shared', 'own'])
        .nullable()
        .meta({ description: 'shared: one code with other such companies; null: not by this caller' }),
      reason: z.string().nullable().meta({ description: 'why the caller can’t confirm here' }),
      documents: z.array(
        z.object({
          id: z.int(),
          title: z.string(),
          partner_title: z.string(),
          kind: z.enum(DOCUMENT_KINDS).nullable().meta({ description: 'null: published by hand' }),
          sum: rubles.nullable(),
        }),
      ),
    }),
  ),
  source: 'docs/calls.md 3',
});

const chosenDocuments = {
  companies: listSchema(
    id,
    MAX_DESK_COMPANIES,
    `За один раз не больше ${MAX_DESK_COMPANIES} компаний`,
  ).refine((ids) => ids.length > 0, 'Выберите компании'),
  ids: listSchema(
    id,
    MAX_ACCEPTED_TOGETHER,
    `Одним кодом подтверждается не больше ${MAX_ACCEPTED_TOGETHER} документов`,
  ).refine((ids) => ids.length > 0, 'Выберите документы'),
};

/**
 * Refuses: 404 a company without a role for the caller, or a document of none of them; 403 the caller may not confirm in one;
 * 400 on `companies` several, one of which does not allow a shared code; 429 too often.
 */
export const sendUndecidedCode = endpoint({
  name: 'sendUndecidedCode',
  method: 'POST',
  path: '/api/companies/undecided/code',
  summary: 'Sends a code that confirms exactly these documents of these companies',
  caller: 'signed-in',
  body: z.object(chosenDocuments),
  data: z.object({ resend_after: z.literal(SMS_RESEND_SECONDS) }),
  source: 'docs/calls.md 3',
});

/** Refuses as `sendUndecidedCode`, and on `sms` a code that was sent for anything else. */
export const acceptUndecided = endpoint({
  name: 'acceptUndecided',
  method: 'POST',
  path: '/api/companies/undecided/accept',
  summary: 'Confirms documents of several companies by one code that was sent for exactly these, all or none',
  caller: 'signed-in',
  body: z.object({ ...chosenDocuments, sms: smsCodeField }),
  data: z.array(
    z.object({
      id: z.int().meta({ description: 'the company' }),
      confirmed: z.array(z.int()),
      left: z.array(z.int()).meta({ description: 'objected to, withdrawn or published meanwhile' }),
    }),
  ),
  source: 'docs/calls.md 3',
});

export const readSharedCode = endpoint({
  name: 'readSharedCode',
  method: 'GET',
  path: '/api/companies/shared-code',
  summary: 'Whether one code may confirm documents of the own company together with those of others',
  caller: 'assignRoles',
  data: z.object({ allowed: z.boolean() }),
  source: 'docs/calls.md 3',
});

export const allowSharedCode = endpoint({
  name: 'allowSharedCode',
  method: 'PUT',
  path: '/api/companies/shared-code',
  summary: 'Allows or forbids one code for documents of the own company together with those of others',
  caller: 'assignRoles',
  needsFreshCode: true,
  body: z.object({ allowed: flag }),
  data: z.object({ allowed: z.boolean() }),
  source: 'docs/calls.md 3',
});
