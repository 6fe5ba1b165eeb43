import { CARD_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import type { OPENING_STATES } from '#contract/fleet/rules.ts';
import type { readCard } from '../../cards/cards/read-card.ts';
import type { EffectiveRule } from './purchase/decide.ts';

type CardRecord = Awaited<ReturnType<typeof readCard>>;

export interface AccessWindow {
  state: (typeof OPENING_STATES)[number];
  until: Date | null;
  minutes: number;
}

/**
 * Returns the state of a card that is closed by default, or null for any other card. A request without the network's
 * answer is shown as such.
 */
export function getAccessWindow(
  card: Pick<CardRecord, 'statusId' | 'waiting'>,
  effective: readonly EffectiveRule[],
  until: Date | null,
): AccessWindow | null {
  const minutes = effective.find(({ rule }) => rule.kind === 'on_request')?.rule.value;
  if (typeof minutes !== 'number') return null;
  const last = card.waiting.findLast(
    ({ typeId }) => typeId === OPERATION_TYPE.blocking || typeId === OPERATION_TYPE.unblocking,
  );
  const settled = card.statusId === CARD_STATUS.active ? 'open' : 'closed';
  const waiting = last?.typeId === OPERATION_TYPE.unblocking ? 'opening' : 'closing';
  return { state: last ? waiting : settled, until, minutes };
}
