import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { memoizePerOwner } from '../../../lib/memoize-per-owner.ts';
import { unpackFigures } from './frozen-figures.ts';
import { layOutPaper } from './lay-out-paper.ts';
import { findPaperToMake, insertPaper, type DocumentFile, type PaperToMake } from './document-paper-store.ts';

/** What this process makes just now: whoever wants the same paper meanwhile waits for it. */
const makingOf = memoizePerOwner((_ctx: Context) => new Map<number, Promise<DocumentFile>>());

/**
 * The file of a document. A paper of a closed month that nobody has wanted yet is made now, from the figures that were
 * stored when the month was closed and from nothing else; its bytes are kept, and no other ones take their place. A
 * process that dies meanwhile leaves at most bytes without a name.
 */
export async function makeDocumentPaper(ctx: Context, documentId: number): Promise<DocumentFile> {
  const found = await findPaperToMake(ctx.db.system, documentId);
  if (!found) throw notFound('Документ не найден');
  if (found.file) return found.file;
  const making = makingOf(ctx);
  const running =
    making.get(documentId) ?? makeAndKeep(ctx, documentId, found).finally(() => making.delete(documentId));
  making.set(documentId, running);
  return running;
}

async function makeAndKeep(ctx: Context, documentId: number, paper: PaperToMake): Promise<DocumentFile> {
  const { companyId, title } = paper;
  const bytes = await makeBytes(ctx, paper);
  const file = { sha256: await ctx.files.put(bytes), name: `${title}.pdf`, mime: 'application/pdf' };
  await ctx.db.inSystem((tx) =>
    insertPaper(tx, {
      documentId,
      companyId,
      file: { ...file, sizeBytes: bytes.length },
      now: ctx.clock.now(),
    }),
  );
  const kept = await findPaperToMake(ctx.db.system, documentId);
  return kept?.file ?? file;
}

async function makeBytes(ctx: Context, { figures }: PaperToMake): Promise<Buffer> {
  if (!figures) throw new Error('a document has neither a file nor figures');
  const { kind, partnerId, sha256 } = figures;
  const stored = await ctx.files.read(sha256);
  const { parts } = unpackFigures(stored);
  const needed = kind === 'register' ? parts.filter((part) => part.partnerIds.includes(partnerId)) : [];
  const read: Buffer[] = [];
  for (const part of needed) read.push(await ctx.files.read(part.sha256));
  return layOutPaper({ kind, partnerId, figures: stored, parts: read });
}
