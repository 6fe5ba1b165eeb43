import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { month } from '../fields.ts';

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
