import type { Context } from '../../../context.ts';
import { decideDocuments, type DocumentDecision, type Verdict } from './decide-documents.ts';
import { markReceived } from './document-store.ts';

/**
 * Confirms documents by SMS (spec section 4, "Document report"). Those confirmed before keep their time. Returns when
 * they were received: now or, when nothing was left to confirm, the latest earlier time.
 */
export function acceptDocument(ctx: Context, said: DocumentDecision): Promise<Date> {
  const verdict: Verdict<Date> = {
    purpose: 'document',
    event: 'document-accepted',
    act: 'accepted',
    open: (document) => document.receivedAt === null,
    write: (tx, ids, now) => markReceived(tx, { ids, userId: said.userId, now }),
    outcome: (documents, now) =>
      documents.some((document) => document.receivedAt === null)
        ? now
        : new Date(Math.max(...documents.map((document) => document.receivedAt?.getTime() ?? 0))),
  };
  return decideDocuments(ctx, said, verdict);
}
