import type { Context } from '../../../context.ts';
import { Refusal } from '../../../errors.ts';
import { listRefusedXmlOf } from './document-xml-store.ts';
import { makeDocumentXml } from './make-document-xml.ts';

/** Makes a company's papers in XML again that the check had refused; what it refuses still stays under «Разбор». How many are there now. */
export async function makeRefusedXml(ctx: Context, companyId: number): Promise<number> {
  let made = 0;
  for (const documentId of await listRefusedXmlOf(ctx.db.system, companyId)) {
    try {
      await makeDocumentXml(ctx, documentId);
      made += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return made;
}
