import { parentPort } from 'node:worker_threads';
import { closingPapers, type PaperDraft, type PapersAbout } from './closing-papers.ts';
import type { MonthFigures } from './month-closing.ts';

/** Messages to and from the thread. Bytes come back as plain arrays. */
export interface PapersOrder {
  id: number;
  figures: MonthFigures;
  about: PapersAbout;
}

export type PapersAnswer =
  | { id: number; drafts: (Omit<PaperDraft, 'bytes'> & { bytes: Uint8Array })[] }
  | { id: number; problem: string };

parentPort?.on('message', ({ id, figures, about }: PapersOrder) => {
  const answer = (said: PapersAnswer): void => parentPort?.postMessage(said);
  closingPapers(figures, about).then(
    (drafts) => answer({ id, drafts }),
    (error: unknown) => answer({ id, problem: String(error) }),
  );
});
