import type { Context } from '../../../context.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { notFound } from '../../../errors.ts';
import type { FileAnswer } from '../../../http/call.ts';
import { appendPages } from '../../../lib/pdf/append-pages.ts';
import { findDocument } from './documents.ts';
import { listEvidence } from './evidence/evidence-store.ts';
import { makeDocumentPdf } from './pdf/make-document-pdf.ts';
import { markPdf } from './pdf/signature-pdf.ts';

/**
 * Returns the document as it was published, made now if it was never requested before. Its bytes are compared with the
 * stored hash, and a changed file is not returned. A confirmed document gets a page with the signature's mark
 * appended; the stored file is not changed, and the download begins with its exact bytes. 404 for another company's
 * document.
 */
export async function downloadDocument(
  ctx: Context,
  scope: CompanyScope,
  documentId: number,
): Promise<FileAnswer> {
  const found = await ctx.db.inCompany(scope, async (tx) => ({
    document: await findDocument(tx, scope, documentId),
    rows: await listEvidence(tx, { companyId: scope.companyId, documentId }),
  }));
  const { document, rows } = found;
  if (!document) throw notFound('Документ не найден');
  if (document.withdrawn) throw notFound(`Документ отозван. ${document.withdrawn.reason}`);
  const { sha256, name, mime } = document.file ?? (await makeDocumentPdf(ctx, documentId));
  const original = await ctx.files.read(sha256);
  if (!document.receivedAt || rows.length === 0) return { file: original, name, mime };
  const mark = await markPdf({
    author: ctx.programme.today().requisites.name,
    kind: document.kind,
    rows: rows.filter((row) => row.act === 'accepted'),
  });
  // A PDF that no page can be appended to is sent as it was signed; the signature sheet stands in for the mark.
  return { file: appendPages(original, mark) ?? original, name, mime };
}
