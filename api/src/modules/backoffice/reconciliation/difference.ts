import type { CheckKind } from './check-books.ts';

/** A contradiction in the books. `details` identifies the row for the person who investigates it. */
export interface Difference {
  kind: DifferenceKind;
  details: Record<string, unknown>;
}

export type DifferenceKind = CheckKind | 'entries-changed' | 'seal-not-its-entries';
