import type { Context } from '../../../context.ts';
import { listInWords } from '../../cards/commands/list-in-words.ts';
import type { Askable, MatterKind } from '../../cards/commands/matter-kind.ts';
import { listRefusedXml } from './document-xml-store.ts';
import { makeDocumentXml } from './make-document-xml.ts';

/** «Документы в XML»: a document that the check by the State's form refuses, so that it does not leave. */
export const refusedXmlMatter = {
  list: listInWords(listRefusedXml, ({ title, problem }) => ({
    asked: title,
    problem: 'XML документа не прошёл проверку по форме ФНС',
    details: problem.split('\n').map((value, index) => ({ label: index === 0 ? 'Что не так' : '', value })),
    deeds: ['ask'],
  })),
  askAgain: async (ctx: Context, documentId: number): Promise<void> => {
    await makeDocumentXml(ctx, documentId);
  },
} satisfies MatterKind & Askable;
