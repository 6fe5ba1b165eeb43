import { forgetText, forgetTexts, storeText, readStoredText } from '../lib/store-text.ts';

/** Beginning of the keys under which a tab stores drafts, before the document's id. */
const KEYS = 'magistral.objection.';

/** An operation with its text, so that a chosen one has a name though the list shows others. */
export type ChosenOperation = { id: number; text: string };

/** Draft of an objection, so that an error or a reload loses none of it. It lasts as long as the tab. */
export interface ObjectionDraft {
  comment: string;
  operations: ChosenOperation[];
}

const EMPTY: ObjectionDraft = { comment: '', operations: [] };

export function readDraft(documentId: number): ObjectionDraft {
  try {
    const stored = JSON.parse(
      readStoredText('sessionStorage', getKey(documentId)) ?? 'null',
    ) as ObjectionDraft | null;
    return typeof stored?.comment === 'string' && Array.isArray(stored.operations) ? stored : EMPTY;
  } catch {
    return EMPTY;
  }
}

export function storeDraft(documentId: number, draft: ObjectionDraft): void {
  storeText('sessionStorage', getKey(documentId), JSON.stringify(draft));
}

export function forgetDraft(documentId: number): void {
  forgetText('sessionStorage', getKey(documentId));
}

/** Removes every draft: the next user of this tab is another person. */
export function forgetObjectionDrafts(): void {
  forgetTexts('sessionStorage', KEYS);
}

function getKey(documentId: number): string {
  return `${KEYS}${documentId}`;
}
