import type { Context } from '../../../../context.ts';
import type { UploadedFile } from '../../../../http/body.ts';
import { storeUploadedDocument } from '../pdf/make-document-pdf.ts';
import { assertTotal, type PrintedTotal } from '../pdf/printed-total.ts';
import { publishCorrection } from './publish-correction.ts';

export interface CorrectionInput extends PrintedTotal {
  documentId: number;
  title: string;
  reason: string;
  file: UploadedFile | null;
  userId: number;
  ip: string;
}

/**
 * Publishes a correction that staff have made elsewhere. It moves no money, except that the booked difference of a УКД
 * that it replaces is taken back: one member may undo what two have published, and no more. A document that the client
 * has confirmed keeps its evidence. Refuses: 404 no such document; 409 it is corrected or withdrawn.
 */
export async function replaceDocument(ctx: Context, input: CorrectionInput): Promise<number> {
  const file = await storeUploadedDocument(ctx, input.file, input.title);
  assertTotal(input);
  return publishCorrection(ctx, {
    ...input,
    file,
    xml: null,
    difference: 0,
    vatDifference: 0,
    confirmedBy: null,
  });
}
