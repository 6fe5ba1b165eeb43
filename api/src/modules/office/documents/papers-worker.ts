import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { PartnerId } from '#contract/ids.ts';
import { setVatSchedule, type VatSchedule } from '../../../lib/vat.ts';
import { makePaper } from './closing-papers.ts';
import { unpackFigures } from './frozen-figures.ts';
import type { PaperKind } from './month-closing.ts';
import { readSales } from './read-sales.ts';

/** A paper to make, with the frozen figures as they are stored. */
export interface PaperOrder {
  kind: PaperKind;
  partnerId: PartnerId;
  figures: Uint8Array;
}

/** What the thread is told at its start. */
export interface PapersWorkerData {
  manner: 'awaited' | 'unhurried';
  vat: VatSchedule;
}

/** To the thread: an order, or a part that it has asked for; null: it can't be read. */
export type ToPapersWorker =
  | (PaperOrder & { id: number })
  | { id: number; sha256: string; part: Uint8Array | null };

/** From the thread: the paper, a problem, how far it has come, or which part of the figures it needs. */
export type PaperAnswer =
  | { id: number; bytes: Uint8Array }
  | { id: number; problem: string }
  | { id: number; pages: [done: number, all: number] }
  | { id: number; needs: string };

/** What nobody waits for gets what the processors have left; elsewhere a priority is the whole process's. */
const UNHURRIED = 15;
const { manner, vat } = workerData as PapersWorkerData;
setVatSchedule(vat);
if (manner === 'unhurried' && process.platform === 'linux') setPriority(UNHURRIED);

/** Who waits for which part. */
const wanted = new Map<string, (part: Uint8Array | null) => void>();

parentPort?.on('message', (said: ToPapersWorker) => {
  const { id } = said;
  if ('part' in said) {
    wanted.get(`${id}:${said.sha256}`)?.(said.part);
    return;
  }
  Promise.resolve(said)
    .then(layOut)
    .then(
      (bytes) => answer({ id, bytes }),
      (error: unknown) => answer({ id, problem: String(error) }),
    );
});

function answer(said: PaperAnswer): void {
  parentPort?.postMessage(said);
}

function layOut({ id, ...order }: PaperOrder & { id: number }): Promise<Buffer> {
  const figures = unpackFigures(order.figures);
  const sales = () => readSales(figures, order.partnerId, (sha256) => fetchPart(id, sha256));
  return makePaper(figures, order, { sales, onPages: (...pages) => answer({ id, pages }) });
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
