import { useEffect, useEffectEvent, useRef } from 'react';
import { readCard } from '#contract/cards.ts';
import { CARD_STATUS, OPERATION_TYPE } from '#contract/ids.ts';
import { call } from '../../api/client.ts';
import { shortNumber, type Card } from '../../forms/describe-card.ts';
import { showToast } from '../../ui/Toast.tsx';
import { findStatusChange } from './card-state.ts';

/** How often a card that is waited for, and not shown, is asked for. */
const UNSEEN_MS = 2500;

/**
 * Tells how a blocking or unblocking that was in progress has ended: it ended at the network, not on this screen. Watches
 * the cards that are shown, and those that are named to what it answers with: a network may have refused before the
 * first reading after the deed, and then no reading ever shows the card in progress. A card that a filter no longer
 * shows is asked for by itself: it has left the list because it is blocked.
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
      // What could not be read is asked for again.
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

/** Says how a blocking (type 3) or unblocking (type 4) has ended, by what the card is now. */
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
