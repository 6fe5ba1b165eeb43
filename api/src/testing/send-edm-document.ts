import type { Context } from '../context.ts';
import { makeAnyPaper } from '../modules/office/documents/make-document-paper.ts';
import { sendEdmDocument as send } from '../modules/office/edm/send-edm-document.ts';

/** As the queue's job does: the paper is made where nobody has wanted it before. */
export function sendEdmDocument(ctx: Context, documentId: number): Promise<void> {
  return send(ctx, documentId, makeAnyPaper);
}
