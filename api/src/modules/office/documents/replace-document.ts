import type { Context } from '../../../context.ts';
import type { UploadedFile } from '../../../http/body.ts';
import { keepPaper } from './keep-paper.ts';
import { assertTotal, type PrintedTotal } from './printed-total.ts';
import { publishCorrection } from './publish-correction.ts';

export interface SaidCorrection extends PrintedTotal {
  documentId: number;
  title: string;
  reason: string;
  file: UploadedFile | null;
  userId: number;
  ip: string;
}

/**
 * Publishes a correction that staff have made elsewhere. What the client has confirmed keeps its evidence. Refuses: 404 no
 * such document; 409 it is corrected or withdrawn.
 */
export async function replaceDocument(ctx: Context, said: SaidCorrection): Promise<number> {
  const file = await keepPaper(ctx, said.file, said.title);
  assertTotal(said);
  return publishCorrection(ctx, { ...said, file, xml: null });
}
