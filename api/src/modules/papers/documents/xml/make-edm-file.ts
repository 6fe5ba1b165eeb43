import type { Context } from '../../../../context.ts';
import type { EdmFile } from '../../edm/send-edm-document.ts';
import { findXmlToMake } from './document-xml-store.ts';
import { makeAnyPdf } from '../pdf/make-document-pdf.ts';
import { makeDocumentXml } from './make-document-xml.ts';

/**
 * Makes the file for the operator of electronic documents: the title in XML if the State has a form, else the PDF.
 * Refuses with 409 what the check of the form refuses.
 */
export async function makeEdmFile(ctx: Context, documentId: number): Promise<EdmFile> {
  const document = await findXmlToMake(ctx.db.system, documentId);
  if (!document) return { ...(await makeAnyPdf(ctx, documentId)), kind: null };
  // A УКД is published with its files, and has no figures; an invoice for an advance has the form of the УПД.
  const isUkd = document.figuresSha256 === null && !document.isAdvanceInvoice;
  const kind = isUkd ? 'ukd' : document.kind;
  return { ...(await makeDocumentXml(ctx, documentId)), kind };
}
