import type { z } from 'zod';
import { type balanceCorrection, describeCorrection } from '#contract/money/balance-corrections.ts';
import { toRubles } from '#contract/kopecks.ts';
import type { CorrectionRecord } from './corrections.ts';

export function presentCorrection(correction: CorrectionRecord): z.input<typeof balanceCorrection> {
  const { id, day, sum, direction, kind, documentId, documentTitle, reversesId, note } = correction;
  return {
    id,
    day,
    booked_at: correction.bookedAt.toISOString(),
    sum: toRubles(sum),
    direction,
    kind,
    title: describeCorrection({ kind, isReversal: reversesId !== null, documentTitle, note }),
    document: documentId === null ? null : { id: documentId, title: documentTitle ?? '' },
    reverses: reversesId,
    note,
    proposed_by: correction.proposedBy,
    confirmed_by: correction.confirmedBy,
  };
}
