/** A field of an event, as the audit log tells it. */
export interface ToldChange {
  label: string;
  /** Null: nothing was there, or it is not known. */
  before: string | null;
  after: string | null;
}

/** «Лимит: 100,00 ₽ за сутки → 200,00 ₽ за сутки; Причина: утеря». */
export function auditChangeLine(changes: readonly ToldChange[]): string {
  return changes
    .map(({ label, before, after }) => `${label}: ${before === null ? '' : `${before} → `}${after ?? '—'}`)
    .join('; ');
}
