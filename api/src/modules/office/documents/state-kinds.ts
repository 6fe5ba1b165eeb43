import type { PaperKind } from './month-closing.ts';

/** The papers of a month that the State has a form for. */
export const STATE_KINDS = ['upd'] as const satisfies readonly PaperKind[];
