import type { Context } from '../../../../context.ts';
import { badRequest } from '../../../../errors.ts';
import { decideDocuments, type DocumentDecision } from '../closing/decide-documents.ts';
import type { ListedDocuments } from '../document-store.ts';
import {
  ALL_DISPUTED,
  assertConfirmable,
  filterUndisputed,
  makeAcceptance,
  type Accepted,
} from './accept-document.ts';

/**
 * Confirms documents of any networks and months by one code that was sent for exactly these. An objection is never taken back
 * by it, and what has been withdrawn or corrected since is left out.
 */
export async function acceptDocuments(
  ctx: Context,
  input: DocumentDecision<ListedDocuments>,
): Promise<Accepted> {
  const accepted = await decideDocuments(ctx, input, {
    ...makeAcceptance(input.userId, filterUndisputed),
    assertOpen(documents) {
      assertConfirmable(documents);
      const isDecided = documents.some((document) => document.receivedAt !== null);
      if (!isDecided && filterUndisputed(documents).length === 0) throw badRequest(ALL_DISPUTED);
    },
  });
  return { ...accepted, left: input.choice.ids.filter((id) => !accepted.confirmed.includes(id)) };
}
