import { counted } from '#contract/values/counted.ts';
import { LARGE_DOCUMENT_LINES, MAX_PDF_LINES } from '#contract/papers/documents.ts';
import type { Context } from '../../../../context.ts';
import { conflict, notFound, fieldRefusal } from '../../../../errors.ts';
import { memoizePerOwner } from '../../../../lib/turns/memoize-per-owner.ts';
import { assertCompletePdf, scanMime } from '../../../../lib/scan.ts';
import { enqueueJob } from '../../../../queue/enqueue-job.ts';
import {
  findDocumentToMake,
  insertMaking,
  insertDocumentPdf,
  recordProgress,
  type DocumentFile,
  type DocumentToMake,
} from './document-pdf-store.ts';
import type { UploadedFile } from '../../../../http/body.ts';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { vatSchedule } from '../../../../lib/vat.ts';
import type { UkdDocument } from '../corrections/ukd-document.ts';
import { storePdf } from '../publish-own-document.ts';
import type { PdfWorkerAnswer, PdfRequest, PdfWorkerData, ToPdfWorker } from './pdf-worker.ts';

/** PDFs that this process is making now. Further requests for the same PDF wait for it. */
const getMaking = memoizePerOwner((_ctx: Context) => new Map<number, Promise<DocumentFile>>());

/**
 * Returns the file of a document. A PDF of a closed month that was never requested is made now, from the figures that
 * were stored when the month was closed and from nothing else; its bytes are stored and never replaced. A process that
 * dies meanwhile leaves at most bytes without a name. 409 for a large one: a job makes it, and the user has to come
 * back.
 */
export async function makeDocumentPdf(ctx: Context, documentId: number): Promise<DocumentFile> {
  const document = await findDocumentToMake(ctx.db.system, documentId);
  if (!document) throw notFound('Документ не найден');
  if (document.file) return document.file;
  assertPdfSize(document);
  if (document.lines > LARGE_DOCUMENT_LINES) {
    await requestPdf(ctx, documentId, document);
    throw conflict(formatPreparing(document.lines));
  }
  return makeOnce(ctx, documentId, document, false);
}

/** Makes the PDF without a time limit, for a job. */
export async function makeAnyPdf(ctx: Context, documentId: number): Promise<DocumentFile> {
  const document = await findDocumentToMake(ctx.db.system, documentId);
  if (!document) throw notFound('Документ не найден');
  if (document.file) return document.file;
  assertPdfSize(document);
  return makeOnce(ctx, documentId, document, true);
}

const LINE_FORMS = ['строка', 'строки', 'строк'] as const;

function assertPdfSize({ lines }: DocumentToMake): void {
  if (lines > MAX_PDF_LINES)
    throw conflict(
      `В реестре ${counted(lines, LINE_FORMS)}, PDF такого размера не делается: скачайте его в CSV`,
    );
}

function formatPreparing(lines: number): string {
  return (
    `В реестре ${counted(lines, LINE_FORMS)}, его PDF готовится несколько минут. ` +
    'Со страницы можно уйти: готовый файл будет здесь'
  );
}

async function requestPdf(ctx: Context, documentId: number, { companyId }: DocumentToMake): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.inSystem(async (tx) => {
    await insertMaking(tx, { documentId, companyId, now });
    await enqueueJob(tx, 'make-paper', { documentId }, { key: `make-paper:${documentId}` });
  });
}

function makeOnce(
  ctx: Context,
  documentId: number,
  document: DocumentToMake,
  isUnhurried: boolean,
): Promise<DocumentFile> {
  const making = getMaking(ctx);
  const running =
    making.get(documentId) ??
    makeAndStore(ctx, documentId, document, isUnhurried).finally(() => making.delete(documentId));
  making.set(documentId, running);
  return running;
}

async function makeAndStore(
  ctx: Context,
  documentId: number,
  document: DocumentToMake,
  isUnhurried: boolean,
): Promise<DocumentFile> {
  const { companyId, title, figures } = document;
  if (!figures) throw new Error('a document has neither a file nor figures');
  const { kind, partnerId, sha256 } = figures;
  const bytes = await renderPdf(
    { kind, partnerId, figures: await ctx.files.read(sha256), vat: vatSchedule() },
    {
      readPart: (part) => ctx.files.read(part),
      isUnhurried,
      ...(document.lines > LARGE_DOCUMENT_LINES && { onPages: makeProgressReporter(ctx, documentId) }),
    },
  );
  const file = { sha256: await ctx.files.put(bytes), name: `${title}.pdf`, mime: 'application/pdf' };
  await ctx.db.inSystem((tx) =>
    insertDocumentPdf(tx, {
      documentId,
      companyId,
      file: { ...file, sizeBytes: bytes.length },
      now: ctx.clock.now(),
    }),
  );
  const stored = await findDocumentToMake(ctx.db.system, documentId);
  return stored?.file ?? file;
}

