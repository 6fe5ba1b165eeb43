import type { Context } from '../../../../context.ts';
import { totalOfLines } from '../closing/month-closing.ts';
import type { UpdDocument } from '../upd-document.ts';
import { readCorrectedLines } from '../xml/read-corrected-lines.ts';
import { correctLine, toUkdDocument, type UkdDocument } from './ukd-document.ts';
import { listUkdFiles, type ListedUkd } from './ukds.ts';

/** Returns a УПД as it stands after its УКД; after those before a document, if it is given. */
export async function applyUkds(
  ctx: Context,
  original: UpdDocument,
  { originalId, beforeId }: { originalId: number; beforeId?: number },
): Promise<UpdDocument> {
  let { lines } = original;
  for (const sha256 of await listUkdFiles(ctx.db.system, originalId, beforeId)) {
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

/** Reads a published УКД: what it changes of its УПД, as that stood before it. */
export async function readUkd(ctx: Context, listed: ListedUkd, upd: UpdDocument): Promise<UkdDocument> {
  const { documentId, original, reason, dateIso, serial } = listed;
  const before = await applyUkds(ctx, upd, { originalId: original.documentId, beforeId: documentId });
  const lines = readCorrectedLines(await ctx.files.read(listed.xml));
  return toUkdDocument(before, { lines, reason, dateIso, serial });
}
