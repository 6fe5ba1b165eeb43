import type { Context } from '../../../../context.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { notFound } from '../../../../errors.ts';
import type { FileAnswer } from '../../../../http/call.ts';
import { findDocument } from '../documents.ts';
import { listEvidence } from './evidence-store.ts';
import { signaturePdf } from '../pdf/signature-pdf.ts';

/** Returns the signature sheet of a document. 404 for another company's document, and for one without a decision. */
export async function downloadSignature(
  ctx: Context,
  scope: CompanyScope,
  documentId: number,
): Promise<FileAnswer> {
  const found = await ctx.db.inCompany(scope, async (tx) => ({
    document: await findDocument(tx, scope, documentId),
    rows: await listEvidence(tx, { companyId: scope.companyId, documentId }),
  }));
  if (!found.document) throw notFound('Документ не найден');
  if (found.rows.length === 0) throw notFound('Документ ещё не подписан');
  const { kind, file: pdf, title } = found.document;
  const file = await signaturePdf({ author: ctx.programme.today().requisites.name, kind, rows: found.rows });
  const name = `Лист подписания ${(pdf?.name ?? title).replace(/\.pdf$/i, '')}.pdf`;
  return { file, name, mime: 'application/pdf' };
}
