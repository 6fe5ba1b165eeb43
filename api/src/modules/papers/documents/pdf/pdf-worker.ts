import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { PartnerId } from '#contract/ids.ts';
import { setVatSchedule, type VatSchedule } from '../../../../lib/vat.ts';
import { makePdf } from '../closing/closing-documents.ts';
import { unpackFigures } from '../closing/frozen-figures.ts';
import type { ClosingDocumentKind } from '../closing/month-closing.ts';
import { readSales } from '../closing/read-sales.ts';
import type { UkdDocument } from '../corrections/ukd-document.ts';
import { ukdPdf } from './ukd-pdf.ts';

/** A document to make, with the frozen figures as they are stored. */
interface MonthPdfRequest {
  /** Staff change the schedule while the thread lives. */
  vat: VatSchedule;
  kind: ClosingDocumentKind;
  partnerId: PartnerId;
  figures: Uint8Array;
}

/** A document of a month, or a УКД. */
export type PdfRequest = MonthPdfRequest | { ukd: UkdDocument };

/** Data that the thread receives at its start. */
export interface PdfWorkerData {
  manner: 'awaited' | 'unhurried';
}

/** Message to the thread: an order, or a part that it has requested. Null if the part can't be read. */
export type ToPdfWorker =
  | (PdfRequest & { id: number })
  | { id: number; sha256: string; part: Uint8Array | null };

/** Message from the thread: the document, a problem, its progress, or the part of the figures that it needs. */
export type PdfWorkerAnswer =
  | { id: number; bytes: Uint8Array }
  | { id: number; problem: string }
  | { id: number; pages: [done: number, all: number] }
  | { id: number; needs: string };

/**
 * Documents that no user waits for get the spare processor time. On other systems a priority applies to the whole
 * process.
 */
const LOW_PRIORITY = 15;
const { manner } = workerData as PdfWorkerData;
if (manner === 'unhurried' && process.platform === 'linux') setPriority(LOW_PRIORITY);

/** Callbacks that wait for each part. */
const wanted = new Map<string, (part: Uint8Array | null) => void>();

parentPort?.on('message', (input: ToPdfWorker) => {
  const { id } = input;
  if ('part' in input) {
    wanted.get(`${id}:${input.sha256}`)?.(input.part);
    return;
  }
  Promise.resolve(input)
    .then(layOut)
    .then(
      (bytes) => answer({ id, bytes }),
      (error: unknown) => answer({ id, problem: String(error) }),
    );
});

function answer(input: PdfWorkerAnswer): void {
  parentPort?.postMessage(input);
}

function layOut(request: PdfRequest & { id: number }): Promise<Buffer> {
  if ('ukd' in request) return ukdPdf(request.ukd);
  const { id, vat, ...order } = request;
  setVatSchedule(vat);
  const figures = unpackFigures(order.figures);
  const sales = () => readSales(figures, order.partnerId, (sha256) => fetchPart(id, sha256));
  return makePdf(figures, order, { sales, onPages: (...pages) => answer({ id, pages }) });
}

function fetchPart(id: number, sha256: string): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    wanted.set(`${id}:${sha256}`, (part) => {
      wanted.delete(`${id}:${sha256}`);
      if (part) resolve(part);
      else reject(new Error(`part ${sha256} of the figures can’t be read`));
    });
    answer({ id, needs: sha256 });
  });
}
