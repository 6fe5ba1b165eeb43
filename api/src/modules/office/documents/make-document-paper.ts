import { counted } from '#contract/counted.ts';
import { LARGE_PAPER_LINES, PAPER_MOST_LINES } from '#contract/documents.ts';
import type { Context } from '../../../context.ts';
import { conflict, notFound } from '../../../errors.ts';
import { memoizePerOwner } from '../../../lib/memoize-per-owner.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { layOutPaper } from './lay-out-paper.ts';
import {
  findPaperToMake,
  insertMaking,
  insertPaper,
  noteProgress,
  type DocumentFile,
  type PaperToMake,
} from './document-paper-store.ts';

/** What this process makes just now: whoever wants the same paper meanwhile waits for it. */
const makingOf = memoizePerOwner((_ctx: Context) => new Map<number, Promise<DocumentFile>>());

/**
 * The file of a document. A paper of a closed month that nobody has wanted yet is made now, from the figures that were
 * stored when the month was closed and from nothing else; its bytes are kept, and no other ones take their place. A
 * process that dies meanwhile leaves at most bytes without a name. 409 for a large one: a job makes it, and whoever
 * wants it comes back.
 */
export async function makeDocumentPaper(ctx: Context, documentId: number): Promise<DocumentFile> {
  const paper = await findPaperToMake(ctx.db.system, documentId);
  if (!paper) throw notFound('Документ не найден');
  if (paper.file) return paper.file;
  assertMakeable(paper);
  if (paper.lines > LARGE_PAPER_LINES) {
    await askForPaper(ctx, documentId, paper);
    throw conflict(inWords(paper.lines));
  }
  return makeOnce(ctx, documentId, paper, false);
}

/** The same, however long it takes: for a job. */
export async function makeAnyPaper(ctx: Context, documentId: number): Promise<DocumentFile> {
  const paper = await findPaperToMake(ctx.db.system, documentId);
  if (!paper) throw notFound('Документ не найден');
  if (paper.file) return paper.file;
  assertMakeable(paper);
  return makeOnce(ctx, documentId, paper, true);
}

const LINE_FORMS = ['строка', 'строки', 'строк'] as const;

function assertMakeable({ lines }: PaperToMake): void {
  if (lines > PAPER_MOST_LINES)
    throw conflict(
      `В реестре ${counted(lines, LINE_FORMS)}, PDF такого размера не делается: скачайте его в CSV`,
    );
}

function inWords(lines: number): string {
  return (
    `В реестре ${counted(lines, LINE_FORMS)}, его PDF готовится несколько минут. ` +
    'Со страницы можно уйти: готовый файл будет здесь'
  );
}

async function askForPaper(ctx: Context, documentId: number, { companyId }: PaperToMake): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    await insertMaking(tx, { documentId, companyId, now });
    await enqueueJob(tx, 'make-paper', { documentId }, { key: `make-paper:${documentId}` });
  });
}

function makeOnce(
  ctx: Context,
  documentId: number,
  paper: PaperToMake,
  isUnhurried: boolean,
): Promise<DocumentFile> {
  const making = makingOf(ctx);
  const running =
    making.get(documentId) ??
    makeAndKeep(ctx, documentId, paper, isUnhurried).finally(() => making.delete(documentId));
  making.set(documentId, running);
  return running;
}

async function makeAndKeep(
  ctx: Context,
  documentId: number,
  paper: PaperToMake,
  isUnhurried: boolean,
): Promise<DocumentFile> {
  const { companyId, title, figures } = paper;
  if (!figures) throw new Error('a document has neither a file nor figures');
  const { kind, partnerId, sha256 } = figures;
  const bytes = await layOutPaper(
    { kind, partnerId, figures: await ctx.files.read(sha256) },
    {
      readPart: (part) => ctx.files.read(part),
      isUnhurried,
      ...(paper.lines > LARGE_PAPER_LINES && { onPages: progressOf(ctx, documentId) }),
    },
  );
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

/** Screens are told of each hundredth part, not of each page. */
function progressOf(ctx: Context, documentId: number): (done: number, all: number) => void {
  let told = -1;
  return (pages, allPages) => {
    const hundredths = Math.floor((100 * pages) / allPages);
    if (hundredths === told) return;
    told = hundredths;
    // A progress that is not told is no reason to stop.
    noteProgress(ctx.db.system, { documentId, pages, allPages }).catch((error: unknown) =>
      ctx.log.debug({ err: error, documentId }, 'the progress of a paper was not told'),
    );
  };
}
