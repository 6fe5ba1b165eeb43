import type { Context } from '../../../context.ts';
import { fieldRefusal } from '../../../errors.ts';
import type { UploadedFile } from '../../../http/body.ts';
import { fileName } from '../../../lib/file-name.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { queueForEdm } from '../edm/queue-for-edm.ts';
import { listPartners } from '../../programme/partners/list-partners.ts';
import { findSameDocument, insertDocument, lockClientForPublishing } from './document-store.ts';
import { lastDayOfObjections } from './objection-term.ts';

export interface PublishedDocument {
  companyId: number;
  partnerId: number;
  month: string;
  title: string;
  file: UploadedFile | null;
  userId: number;
}

/**
 * Publishes a PDF for a company as a document of a partner and month (docs/calls.md 7). Publishing the same again
 * returns the existing one. Refuses: `file` missing or not a PDF by its content, `company_id` and `partner_id`
 * unknown, `date` in a year that has not begun: the screen lists years up to this one.
 */
export async function publishDocument(ctx: Context, said: PublishedDocument): Promise<number> {
  const { file, companyId, partnerId, month, title, userId } = said;
  if (!file || file.bytes.length === 0) throw fieldRefusal('file', 'Приложите документ');
  if (!isPdf(file.bytes)) throw fieldRefusal('file', 'Документ принимается в формате PDF');
  if (month.slice(0, 4) > moscowDay(ctx.clock.now()).slice(0, 4))
    throw fieldRefusal('date', 'Этот год ещё не начался');
  const partners = await listPartners(ctx.db.system);
  if (!partners.some((partner) => partner.id === partnerId))
    throw fieldRefusal('partner_id', 'Такого партнёра нет');
  const kept = {
    sha256: await ctx.files.put(file.bytes),
    name: `${fileName(title)}.pdf`,
    mime: 'application/pdf',
    sizeBytes: file.bytes.length,
  };
  return ctx.db.inSystem(async (tx) => {
    if (!(await lockClientForPublishing(tx, companyId)))
      throw fieldRefusal('company_id', 'Такой компании нет');
    const now = ctx.clock.now();
    const objectUntil = lastDayOfObjections(ctx.config.operator, now);
    const document = { companyId, partnerId, month, title, file: kept, objectUntil, userId, now };
    const same = await findSameDocument(tx, document);
    if (same !== null) return same;
    const inserted = await insertDocument(tx, document);
    await queueForEdm(tx, { companyId, documentId: inserted, now });
    return inserted;
  });
}

function isPdf(bytes: Buffer): boolean {
  return bytes.subarray(0, 5).toString('latin1') === '%PDF-';
}
