import {
  keepPreviousData,
  onlineManager,
  QueryClient,
  type QueryKey,
  useQuery,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { useIsLive } from './live.ts';
import { isAnnounced } from './topic-reads.ts';
import { call, CallFailed, type CallAnswer, type CallInput } from '../server/client.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      networkMode: 'always',
      // A mode that never waits for the network would also not retry when the network is back.
      refetchOnReconnect: true,
      staleTime: 5000,
      refetchOnWindowFocus: true,
      retry: (failures, error) =>
        failures < 2 && error instanceof CallFailed && (error.code === 0 || error.code >= 502),
    },
    // Without a connection an action fails at once. If it were queued, it would run on its own when the network
    // returns, long after the user has turned to something else. It may be money.
    mutations: { networkMode: 'always' },
  },
});

// A page that was opened without a network would not notice otherwise that it is back.
onlineManager.setOnline(navigator.onLine !== false);

/** When to read again: never, after a fixed time, or depending on the last answer. */
type PollInterval<E extends AnyEndpoint> =
  | number
  | false
  | ((last: CallAnswer<E> | undefined) => number | false);

/** While changes are announced the screens poll this rarely, in case one was missed. */
const ANNOUNCED_REFRESH_MS = 60_000;

/**
 * Reads a call and keeps its answer up to date. `enabled: false` waits. `refetchMs` is for times without announcements
 * of changes (state/live.ts).
 */
export function useRead<E extends AnyEndpoint>(
  endpoint: E,
  input: CallInput<E> = {},
  options: {
    enabled?: boolean;
    refetchMs?: PollInterval<E>;
    keepPrevious?: boolean;
    /** Shown until the answer comes. */
    placeholder?: CallAnswer<E> | undefined;
  } = {},
): UseQueryResult<CallAnswer<E>, CallFailed> {
  const announced = useIsLive() && isAnnounced(endpoint);
  const again = options.refetchMs ?? false;
  return useQuery<CallAnswer<E>, CallFailed>({
    queryKey: readKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, { ...input, signal }),
    enabled: options.enabled ?? true,
    refetchInterval: (query) => {
      const ms = typeof again === 'function' ? again(query.state.data) : again;
      return ms && announced ? Math.max(ms, ANNOUNCED_REFRESH_MS) : ms;
    },
    placeholderData: (previous) =>
      options.placeholder ?? (options.keepPrevious ? keepPreviousData(previous) : undefined),
  });
}

/**
 * The ids of a list that a field of filters offers, as the address writes them; null while they are on their way. A
 * list that failed offers none.
 */
export function offeredIds(
  read: UseQueryResult<{ data: readonly { id: number }[] }, CallFailed>,
): string[] | null {
  if (read.data) return read.data.data.map(({ id }) => String(id));
  return read.failureCount === 0 ? null : [];
}

/** The key under which a read's answer is cached. */
export function readKey<E extends AnyEndpoint>(endpoint: E, input: CallInput<E> = {}): QueryKey {
  const key = [endpoint.name, input.params ?? null, input.query ?? null];
  // Key of a read whose input does not fit into an address.
  return input.body === undefined ? key : [...key, input.body];
}
