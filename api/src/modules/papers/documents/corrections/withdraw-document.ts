import type { Context } from '../../../../context.ts';
import { conflict, notFound } from '../../../../errors.ts';
import { formatDateLong, moscowDay } from '../../../../lib/money-format.ts';
import { recordEvent } from '../../../../audit/record-event.ts';
import { reverseUkdDifference } from '../../../money/corrections/book-ukd-difference.ts';
import { ADVANCE_INVOICE_STAYS, CORRECTION_HAS_RETURNS, RETURN_STAYS } from './publish-correction.ts';
import { lockDocumentStatus, markWithdrawn, restoreCorrected, type DocumentStatus } from '../documents.ts';

export interface WithdrawalInput {
  documentId: number;
  reason: string;
  userId: number;
  confirmedBy: number | null;
  ip: string;
}

/**
 * Withdraws a document that is not confirmed. The client still sees its line with the reason, and cannot open its file.
 * A document that was confirmed, or sent to the operator of electronic documents, is evidence in other hands and can
 * only be corrected. With a УКД its booked difference is taken back, and the corrected document is valid again.
 */
export async function withdrawDocument(ctx: Context, input: WithdrawalInput): Promise<void> {
  const { documentId, reason, userId, confirmedBy, ip } = input;
  await ctx.db.inSystem(async (tx) => {
    const found = await lockDocumentStatus(tx, documentId);
    if (!found) throw notFound('Документ не найден');
    assertWithdrawable(found);
    const now = ctx.clock.now();
    await markWithdrawn(tx, { documentId, reason, userId, now });
    const restored = await restoreCorrected(tx, documentId);
    const { companyId } = found;
    await reverseUkdDifference(ctx, tx, { companyId, documentId, reason, userId, confirmedBy, ip });
    await recordEvent(tx, {
      at: now,
      what: 'document-withdrawn',
      userId,
      companyId: found.companyId,
      ip,
      targets: [documentId, ...restored].map((id) => ({ kind: 'document' as const, id })),
      before: { title: found.title, sha256: found.sha256 },
      details: { reason },
    });
  });
}

/** Refuses with 409 what was confirmed, corrected, withdrawn, or has left for the operator of electronic documents. */
export function assertWithdrawable(document: DocumentStatus): void {
  const { kind, isWithdrawn, isReplaced, receivedAt, edm } = document;
  if (kind === 'advance-invoice') throw conflict(ADVANCE_INVOICE_STAYS);
  if (document.isReturn) throw conflict(RETURN_STAYS);
  if (document.hasReturns) throw conflict(CORRECTION_HAS_RETURNS);
  if (isWithdrawn) throw conflict('Документ уже отозван');
  if (receivedAt) {
    const day = formatDateLong(moscowDay(receivedAt));
    throw conflict(`Клиент подтвердил документ ${day}: отозвать его нельзя, опубликуйте исправление`);
  }
  if (isReplaced) throw conflict('У документа есть исправление: действует оно, отзывать нечего');
  if (edm === 'queued') throw conflict('Документ передаётся оператору ЭДО: отозвать его пока нельзя');
  if (edm === 'sent' || edm === 'delivered' || edm === 'signed')
    throw conflict('Документ ушёл клиенту через ЭДО: отозвать его нельзя, опубликуйте исправление');
}
