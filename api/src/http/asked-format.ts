import type { FastifyRequest } from 'fastify';
import { FILE_MIME, type ListFormat } from '#contract/list-files.ts';

/** As which file a list is asked for by `Accept`; null for the answer of the screens. The wish named first counts. */
export function askedFormat({ headers }: Pick<FastifyRequest, 'headers'>): ListFormat | null {
  for (const one of (headers.accept ?? '').split(',')) {
    const mime = one.split(';')[0]?.trim().toLowerCase();
    if (mime === FILE_MIME.csv) return 'csv';
    if (mime === FILE_MIME.xlsx) return 'xlsx';
    if (mime === 'application/json' || mime === '*/*') return null;
  }
  return null;
}
