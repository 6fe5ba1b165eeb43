import { useQueryClient, type QueryClient, type UseMutationResult } from '@tanstack/react-query';
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
import type { CallAnswer, CallFailed, CallSaid } from '../server/client.ts';
import { readKey, useDeed } from '../state/use-call.ts';
import type { Card } from './describe-card.ts';
import { watchCards } from './use-network-outcome.ts';

/** Actions that return the card. Detaching a driver has the same type as attaching one. */
type CardDeed =
  | typeof attachDriver
  | typeof changeCardStatus
  | typeof setCardComment
  | typeof setCardGoods
  | typeof setCardLimit;

const CARD_READS = [listCards, readCard, listOperations];

/**
 * Changes a card. Shows the returned card at once, then repeats the reads that show cards, and once more 500 ms later
 * (spec section 9, "List refresh after load"), because the network may have answered meanwhile. `onCard` gets the
 * returned card before anything newer can be read; `onFailure` is called even if the page has been left.
 */
export function useCardDeed<E extends CardDeed>(
  endpoint: E,
  onCard: (card: Card) => void = () => {},
  onFailure?: (failure: CallFailed) => void,
): UseMutationResult<CallAnswer<E>, CallFailed, CallSaid<E>> {
  const client = useQueryClient();
  return useDeed(endpoint, {
    refresh: CARD_READS,
    onAnswer: ({ data }) => {
      onCard(data);
      watchCards([data]);
      showCard(client, data);
      setTimeout(() => {
        for (const read of CARD_READS) void client.invalidateQueries({ queryKey: [read.name] });
      }, LIST_REFRESH_MS);
    },
    ...(onFailure ? { onFailure } : {}),
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
