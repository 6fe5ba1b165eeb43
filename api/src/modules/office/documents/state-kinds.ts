import type { ClosingDocumentKind } from './month-closing.ts';

/** Documents of a month for which the State has a form. */
export const STATE_KINDS = ['upd', 'reconciliation'] as const satisfies readonly ClosingDocumentKind[];
export type StateKind = (typeof STATE_KINDS)[number];
