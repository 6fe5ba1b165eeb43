import { conflict } from '../../../errors.ts';
import type { Proposal, ProposalDetail } from './approval.ts';

/**
 * Refuses with 409 a proposal whose figures are others by now, and names both. Details that move by themselves don't count;
 * what the call itself would refuse by now (no proposal) is left to the call.
 */
export function assertUnchanged(proposed: readonly ProposalDetail[], now: Proposal | null | undefined): void {
  for (const { title, value, movesByItself } of now?.details ?? []) {
    const before = proposed.find((one) => one.title === title);
    if (movesByItself || before?.value === value) continue;
    const was = before ? `было «${before.value}», стало` : 'стало';
    throw conflict(
      `Пока предложение ждало, изменилось «${title}»: ${was} «${value}». Отклоните его и предложите заново`,
    );
  }
}
