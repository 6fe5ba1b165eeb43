import { OPERATION_TYPE } from '#contract/ids.ts';
import { shortNumber, type Card } from '../../forms/describe-card.ts';
import { formatMoney } from '../../lib/format.ts';
import { showToast } from '../../ui/Toast.tsx';

export type Direction = 'to-card' | 'from-card';

/** What became of a movement that the server has taken; `waiting` while the network has not confirmed it. */
export function movementOutcome(direction: Direction, card: Card): { waiting: boolean; title: string } {
  const typeId = direction === 'to-card' ? OPERATION_TYPE.topUp : OPERATION_TYPE.payout;
  const waiting = card.inProgressOperations.some((one) => one.type_id === typeId);
  const arrived = direction === 'to-card' ? 'Деньги на карте' : 'Деньги на счёте';
  return { waiting, title: waiting ? 'Деньги в пути' : arrived };
}

/** For whoever has left the step of the code before the answer came. */
export function tellMovement(direction: Direction, card: Card, sumRubles: number): void {
  const { waiting, title } = movementOutcome(direction, card);
  const deed = direction === 'to-card' ? 'Перевод на карту' : 'Вывод с карты';
  showToast({
    tone: waiting ? 'wait' : 'go',
    title,
    message: `${deed} ${shortNumber(card.card_number)}: ${formatMoney(sumRubles)}`,
  });
}
