import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { AnyEndpoint } from '#contract/endpoint.ts';
import { isOffline, type CallAnswer, type CallFailed, type CallInput } from '../server/client.ts';
import type { SharedRead } from './shared-reads.ts';
import { useRead } from './use-call.ts';
import { compareWithServer, useWorkingSet } from './working-set.ts';

interface Answered<E extends AnyEndpoint> {
  read: UseQueryResult<CallAnswer<E>, CallFailed>;
  answer: CallAnswer<E> | undefined;
  /** When the browser's answer was read that stands instead of the server's, in milliseconds. */
  storedAt: number | undefined;
}

/**
 * Reads a call that the browser's own operations answer, too. Their answer is shown at once, until the server answers, and without
 * a network instead of the server's. `shared` stays the same object while nothing else is asked.
 */
export function useSharedRead<E extends AnyEndpoint, Answer extends { data: unknown; meta: unknown }>(
  endpoint: E,
  input: CallInput<E>,
  {
    shared,
    refetchMs,
    keepPrevious,
  }: { shared: SharedRead<Answer>; refetchMs?: number; keepPrevious?: boolean },
): Answered<E> {
  const [isAnswered, setAnswered] = useState(false);
  const workingSet = useWorkingSet(isAnswered);
  const own = useMemo(() => {
    const answer = workingSet && shared.answer(workingSet.set);
    return answer
      ? ({ ...answer, held: false, envelope: { code: 200, ...answer } } as CallAnswer<E>)
      : undefined;
  }, [workingSet, shared]);
  const read = useRead(endpoint, input, { refetchMs, keepPrevious, placeholder: own });
  const { data, isPlaceholderData, isPending, error } = read;
  if (!isAnswered && !isPending && !isPlaceholderData) setAnswered(true);
  useEffect(() => {
    if (data && !isPlaceholderData) compareWithServer(shared, { data: data.data, meta: data.meta } as Answer);
  }, [shared, data, isPlaceholderData]);
  const isStored = data === undefined && isOffline(error) && own !== undefined;
  return { read, answer: isStored ? own : data, storedAt: isStored ? workingSet?.readAt : undefined };
}
