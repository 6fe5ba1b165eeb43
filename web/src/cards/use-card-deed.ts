import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  listCards,
  readCard,
  type attachDriver,
  type changeCardStatus,
  type setCardComment,
  type setCardGoods,
  type setCardLimit,
} from '#contract/cards.ts';
import { LIST_REFRESH_MS } from '#contract/limits.ts';
import { listOperations } from '#contract/operations.ts';
import { useDeed, type Deed, type Protocol } from '../deeds/use-deed.ts';
import type { CallAnswer, CallSaid } from '../server/client.ts';
import { readKey } from '../state/use-call.ts';
import type { Card } from './describe-card.ts';
import { watchCards } from './use-network-outcome.ts';

/** Actions that return the card. Detaching a driver has the same type as attaching one. */
type CardDeed =
  | typeof attachDriver
  | typeof changeCardStatus
  | typeof setCardComment
  | typeof setCardGoods
  | typeof setCardLimit;

type CardProtocol<E extends CardDeed> = Pick<Protocol<CallAnswer<E>, CallSaid<E>>, 'left' | 'onFailure'> & {
  onCard?: (card: Card) => void;
};

const CARD_READS = [listCards, readCard, listOperations];

/**
 * Changes a card. Shows the returned card at once, then repeats the reads that show cards, and once more 500 ms later
 * (spec section 9, "List refresh after load"), because the network may have answered meanwhile. `onCard` gets the
 * returned card before anything newer can be read.
 */
export function useCardDeed<E extends CardDeed>(
  endpoint: E,
  { onCard, ...protocol }: CardProtocol<E> = {},
): Deed<E> {
  const client = useQueryClient();
  return useDeed(endpoint, {
    ...protocol,
    refresh: CARD_READS,
    onAnswer: ({ data }) => {
      onCard?.(data);
      watchCards([data]);
      showCard(client, data);
      setTimeout(() => {
        for (const read of CARD_READS) void client.invalidateQueries({ queryKey: [read.name] });
      }, LIST_REFRESH_MS);
    },
  });
}

function showCard(client: QueryClient, card: Card): void {
  client.setQueryData<CallAnswer<typeof readCard>>(
    readKey(readCard, { params: { id: card.id } }),
    (read) => read && { ...read, data: card },
  );
  client.setQueriesData<CallAnswer<typeof listCards>>(
    { queryKey: [listCards.name] },
    (list) => list && { ...list, data: list.data.map((one) => (one.id === card.id ? card : one)) },
  );
}
