import { parentPort } from 'node:worker_threads';
import type { PartnerId } from '#contract/ids.ts';
import { makePaper } from './closing-papers.ts';
import { unpackFigures, unpackSales } from './frozen-figures.ts';
import type { ClosingSale, PaperKind } from './month-closing.ts';

/** A paper to make, with the frozen figures as they are stored. */
export interface PaperOrder {
  kind: PaperKind;
  partnerId: PartnerId;
  figures: Uint8Array;
  /** Of a register: the parts with its sales. */
  parts: readonly Uint8Array[];
}

export type PaperAnswer = { id: number; bytes: Uint8Array } | { id: number; problem: string };

parentPort?.on('message', ({ id, ...order }: PaperOrder & { id: number }) => {
  const answer = (said: PaperAnswer): void => parentPort?.postMessage(said);
  Promise.resolve(order)
    .then(layOut)
    .then(
      (bytes) => answer({ id, bytes }),
      (error: unknown) => answer({ id, problem: String(error) }),
    );
});

function layOut(order: PaperOrder): Promise<Buffer> {
  const sales: ClosingSale[] = [];
  for (const part of order.parts)
    sales.push(...unpackSales(part).filter(({ partnerId }) => partnerId === order.partnerId));
  return makePaper(unpackFigures(order.figures), order, sales);
}
