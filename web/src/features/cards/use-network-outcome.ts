import { useEffect, useEffectEvent, useRef } from 'react';
import { shortNumber } from '#contract/card-number.ts';
import { readCard } from '#contract/cards.ts';
import { CARD_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { call } from '../../api/client.ts';
import type { Card } from '../../forms/describe-card.ts';
import { showToast } from '../../ui/Toast.tsx';
import { findStatusChange } from './card-state.ts';

/** How often to ask for a watched card that is not on the screen. */
const UNSEEN_MS = 2500;

/**
 * Reports how a pending block or unblock ended: it ends at the network, not on this screen. Watches the cards shown,
 * and those passed to the returned function: a network may refuse before the first read after the request, and then
 * no read ever shows the card in progress. A card that a filter no longer shows is read on its own: it left the list
 * because it is blocked.
 */
export function useNetworkOutcome(cards: readonly Card[] | undefined): (asked: Card) => void {
  const waiting = useRef(new Map<number, number>());
  const look = useEffectEvent((card: Card) => {
    const before = waiting.current.get(card.id);
    const now = findStatusChange(card)?.type_id;
    if (now !== undefined) waiting.current.set(card.id, now);
    else if (before !== undefined) {
      waiting.current.delete(card.id);
      tellOutcome(card, before);
    }
  });
  const askForUnseen = useEffectEvent(() => {
    for (const id of waiting.current.keys()) {
      if (cards?.some((card) => card.id === id)) continue;
      // A failed read is tried again.
      call(readCard, { params: { id } }).then(
        ({ data }) => look(data),
        () => {},
      );
    }
  });
  useEffect(() => cards?.forEach(look), [cards]);
  useEffect(() => {
    const timer = setInterval(askForUnseen, UNSEEN_MS);
    return () => clearInterval(timer);
  }, []);
  return (asked) => {
    const type = findStatusChange(asked)?.type_id;
    if (type !== undefined) waiting.current.set(asked.id, type);
  };
}

/** Reports how a block (type 3) or unblock (type 4) ended, by the card's present state. */
export function tellOutcome(card: Card, type: number): void {
  showToast(outcomeOf(card, type));
}

function outcomeOf(card: Card, type: number): Parameters<typeof showToast>[0] {
  const blocked = card.status.id === CARD_STATUS.blocked;
  const name = `Карта ${shortNumber(card.card_number)}`;
  if (type === OPERATION_TYPE.blocking) {
    return blocked
      ? { tone: 'go', title: `${name} заблокирована` }
      : {
          tone: 'stop',
          title: `${name} не заблокирована`,
          message: 'Сеть отказала. Карта осталась активной.',
        };
  }
  return blocked
    ? {
        tone: 'stop',
        title: `${name} не разблокирована`,
        message: 'Сеть отказала. Карта осталась заблокированной.',
      }
    : { tone: 'go', title: `${name} разблокирована` };
}
