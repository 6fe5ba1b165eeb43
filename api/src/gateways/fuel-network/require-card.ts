import { requireAll, type Records } from './read-records.ts';
import { NetworkRefusal } from './send-once.ts';

/** One card of a network's list. Throws NetworkRefusal if it is certainly not there, NetworkUnavailable if that is unknown. */
export function requireCard<Card>(cards: Records<Card>, isIt: (card: Card) => boolean): Card {
  const card = cards.readable.find(isIt) ?? requireAll(cards).find(isIt);
  if (!card) throw new NetworkRefusal('Карта не найдена в сети');
  return card;
}
