import type { z } from 'zod';
import { shortNumber } from '#contract/values/card-number.ts';
import { OPERATION_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { listOperations, type operation } from '#contract/fuel/operations.ts';
import { call } from '../../../server/client.ts';
import type { Card } from '../../../cards/describe-card.ts';
import { formatMoney } from '../../../lib/format.ts';
import { showToast } from '../../../ui/layers/Toast.tsx';

export type Direction = 'to-card' | 'from-card';

export interface Movement {
  direction: Direction;
  sumRubles: number;
  /** The card as the server has returned it since the movement. */
  card: Card;
}

export type MovementEnd =
  | { state: 'waiting' }
  | { state: 'done'; repaid?: number | undefined }
  | { state: 'refused'; reason: string };

const TYPE = { 'to-card': OPERATION_TYPE.topUp, 'from-card': OPERATION_TYPE.payout };
const REFUSED = {
  'to-card': { title: 'Перевод не прошёл', money: 'Деньги вернулись на счёт.' },
  'from-card': { title: 'Вывод не прошёл', money: 'Деньги остались на карте.' },
};
const ARRIVED_TEXTS = { 'to-card': 'Деньги на карте', 'from-card': 'Деньги на счёте' };

/** The query for a movement's outcome: the card's operations of its type, newest first. */
export function getOperationsQuery({ direction, card }: Movement): {
  query: { cardId: number; typeId: number };
} {
  return { query: { cardId: card.id, typeId: TYPE[direction] } };
}

/**
 * Another movement of the card may be in progress for hours. One of the same sum can't be distinguished from this one.
 */
export function isOnItsWay({ direction, card, sumRubles }: Movement): boolean {
  return card.inProgressOperations.some(
    (inProgressOperation) =>
      inProgressOperation.type_id === TYPE[direction] && inProgressOperation.sum === sumRubles,
  );
}

/**
 * Returns the outcome of a finished movement from the operations: once it is finished, the card does not show
 * whether the network executed or refused it.
 */
export function findOutcome(
  movement: Movement,
  operations: readonly z.infer<typeof operation>[] | undefined,
): MovementEnd {
  const ended = operations?.find((item) => item.sum === movement.sumRubles);
  if (!ended || isOnItsWay(movement)) return { state: 'waiting' };
  if (ended.status.id === OPERATION_STATUS.inProgress) return { state: 'waiting' };
  return ended.status.id === OPERATION_STATUS.failed
    ? { state: 'refused', reason: ended.reason ?? 'Сеть отказала' }
    : { state: 'done', repaid: ended.repaid };
}

export function formatTitle(direction: Direction, { state }: MovementEnd): string {
  if (state === 'waiting') return 'Деньги в пути';
  return state === 'done' ? ARRIVED_TEXTS[direction] : REFUSED[direction].title;
}

/** `Сеть отказала. Деньги вернулись на счёт.` */
export function formatRefusal(direction: Direction, reason: string): string {
  return `${reason.replace(/\.$/, '')}. ${REFUSED[direction].money}`;
}

/** Reports the outcome to a user who left the code step before the answer came. */
export async function showMovementOutcome(movement: Movement): Promise<void> {
  const { direction, card, sumRubles } = movement;
  // If the read fails, the money is reported as in transit, and the card shows the rest.
  const found = await call(listOperations, getOperationsQuery(movement)).catch(() => null);
  const end = findOutcome(movement, found?.data);
  const verb = direction === 'to-card' ? 'Перевод на карту' : 'Вывод с карты';
  const what = `${verb} ${shortNumber(card.card_number)}: ${formatMoney(sumRubles)}`;
  showToast({
    tone: end.state === 'waiting' ? 'wait' : end.state === 'done' ? 'go' : 'stop',
    title: formatTitle(direction, end),
    message: end.state === 'refused' ? `${what}. ${formatRefusal(direction, end.reason)}` : what,
  });
}
