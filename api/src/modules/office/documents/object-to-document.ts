import type { Context } from '../../../context.ts';
import { badRequest } from '../../../errors.ts';
import { decideDocuments, type DocumentDecision, type Verdict } from './decide-documents.ts';
import { markObjected } from './document-store.ts';

export const ALREADY_ACCEPTED = 'Документ уже подтверждён: возражение по нему не принимается';

/**
 * Objects to documents with a comment (spec section 4, "Document report"). Confirmed documents of the month stay
 * confirmed; 400 when nothing else is left. Returns the time of the objection.
 */
export function objectToDocument(ctx: Context, said: DocumentDecision & { comment: string }): Promise<Date> {
  const { userId, comment } = said;
  const verdict: Verdict<Date> = {
    purpose: 'objection',
    event: 'document-objected',
    act: 'objected',
    comment,
    assertOpen(documents) {
      if (documents.every((document) => document.receivedAt !== null)) throw badRequest(ALREADY_ACCEPTED);
    },
    open: (document) => document.receivedAt === null,
    write: (tx, ids, now) => markObjected(tx, { ids, userId, comment, now }),
    outcome: (_documents, now) => now,
  };
  return decideDocuments(ctx, said, verdict);
}
