import { Readable } from 'node:stream';
import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import type { AuditFilter } from './audit-filter.ts';
import { presentEvent } from './present.ts';
import { readPages } from './read-pages.ts';
import { readTitles } from './read-titles.ts';

const MAX_LINES = 1_000_000;

/** Exports the view as lines of JSON, a page at a time, so that a slow client occupies no connection. */
export async function exportLines(
  ctx: Context,
  scope: CompanyScope | null,
  filter: AuditFilter,
): Promise<Readable> {
  const pages = readPages(ctx, scope, filter, MAX_LINES);
  // A failure of the first page is still an error with a sentence.
  const first = await pages.next();
  async function* lines(): AsyncGenerator<string> {
    for (let page = first; !page.done; page = await pages.next()) {
      const titles = await readTitles(ctx, scope, page.value);
      yield page.value
        .map((event) => `${JSON.stringify(presentEvent(event, scope, titles, event.parentId))}\n`)
        .join('');
    }
  }
  return Readable.from(lines(), { objectMode: false });
}
