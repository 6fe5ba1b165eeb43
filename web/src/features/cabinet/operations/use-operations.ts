import { hashKey } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listOperations, type OperationSort } from '#contract/fuel/operations.ts';
import type { WorkingSetQuery } from '#contract/fuel/working-set/list-working-set.ts';
import type { CallInput } from '../../../server/client.ts';
import { shareOperations } from '../../../state/shared-reads.ts';
import { useSharedRead } from '../../../state/use-shared-read.ts';
import type { OperationFilters } from './use-operation-filters.ts';

type Query = OperationFilters & { sort: NonNullable<CallInput<typeof listOperations>['query']>['sort'] };

const REFRESH_MS = 10_000;

/** Reads a page of operations, from the browser first. */
export function useOperations(query: Query) {
  const key = hashKey([query]);
  const shared = useMemo(() => shareOperations(parseQuery(key)), [key]);
  return useSharedRead(listOperations, { query }, { shared, refetchMs: REFRESH_MS, keepPrevious: true });
}

/** Reads the query from its key, which stays the same text while nothing is chosen. */
function parseQuery(key: string): WorkingSetQuery {
  const [{ sort, ...filters }] = JSON.parse(key) as [Query];
  return {
    ...filters,
    sort: sort && { key: sort.replace('-', '') as OperationSort, descending: sort.startsWith('-') },
  };
}
