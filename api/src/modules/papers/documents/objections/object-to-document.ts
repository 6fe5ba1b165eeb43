import type { Context } from '../../../../context.ts';
import { badRequest, fieldRefusal } from '../../../../errors.ts';
import { decideDocuments, type DocumentDecision, type Verdict } from '../closing/decide-documents.ts';
import { findDisputed } from './disputed-store.ts';
import { insertStoredFile } from '../../../../gateways/file-storage/insert-stored-file.ts';
import { markObjected } from '../document-store.ts';
import type { AnswerRow } from '../document.ts';

export const ALREADY_ACCEPTED = 'Документ уже подтверждён: возражение по нему не принимается';
export const NOT_IN_DOCUMENT = 'Этих операций нет в документах сети за этот месяц';

export interface ObjectionInput extends DocumentDecision {
  comment: string;
  /** The operations that it is about. */
  operationIds: readonly number[];
  /** Rows and file of an objection that is made from a file. */
  answer?: { rows: readonly AnswerRow[]; file: StoredFile };
}

interface StoredFile {
  sha256: string;
  name: string;
  sizeBytes: number;
}

/**
 * Objects to documents with a comment (spec section 4, "Document report"). Confirmed documents of the month stay
 * confirmed; 400 when nothing else is left, `operations` those that the documents do not have. Returns the time of the
 * objection.
 */
export async function objectToDocument(ctx: Context, input: ObjectionInput): Promise<Date> {
  const { scope, userId, comment, choice } = input;
  const ids = [...new Set(input.operationIds)];
  const operations = await ctx.db.inCompany(scope, (tx) => findDisputed(tx, scope, { ...choice, ids }));
  if (operations.length < ids.length) throw fieldRefusal('operations', NOT_IN_DOCUMENT);
  const verdict: Verdict<Date> = {
    purpose: 'objection',
    event: 'document-objected',
    act: 'objected',
    comment,
    operations,
    assertOpen(documents) {
      if (documents.every((document) => document.receivedAt !== null)) throw badRequest(ALREADY_ACCEPTED);
    },
    choose: (documents) => documents.filter((document) => document.receivedAt === null),
    write: async (tx, documentIds, now) => {
      const answer = input.answer && {
        rows: input.answer.rows,
        fileId: await insertStoredFile(tx, {
          companyId: scope.companyId,
          ...input.answer.file,
          mime: 'application/xml',
          userId,
          now,
        }),
      };
      await markObjected(tx, {
        ids: documentIds,
        userId,
        comment,
        operationIds: ids,
        answer: answer ?? null,
        now,
      });
    },
    outcome: (_documents, _late, now) => now,
  };
  return decideDocuments(ctx, input, verdict);
}
