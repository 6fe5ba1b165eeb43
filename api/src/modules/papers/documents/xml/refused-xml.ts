import type { Context } from '../../../../context.ts';
import { Refusal } from '../../../../errors.ts';
import { listRefusedXmlOfCompany, listRefusedXml } from './document-xml-store.ts';
import { makeDocumentXml } from './make-document-xml.ts';
import { listDescribed } from '../../../cards/commands/network-health.ts';
import type { Askable, CaseKind } from '../../../cards/commands/cases.ts';

/**
 * Makes again those of a company's XML documents that the check had refused. What it refuses again stays under
 * «Разбор». Returns how many there are now.
 */
export async function makeRefusedXml(ctx: Context, companyId: number): Promise<number> {
  let made = 0;
  for (const documentId of await listRefusedXmlOfCompany(ctx.db.system, companyId)) {
    try {
      await makeDocumentXml(ctx, documentId);
      made += 1;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return made;
}

/** «Документы в XML»: a document that the check by the State's form refuses, so that it does not leave. */
export const refusedXmlCase = {
  list: listDescribed(listRefusedXml, ({ title, problem }) => ({
    asked: title,
    problem: 'XML документа не прошёл проверку по форме ФНС',
    details: problem.split('\n').map((value, index) => ({ label: index === 0 ? 'Ошибка' : '', value })),
    deeds: ['ask'],
  })),
  retry: async (ctx: Context, documentId: number): Promise<void> => {
    await makeDocumentXml(ctx, documentId);
  },
} satisfies CaseKind & Askable;
