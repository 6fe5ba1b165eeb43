import { conflict } from '../../../errors.ts';
import type { Proposal, ProposalDetail } from './approval.ts';

/** A detail that says something else by now. */
export interface ChangedDetail {
  title: string;
  /** Null where the proposal had no such detail. */
  before: string | null;
  now: string;
}

/**
 * Returns what has changed since a proposal was made. Details that move by themselves don't count; what the call itself
 * would refuse by now (no proposal) is left to the call.
 */
export function listChanged(
  proposed: readonly ProposalDetail[],
  now: Proposal | null | undefined,
): ChangedDetail[] {
  return (now?.details ?? []).flatMap(({ title, value, movesByItself }) => {
    const before = proposed.find((detail) => detail.title === title)?.value ?? null;
    return movesByItself || before === value ? [] : [{ title, before, now: value }];
  });
}

/** Refuses with 409 a proposal whose figures are others by now, and names both. */
export function assertUnchanged(proposed: readonly ProposalDetail[], now: Proposal | null | undefined): void {
  const [changed] = listChanged(proposed, now);
  if (!changed) return;
  const was = changed.before === null ? 'стало' : `было «${changed.before}», стало`;
  throw conflict(
    `Пока предложение ждало, изменилось «${changed.title}»: ${was} «${changed.now}». Отклоните его и предложите заново`,
  );
}
