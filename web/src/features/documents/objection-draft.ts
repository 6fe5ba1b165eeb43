import { forgetText, keepText, keptText } from '../../lib/keep-text.ts';
import type { ChosenOperation } from './OperationPicker.tsx';

/** What was written of an objection, so that an error or a reload loses none of it. It lasts as long as the tab. */
export interface ObjectionDraft {
  comment: string;
  operations: ChosenOperation[];
}

const EMPTY: ObjectionDraft = { comment: '', operations: [] };

export function readDraft(documentId: number): ObjectionDraft {
  try {
    const kept = JSON.parse(keptText('sessionStorage', keyOf(documentId)) ?? 'null') as ObjectionDraft | null;
    return typeof kept?.comment === 'string' && Array.isArray(kept.operations) ? kept : EMPTY;
  } catch {
    return EMPTY;
  }
}

export function keepDraft(documentId: number, draft: ObjectionDraft): void {
  keepText('sessionStorage', keyOf(documentId), JSON.stringify(draft));
}

export function forgetDraft(documentId: number): void {
  forgetText('sessionStorage', keyOf(documentId));
}

function keyOf(documentId: number): string {
  return `magistral.objection.${documentId}`;
}
