import type { PaperKind } from './month-closing.ts';

/** The papers of a month that the State has a form for. */
export const STATE_KINDS = ['upd'] as const satisfies readonly PaperKind[];

export function hasStateForm(kind: PaperKind | null): boolean {
  return (STATE_KINDS as readonly (PaperKind | null)[]).includes(kind);
}
