import { hashKey, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { listOperations, type OperationSort } from '#contract/fuel/operations.ts';
import {
  listWorkingSet,
  type ListedPage,
  type WorkingSetQuery,
} from '#contract/fuel/working-set/list-working-set.ts';
import { isOffline, type CallAnswer, type CallFailed, type CallInput } from '../../../server/client.ts';
import { useRead } from '../../../state/use-call.ts';
import { compareWithServer, useWorkingSet } from '../../../state/working-set.ts';
import type { OperationFilters } from './use-operation-filters.ts';

type Answer = CallAnswer<typeof listOperations>;
type Query = OperationFilters & { sort: NonNullable<CallInput<typeof listOperations>['query']>['sort'] };

const REFRESH_MS = 10_000;

/**
 * Reads a page of operations. What the browser has of them is shown at once, until the server answers, and without a network
 * instead of the server's answer: then `storedAt` says when it was read, in milliseconds.
 */
export function useOperations(query: Query): {
  operations: UseQueryResult<Answer, CallFailed>;
  answer: Answer | undefined;
  storedAt: number | undefined;
} {
  const [isAnswered, setAnswered] = useState(false);
  const workingSet = useWorkingSet(isAnswered);
  const key = hashKey([query]);
  const asked = useMemo(() => parseQuery(key), [key]);
  const own = useMemo(
    () => toAnswer(workingSet && listWorkingSet(workingSet.set, asked)),
    [workingSet, asked],
  );
  const operations = useRead(
    listOperations,
    { query },
    { keepPrevious: true, refetchMs: REFRESH_MS, placeholder: own },
  );
  const { data, isPlaceholderData, isPending, error } = operations;
  if (!isAnswered && !isPending && !isPlaceholderData) setAnswered(true);
  useEffect(() => {
    if (data && !isPlaceholderData) compareWithServer(asked, data);
  }, [asked, data, isPlaceholderData]);
  const isStored = data === undefined && isOffline(error) && own !== undefined;
  return { operations, answer: isStored ? own : data, storedAt: isStored ? workingSet?.readAt : undefined };
}

/** Reads the query from its key, which stays the same text while nothing is chosen. */
function parseQuery(key: string): WorkingSetQuery {
  const [{ sort, ...filters }] = JSON.parse(key) as [Query];
  return {
    ...filters,
    sort: sort && { key: sort.replace('-', '') as OperationSort, descending: sort.startsWith('-') },
  };
}

function toAnswer(page: ListedPage | null): Answer | undefined {
  return page ? { ...page, held: false, envelope: { code: 200, ...page } as Answer['envelope'] } : undefined;
}
