import type { EndpointData } from '#contract/endpoint.ts';
import { kopecks, toRubles } from '#contract/kopecks.ts';
import type { replaceCard, ReplacementState } from '#contract/orders/virtual-cards.ts';
import type { CardBlock, Replacement } from './replacements.ts';

/** `block`: the last block of the old card. */
export function presentReplacement(
  replacement: Replacement,
  block: CardBlock | null,
): EndpointData<typeof replaceCard> {
  const { oldCard, newCard, moved, problem, askedAt, askedBy, endedAt } = replacement;
  return {
    state: getState(replacement),
    old_card: { id: oldCard.id, card_number: oldCard.number },
    new_card: newCard && { id: newCard.id, card_number: newCard.number },
    moved_sum: moved === null ? null : toRubles(kopecks(moved)),
    problem,
    asked_at: askedAt.toISOString(),
    asked_by: askedBy,
    blocked_at: replacement.isBlocked ? (block?.finishedAt?.toISOString() ?? null) : null,
    ended_at: endedAt?.toISOString() ?? null,
  };
}

function getState({ endedAt, problem, isBlocked, isSetUp }: Replacement): ReplacementState {
  if (endedAt) return problem === null ? 'done' : 'failed';
  if (!isBlocked) return 'blocking';
  return isSetUp ? 'moving' : 'issuing';
}
