import type { Context } from '../../../../context.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { notFound } from '../../../../errors.ts';
import type { FileAnswer } from '../../../../http/call.ts';
import { findDocument } from '../documents.ts';
import { makeDocumentXml } from './make-document-xml.ts';

/** Returns a document in the State's form, under the file name that the form demands. 404 for another company's document. */
export async function downloadXml(
  ctx: Context,
  scope: CompanyScope,
  documentId: number,
): Promise<FileAnswer> {
  const document = await ctx.db.inCompany(scope, (tx) => findDocument(tx, scope, documentId));
  if (!document) throw notFound('Документ не найден');
  if (document.withdrawn) throw notFound(`Документ отозван. ${document.withdrawn.reason}`);
  return readXml(ctx, documentId);
}

/** Reads the XML of a document of any company, for staff. */
export async function readXml(ctx: Context, documentId: number): Promise<FileAnswer> {
  const { sha256, name } = await makeDocumentXml(ctx, documentId);
  return { file: await ctx.files.read(sha256), name, mime: 'application/xml; charset=windows-1251' };
}
