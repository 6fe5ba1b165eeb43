import { CARD_STATUS } from '#contract/ids.ts';
import type { Role } from '#contract/access.ts';
import type { Maintenance } from '../../../state/maintenance.ts';
import type { Card } from '../../../cards/describe-card.ts';
import { changeProblem, findStatusChange, isNotSetUp, openChoice } from '../../../cards/card-state.ts';
import type { BulkResult } from './change-many.ts';

/** Actions that can be done with many cards at once. */
export type BulkAction = 'block' | 'unblock' | 'limit' | 'goods';

/** The cards to change, and the cards left out with the reason: grouped by reason, in the order of the first card. */
export interface BulkPlan {
  ready: Card[];
  skipped: { reason: string; cards: Card[] }[];
}

/** Computes which cards will be changed before the request is sent. The server decides. */
export function planBulk(
  action: BulkAction,
  cards: readonly Card[],
  who: { role: Role; maintenance: Maintenance | null },
): BulkPlan {
  const ready: Card[] = [];
  const skipped = new Map<string, Card[]>();
  for (const card of cards) {
    const reason = changeProblem(card, who) ?? findActionProblem(action, card);
    if (reason === null) ready.push(card);
    else skipped.set(reason, [...(skipped.get(reason) ?? []), card]);
  }
  return { ready, skipped: [...skipped].map(([reason, left]) => ({ reason, cards: left })) };
}

function findActionProblem(action: BulkAction, card: Card): string | null {
  if (action === 'limit') return card.network_cannot?.limit ?? null;
  if (action === 'goods') return null;
  if (findStatusChange(card)) return 'Сеть ещё не подтвердила прежнюю блокировку или разблокировку';
  if (card.network_cannot?.block) return card.network_cannot.block;
  if (isNotSetUp(card)) return 'Карта ещё не настроена';
  const blocked = card.status.id === CARD_STATUS.blocked;
  if (action === 'block') return blocked ? 'Карта уже заблокирована' : null;
  return blocked ? null : 'Карта не заблокирована';
}

const REFUSED = 'Сеть отказала';

/** Outcome for one of many cards: accepted by its network, still in progress, or refused with a reason. */
export type BulkOutcome = { state: 'done' | 'waiting' } | { state: 'refused'; reason: string | undefined };

/** `now` is the card as it was read after the result; without it the result alone is known. */
export function getOutcome(action: BulkAction, result: BulkResult, now: Card | undefined): BulkOutcome {
  if (!result.ok) return { state: 'refused', reason: result.message };
  if (!result.waiting) return { state: 'done' };
  if (!now) return { state: 'waiting' };
  if (action === 'block' || action === 'unblock') {
    if (findStatusChange(now)) return { state: 'waiting' };
    const isBlocked = now.status.id === CARD_STATUS.blocked;
    return isBlocked === (action === 'block') ? { state: 'done' } : { state: 'refused', reason: REFUSED };
  }
  const choice = openChoice(now, action);
  if (choice?.state === 'refused') return { state: 'refused', reason: choice.reason ?? REFUSED };
  return { state: choice ? 'waiting' : 'done' };
}
