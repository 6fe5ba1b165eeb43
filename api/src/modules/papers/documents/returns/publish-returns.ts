import type { Db } from '../../../../db/database.ts';
import { queueForEdm } from '../../edm/queue-for-edm.ts';
import { countCorrections, lockDocumentStatus } from '../documents.ts';
import { insertDocument } from '../new-document-store.ts';
import { insertXml } from '../xml/document-xml-store.ts';
import type { PlannedReturn } from './plan-returns.ts';

/** Locks the УПД that are corrected. False if one was corrected or withdrawn since the УКД was made: its figures are untrue. */
export async function areReturnsCurrent(tx: Db, returns: readonly PlannedReturn[]): Promise<boolean> {
  for (const { originalId, made } of returns) {
    if (!made) continue;
    const original = await lockDocumentStatus(tx, originalId);
    if (!original || original.isWithdrawn) return false;
    if (1 + (await countCorrections(tx, originalId)) !== made.serial) return false;
  }
  return true;
}

/** Publishes the УКД of a month's returns beside its documents. Their money was moved by the refunds themselves. */
export async function publishReturns(
  tx: Db,
  month: { companyId: number; month: string; dateIso: string; objectUntil: string; now: Date },
  returns: readonly PlannedReturn[],
): Promise<void> {
  const { companyId, dateIso, now } = month;
  for (const { originalId, partnerId, change, made } of returns) {
    if (!made) continue;
    const { title, reason, file, xml, sum, vat, vatChange } = made;
    const documentId = await insertDocument(tx, {
      companyId,
      partnerId,
      month: month.month,
      title,
      file,
      objectUntil: month.objectUntil,
      sum,
      vat,
      corrects: { id: originalId, kind: 'upd', reason },
      change: { sum: change, vat: vatChange },
      returnedOn: dateIso,
      userId: null,
      now,
    });
    await insertXml(tx, { documentId, companyId, now, file: xml });
    await queueForEdm(tx, { companyId, documentId, now });
  }
}
