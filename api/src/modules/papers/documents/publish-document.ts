import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import type { UploadedFile } from '../../../http/body.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import { queueForEdm } from '../edm/queue-for-edm.ts';
import { notify } from '../../messaging/notices/notify.ts';
import { listPartners } from '../../programme/partners/partners.ts';
import { findSameDocument, insertDocument } from './new-document-store.ts';
import { lockClientForPublishing } from './publish-own-document.ts';
import { lastDayOfObjections } from './objections/objections.ts';
import { storeUploadedDocument } from './pdf/make-document-pdf.ts';
import { assertTotal, type PrintedTotal } from './pdf/printed-total.ts';

export interface PublishedDocument extends PrintedTotal {
  companyId: number;
  partnerId: number;
  month: string;
  title: string;
  file: UploadedFile | null;
  userId: number;
  ip: string;
}

/**
 * Publishes a PDF for a company as a document of a partner and month (docs/calls.md 7), and notifies the company's
 * people by email. Publishing the same again returns the existing one. Refuses: `file` missing, truncated or not a PDF by its
 * content, `company_id` and `partner_id` unknown, `date` in a year that has not started, because the screen lists years
 * up to this one.
 */
export async function publishDocument(ctx: Context, input: PublishedDocument): Promise<number> {
  const { companyId, partnerId, month, title, sum, vat, userId } = input;
  const file = await storeUploadedDocument(ctx, input.file, title);
  assertTotal(input);
  if (month.slice(0, 4) > moscowDay(ctx.clock.now()).slice(0, 4))
    throw fieldRefusal('date', 'Этот год ещё не начался');
  const partners = await listPartners(ctx.db.system);
  const partner = partners.find(({ id }) => id === partnerId);
  if (!partner) throw fieldRefusal('partner_id', 'Такого партнёра нет');
  return ctx.db.inSystem(async (tx) => {
    if (!(await lockClientForPublishing(tx, companyId)))
      throw fieldRefusal('company_id', 'Такой компании нет');
    const now = ctx.clock.now();
    const objectUntil = lastDayOfObjections(ctx.programme.today(), now);
    const document = { companyId, partnerId, month, title, file, objectUntil, sum, vat, userId, now };
    const same = await findSameDocument(tx, document);
    if (same !== null) return same;
    const documentId = await insertDocument(tx, document);
    await queueForEdm(tx, { companyId, documentId, now });
    await notify(tx, {
      kind: 'month-documents',
      companyId,
      facts: { month, title, documentId, partner: partner.title, totalKopecks: sum },
      about: `document:${documentId}`,
      now,
    });
    await recordEvent(tx, {
      at: now,
      what: 'document-published',
      userId,
      companyId,
      ip: input.ip,
      targets: [{ kind: 'document', id: documentId }],
      after: { title, month, partnerId, sum, vat, sha256: file.sha256 },
    });
    return documentId;
  });
}
