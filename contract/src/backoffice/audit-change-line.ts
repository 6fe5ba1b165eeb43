import type { z } from 'zod';
import type { describedChange } from './audit.ts';

/** A field of an event, as the audit log shows it. */
export type DescribedChange = z.infer<typeof describedChange>;

/** «Лимит: 100,00 ₽ за сутки → 200,00 ₽ за сутки; Причина: утеря». */
export function auditChangeLine(changes: readonly DescribedChange[]): string {
  return changes
    .map(({ label, before, after }) => `${label}: ${before === null ? '' : `${before} → `}${after ?? '—'}`)
    .join('; ');
}
