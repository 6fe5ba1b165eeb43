import { UNCONFIRMED_KIND } from '#contract/papers/documents.ts';
import type { Context } from '../../../../context.ts';
import { badRequest } from '../../../../errors.ts';
import { decideDocuments, type DocumentDecision, type Verdict } from '../closing/decide-documents.ts';
import { markReceived } from '../document-store.ts';
import type { DocumentRecord } from '../document.ts';

export const ALL_DISPUTED = 'По этим документам есть возражения: подтвердите каждый отдельно';
const NOTHING_TO_CONFIRM = 'Счёт-фактуру на аванс подтверждать не нужно: вычет по нему доступен сразу';

export interface Accepted {
  /** Now or, when nothing was left to confirm, the latest earlier time. */
  receivedAt: Date;
  /** The chosen documents that are confirmed by now. */
  confirmed: number[];
  /** Ids of the documents that were not accepted, because they were published after the code was sent or objected to. */
  left: number[];
}

/**
 * Confirms documents by SMS (spec section 4, "Document report"). Documents confirmed before keep their time. A code for
 * a month skips documents with an objection, unless nothing else waits, so that an objection is not taken back
 * unknowingly.
 */
export function acceptDocument(ctx: Context, input: DocumentDecision): Promise<Accepted> {
  return decideDocuments(ctx, input, {
    ...makeAcceptance(input.userId, toConfirm),
    assertOpen: assertConfirmable,
  });
}

/** Refuses with 400 where every document is an invoice for an advance: those have nothing to confirm. */
export function assertConfirmable(documents: readonly DocumentRecord[]): void {
  if (documents.every(({ kind }) => kind === UNCONFIRMED_KIND)) throw badRequest(NOTHING_TO_CONFIRM);
}

/** Returns the verdict «confirmed» about the documents that `choose` leaves. */
export function makeAcceptance(
  userId: number,
  choose: (documents: readonly DocumentRecord[]) => DocumentRecord[],
): Verdict<Accepted> {
  return {
    purpose: 'document',
    event: 'document-accepted',
    act: 'accepted',
    choose,
    write: (tx, ids, now) => markReceived(tx, { ids, userId, now }),
    outcome(documents, late, now) {
      const chosen = choose(documents);
      const left = documents.filter((document) => document.receivedAt === null && !chosen.includes(document));
      const earlier = documents.map((document) => document.receivedAt?.getTime() ?? 0);
      return {
        receivedAt: chosen.length > 0 ? now : new Date(Math.max(...earlier)),
        confirmed: documents.filter((document) => !left.includes(document)).map(({ id }) => id),
        left: [...left, ...late].map(({ id }) => id),
      };
    },
  };
}

function toConfirm(documents: readonly DocumentRecord[]): DocumentRecord[] {
  const undisputed = filterUndisputed(documents);
  return undisputed.length > 0 ? undisputed : documents.filter(isUnconfirmed);
}

/** Returns the documents that are neither confirmed nor objected to. */
export function filterUndisputed(documents: readonly DocumentRecord[]): DocumentRecord[] {
  return documents.filter((document) => isUnconfirmed(document) && document.objection === null);
}

function isUnconfirmed({ receivedAt, kind }: DocumentRecord): boolean {
  return receivedAt === null && kind !== UNCONFIRMED_KIND;
}
