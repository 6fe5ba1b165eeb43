import { sql } from 'kysely';
import { rows, type Db } from '../../../../db/database.ts';
import type { Context } from '../../../../context.ts';
import { totalOfLines } from '../closing/month-closing.ts';
import type { UpdDocument } from '../upd-document.ts';
import { readCorrectedLines } from '../xml/read-corrected-lines.ts';
import { correctLine } from './ukd-document.ts';

/** Lists the hashes of the valid УКД of a УПД that were made here, oldest first; those before a document, if it is given. */
export async function listUkdFiles(db: Db, originalId: number, beforeId?: number): Promise<string[]> {
  const found = await rows(
    db,
    sql<{ sha256: string }>`
      select file.sha256 from month_document document
      join document_xml made on made.document_id = document.id and made.company_id = document.company_id
      join stored_file file on file.id = made.file_id
      where document.replaces_id = ${originalId} and document.withdrawn_at is null and document.replaced_at is null
        and (${beforeId ?? null}::bigint is null or document.id < ${beforeId ?? null}::bigint)
      order by document.id`,
  );
  return found.map(({ sha256 }) => sha256);
}

/** Returns a УПД as it stands after its УКД, whose files are given by their hashes: what the next УКД has before its change. */
export async function applyUkds(
  ctx: Context,
  original: UpdDocument,
  ukdFiles: readonly string[],
): Promise<UpdDocument> {
  let { lines } = original;
  for (const sha256 of ukdFiles) {
    const changed = new Map(
      readCorrectedLines(await ctx.files.read(sha256)).map((line) => [line.place, line]),
    );
    lines = lines.map((line, index) => {
      const change = changed.get(index + 1);
      return change ? correctLine(line, change) : line;
    });
  }
  return { ...original, lines, total: totalOfLines(lines) };
}
