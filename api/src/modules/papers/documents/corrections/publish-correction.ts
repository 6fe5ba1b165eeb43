import type { Context } from '../../../../context.ts';
import { conflict, notFound } from '../../../../errors.ts';
import { recordEvent } from '../../../../audit/record-event.ts';
import { queueForEdm } from '../../edm/queue-for-edm.ts';
import { bookUkdDifference, reverseUkdDifference } from '../../../money/corrections/book-ukd-difference.ts';
import { notify } from '../../../messaging/notices/notify.ts';
import { insertXml, type XmlFile } from '../xml/document-xml-store.ts';
import { lockDocumentStatus, markReplaced, type DocumentStatus } from '../documents.ts';
import { insertDocument, type NewDocument } from '../new-document-store.ts';
import { lastDayOfObjections } from '../objections/objections.ts';
import type { PrintedTotal } from '../pdf/printed-total.ts';

export interface NewCorrection extends PrintedTotal {
  documentId: number;
  title: string;
  reason: string;
  file: NewDocument['file'];
  /** File in the State's form; null when there is none. */
  xml: (XmlFile & { sizeBytes: number }) | null;
  /** Sum of a УКД less that of its УПД, which is booked with its publication. Zero for a file. */
  difference: number;
  vatDifference: number;
  userId: number;
  /** The second member, who has confirmed a УКД. */
  confirmedBy: number | null;
  ip: string;
}

/**
 * Publishes a correction whose files are stored beside its original: both stay, the correction is valid and waits for a
 * confirmation of its own. The difference is booked; if it replaces a УКД, the difference of that one is taken back.
 * Refuses: 404 no such document; 409 it is corrected or withdrawn.
 */
export async function publishCorrection(ctx: Context, input: NewCorrection): Promise<number> {
  const { title, reason, sum, vat, file, userId, ip } = input;
  return ctx.db.inSystem(async (tx) => {
    const original = await lockDocumentStatus(tx, input.documentId);
    if (!original) throw notFound('Документ не найден');
    assertCorrectable(original);
    const now = ctx.clock.now();
    const { companyId, partnerId, month, kind } = original;
    const documentId = await insertDocument(tx, {
      companyId,
      partnerId,
      month,
      title,
      file,
      objectUntil: lastDayOfObjections(ctx.programme.today(), now),
      sum,
      vat,
      corrects: { id: input.documentId, kind, reason },
      ...(input.xml && { change: { sum: input.difference, vat: input.vatDifference } }),
      userId,
      now,
    });
    const decision = { companyId, userId, ip, reason, confirmedBy: input.confirmedBy };
    await reverseUkdDifference(ctx, tx, { ...decision, documentId: input.documentId });
    await bookUkdDifference(ctx, tx, { ...decision, documentId, difference: input.difference });
    if (input.xml) await insertXml(tx, { documentId, companyId, now, file: input.xml });
    await markReplaced(tx, { documentId: input.documentId, now });
    await queueForEdm(tx, { companyId, documentId, now });
    await notify(tx, {
      kind: 'month-documents',
      companyId,
      facts: {
        month,
        title,
        corrects: true,
        documentId,
        partner: original.partnerTitle,
        totalKopecks: sum,
      },
      about: `document:${documentId}`,
      now,
    });
    await recordEvent(tx, {
      at: now,
      what: 'document-replaced',
      userId,
      companyId,
      ip,
      targets: [
        { kind: 'document', id: input.documentId },
        { kind: 'document', id: documentId },
      ],
      before: { title: original.title, sha256: original.sha256 },
      after: { title, sum, vat, sha256: file.sha256 },
      details: { reason },
    });
    return documentId;
  });
}

/** Its sum follows the books, so that charged and deducted VAT agree. */
export const ADVANCE_INVOICE_STAYS =
  'Счёт-фактура на аванс не отзывается и не исправляется: вернувшийся или ошибочный платёж даёт вычет сам, в те дни, когда он проведён';

/** The movements of the closed month are in it, and the next УКД begins with its figures. */
export const RETURN_STAYS =
  'УКД возврата сделан при закрытии месяца и не отзывается: исправьте сам УПД ещё одним УКД';
export const CORRECTION_HAS_RETURNS =
  'После этого документа вышел УКД возврата, который считает от его сумм: исправьте УПД ещё одним УКД';

export function assertCorrectable({
  kind,
  isWithdrawn,
  isReplaced,
  isReturn,
  isUkd,
  hasReturns,
}: DocumentStatus): void {
  if (kind === 'advance-invoice') throw conflict(ADVANCE_INVOICE_STAYS);
  if (isReturn) throw conflict(RETURN_STAYS);
  if (isUkd && hasReturns) throw conflict(CORRECTION_HAS_RETURNS);
  if (isWithdrawn) throw conflict('Документ отозван: опубликуйте новый');
  if (isReplaced) throw conflict('У документа уже есть исправление: исправьте его');
}
