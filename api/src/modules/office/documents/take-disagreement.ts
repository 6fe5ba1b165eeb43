import { mintCompanyScope } from '../../../db/company-scope.ts';
import { recordEvent } from '../../../audit/record-event.ts';
import type { Context } from '../../../context.ts';
import { Refusal } from '../../../errors.ts';
import { insertStoredFile } from '../../../gateways/file-storage/insert-stored-file.ts';
import type { TakeDisagreement } from '../edm/follow-edm-document.ts';
import type { Answer } from './answer-xml.ts';
import type { DocumentRecord } from './document.ts';
import { markObjected } from './document-store.ts';
import { findDocument } from './find-document.ts';
import { readAnswerTo } from './read-answer.ts';

const WITHOUT_WORDS =
  'Документ подписан в ЭДО с разногласиями. Что не сходится, клиент указал в ответе у оператора.';

/**
 * Makes an objection of a document that a buyer has signed with disagreements at the operator, with the rows of his title where
 * it can be read. What was confirmed or objected to before stays as it is.
 */
export const takeDisagreement: TakeDisagreement = async (ctx, { documentId, companyId, bytes }) => {
  const scope = mintCompanyScope(companyId);
  const document = await ctx.db.inCompany(scope, (tx) => findDocument(tx, scope, documentId));
  if (!document || document.receivedAt || document.objection) return;
  const answer = bytes && (await readOrNone(ctx, document, bytes));
  const comment = answer?.comment || WITHOUT_WORDS;
  const now = ctx.clock.now();
  const stored = bytes && answer && { sha256: await ctx.files.put(bytes), sizeBytes: bytes.length };
  await ctx.db.inSystem(async (tx) => {
    const fileId =
      stored &&
      (await insertStoredFile(tx, {
        companyId,
        ...stored,
        name: `Ответ на документ ${documentId}.xml`,
        mime: 'application/xml',
        userId: null,
        now,
      }));
    const ids = [documentId];
    const said = fileId && answer ? { rows: answer.rows, fileId } : null;
    await markObjected(tx, { ids, userId: null, comment, operationIds: [], answer: said, now });
    await recordEvent(tx, {
      at: now,
      what: 'document-objected',
      companyId,
      details: { documentId, comment, provider: ctx.edmOperator.provider },
    });
  });
};

/** A title that can't be read is still a disagreement. */
async function readOrNone(ctx: Context, document: DocumentRecord, bytes: Buffer): Promise<Answer | null> {
  try {
    return await readAnswerTo(ctx, document, bytes);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    ctx.log.warn({ err: error, documentId: document.id }, 'a buyer’s title can’t be read');
    return null;
  }
}
