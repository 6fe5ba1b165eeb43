import type { z } from 'zod';
import type { toldChange } from './audit.ts';

/** A field of an event, as the audit log tells it. */
export type ToldChange = z.infer<typeof toldChange>;

/** «Лимит: 100,00 ₽ за сутки → 200,00 ₽ за сутки; Причина: утеря». */
export function auditChangeLine(changes: readonly ToldChange[]): string {
  return changes
    .map(({ label, before, after }) => `${label}: ${before === null ? '' : `${before} → `}${after ?? '—'}`)
    .join('; ');
}
