import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import {
  listCards,
  readCard,
  type attachDriver,
  type changeCardStatus,
  type setCardComment,
  type setCardGoods,
  type setCardLimit,
} from '#contract/cards/cards.ts';
import { LIST_REFRESH_MS } from '#contract/limits.ts';
import { listOperations } from '#contract/fuel/operations.ts';
import { useEndpointAction, type EndpointAction, type Protocol } from '../actions/use-endpoint-action.ts';
import type { CallAnswer, CallInput } from '../server/client.ts';
import { readKey } from '../state/use-call.ts';
import type { Card } from './describe-card.ts';
import { watchCards } from './use-network-outcome.ts';

/** Actions that return the card. Detaching a driver has the same type as attaching one. */
export type CardEndpoint =
  | typeof attachDriver
  | typeof changeCardStatus
  | typeof setCardComment
  | typeof setCardGoods
  | typeof setCardLimit;

type CardProtocol<E extends CardEndpoint> = Pick<
  Protocol<CallAnswer<E>, CallInput<E>>,
  'left' | 'onFailure'
> & {
  onCard?: (card: Card) => void;
};

const CARD_READS = [listCards, readCard, listOperations];

/**
 * Changes a card. Shows the returned card at once, then repeats the reads that show cards, and once more 500 ms later
 * (spec section 9, "List refresh after load"), because the network may have answered meanwhile. `onCard` gets the
 * returned card before anything newer can be read.
 */
export function useCardAction<E extends CardEndpoint>(
  endpoint: E,
  { onCard, ...protocol }: CardProtocol<E> = {},
): EndpointAction<E> {
  const client = useQueryClient();
  return useEndpointAction(endpoint, {
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
    (list) => list && { ...list, data: list.data.map((item) => (item.id === card.id ? card : item)) },
  );
}
