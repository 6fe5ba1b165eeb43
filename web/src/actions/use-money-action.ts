import { useState } from 'react';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { CallFailed, type CallAnswer, type CallInput } from '../server/client.ts';
import {
  useEndpointAction,
  useIsUnderWay,
  type EndpointAction,
  type Protocol,
} from './use-endpoint-action.ts';

type MoneyAction<E extends AnyEndpoint, Figures> = EndpointAction<E> & {
  figures: Figures;
  /** One that was sent from a page that was left since is not answered yet. */
  earlierIsUnderWay: boolean;
};

/**
 * An action that moves money. `figures` are the balances that the form shows: the present ones, or those at the time of
 * the request while its answer is awaited or lost. The new balances can arrive before the answer, or without it, and
 * the user may repeat the request.
 */
export function useMoneyAction<E extends AnyEndpoint, Figures>(
  endpoint: E,
  now: Figures,
  protocol: Protocol<CallAnswer<E>, CallInput<E>>,
): MoneyAction<E, Figures> {
  const action = useEndpointAction(endpoint, protocol);
  const isUnderWay = useIsUnderWay(endpoint.name);
  const [sentFrom, setSentFrom] = useState(now);
  const figures = action.isPending || action.error?.code === 0 ? sentFrom : now;
  return {
    ...action,
    error: action.error && toMoneyFailure(action.error),
    mutate: (...input) => {
      setSentFrom(figures);
      action.mutate(...input);
    },
    figures,
    earlierIsUnderWay: isUnderWay && !action.isPending,
  } as MoneyAction<E, Figures>;
}

/**
 * Describes money that was not moved, or may have been moved: a repeat under the same key is the same movement.
 * Returns null for an ended session, which its own dialogue reports until the user has signed in again.
 */
function toMoneyFailure(failure: CallFailed): CallFailed | null {
  if (failure.code === 401) return null;
  if (failure.code !== 0) return failure;
  return new CallFailed(0, `${failure.message}. Если запрос уже дошёл, деньги не переведутся дважды`);
}