/** Screens are notified of each hundredth part, not of each page. */
function makeProgressReporter(ctx: Context, documentId: number): (done: number, all: number) => void {
  let reported = -1;
  return (pages, allPages) => {
    const hundredths = Math.floor((100 * pages) / allPages);
    if (hundredths === reported) return;
    reported = hundredths;
    // A failure to report progress is no reason to stop.
    recordProgress(ctx.db.system, { documentId, pages, allPages }).catch((error: unknown) =>
      ctx.log.debug({ err: error, documentId }, 'the progress of a paper was not told'),
    );
  };
}

/** Lays out the PDF of a УКД, which is published with it. A month may have many of them, so they share the threads of documents. */
export function drawUkd(ukd: UkdDocument): Promise<Buffer> {
  const readPart = () => Promise.reject(new Error('a УКД has no parts'));
  return renderPdf({ ukd }, { readPart, isUnhurried: false });
}

/** Stores an uploaded document under its title. Refuses on `file` what is missing, no PDF by its content, or is truncated. */
export async function storeUploadedDocument(ctx: Context, file: UploadedFile | null, title: string) {
  if (!file || file.bytes.length === 0) throw fieldRefusal('file', 'Приложите документ');
  if (scanMime(file.bytes) !== 'application/pdf')
    throw fieldRefusal('file', 'Документ принимается в формате PDF');
  assertCompletePdf('file', file.bytes);
  return storePdf(ctx, file.bytes, title);
}

/** How a document is made: the source of its sales, and the listener of its progress. */
interface PdfSource {
  readPart: (sha256: string) => Promise<Uint8Array>;
  onPages?: (done: number, all: number) => void;
  /**
   * True if no user waits for the document, or it takes minutes anyway. Documents that a user waits for are made in
   * parallel.
   */
  isUnhurried: boolean;
}

interface PendingPdf extends PdfSource {
  resolve(bytes: Buffer): void;
  reject(error: Error): void;
}

interface Typesetter {
  worker: Worker;
  waiting: Map<number, PendingPdf>;
}

/** One processor stays free for requests. */
const MAX_CONCURRENT = { awaited: Math.max(1, availableParallelism() - 1), unhurried: 1 } as const;
type PdfPriority = keyof typeof MAX_CONCURRENT;

const typesetters: Record<PdfPriority, Typesetter[]> = { awaited: [], unhurried: [] };
let lastId = 0;

/**
 * Makes a document in a separate thread. A register of a hundred thousand lines takes half a minute of a processor, and
 * other requests would wait meanwhile. Threads start with the first orders and do not keep the process alive.
 */
function renderPdf(order: PdfRequest, making: PdfSource): Promise<Buffer> {
  const { worker, waiting } = leastBusy(making.isUnhurried ? 'unhurried' : 'awaited');
  lastId += 1;
  const id = lastId;
  return new Promise((resolve, reject) => {
    waiting.set(id, { ...making, resolve, reject });
    worker.ref();
    worker.postMessage({ id, ...order } satisfies ToPdfWorker);
  });
}

function leastBusy(manner: PdfPriority): Typesetter {
  const [idlest] = typesetters[manner].toSorted((a, b) => a.waiting.size - b.waiting.size);
  if (idlest && (idlest.waiting.size === 0 || typesetters[manner].length >= MAX_CONCURRENT[manner]))
    return idlest;
  const started = startTypesetter(manner);
  typesetters[manner].push(started);
  return started;
}

function startTypesetter(manner: PdfPriority): Typesetter {
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    workerData: { manner } satisfies PdfWorkerData,
  });
  const waiting = new Map<number, PendingPdf>();
  const started = { worker, waiting };
  worker.unref();
  worker.on('message', (answer: PdfWorkerAnswer) => receive(started, answer));
  // The next order replaces a dead thread. Callers that waited for it try again.
  const end = (error: Error): void => {
    const place = typesetters[manner].indexOf(started);
    if (place >= 0) typesetters[manner].splice(place, 1);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('error', (error) => end(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => end(new Error('the thread that lays out papers has ended')));
  return started;
}

function receive({ worker, waiting }: Typesetter, answer: PdfWorkerAnswer): void {
  const { id } = answer;
  const requested = waiting.get(id);
  if ('pages' in answer) {
    requested?.onPages?.(...answer.pages);
    return;
  }
  if ('needs' in answer) {
    const sha256 = answer.needs;
    requested?.readPart(sha256).then(
      (part) => worker.postMessage({ id, sha256, part } satisfies ToPdfWorker),
      (error: unknown) => {
        settle(error instanceof Error ? error : new Error(String(error)));
        worker.postMessage({ id, sha256, part: null } satisfies ToPdfWorker);
      },
    );
    return;
  }
  settle('problem' in answer ? new Error(answer.problem) : Buffer.from(answer.bytes));

  function settle(outcome: Buffer | Error): void {
    waiting.delete(id);
    if (waiting.size === 0) worker.unref();
    if (Buffer.isBuffer(outcome)) requested?.resolve(outcome);
    else requested?.reject(outcome);
  }
}
