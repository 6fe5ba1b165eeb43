import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { absentWhenEmpty, month, networkOrAll } from '../fields.ts';

/** Maximum number of documents in one archive: a year of a large client. */
export const MAX_ARCHIVE_DOCUMENTS = 500;

const MALFORMED_IDS = 'Номера документов указываются через запятую';
const idList = z
  .string({ error: MALFORMED_IDS })
  .regex(/^\d{1,15}(,\d{1,15})*$/, { error: MALFORMED_IDS, abort: true })
  .transform((text) => [...new Set(text.split(',').map(Number))])
  .refine(
    (ids) => ids.length <= MAX_ARCHIVE_DOCUMENTS,
    `В одном архиве не больше ${MAX_ARCHIVE_DOCUMENTS} документов`,
  );

/**
 * Refuses: 400 neither a month nor documents are named, or more than MAX_ARCHIVE_DOCUMENTS; 404 there are none such.
 */
export const downloadArchive = endpoint({
  name: 'downloadArchive',
  method: 'GET',
  path: '/api/doc/archive',
  summary: 'The documents of a month, of one partner of it, or those that are named, as one ZIP',
  caller: 'read',
  query: z.object({
    month: absentWhenEmpty(month),
    partner_id: absentWhenEmpty(networkOrAll),
    ids: absentWhenEmpty(idList),
  }),
  kind: 'file',
  mime: 'application/zip',
  source: 'docs/calls.md 6',
});
