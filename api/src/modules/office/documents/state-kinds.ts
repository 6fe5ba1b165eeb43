import type { ClosingDocumentKind } from './month-closing.ts';

/** The papers of a month that the State has a form for. */
export const STATE_KINDS = ['upd', 'reconciliation'] as const satisfies readonly ClosingDocumentKind[];
export type StateKind = (typeof STATE_KINDS)[number];
