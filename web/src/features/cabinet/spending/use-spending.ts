import { hashKey } from '@tanstack/react-query';
import { useMemo } from 'react';
import { summarizeOperations } from '#contract/fuel/spending.ts';
import type { SummaryQuery } from '#contract/fuel/working-set/summarize-working-set.ts';
import { useToday } from '../../../lib/use-today.ts';
import { shareSpending } from '../../../state/shared-reads.ts';
import { useSharedRead } from '../../../state/use-shared-read.ts';

/** Reads a report of spending, from the browser first. Distances come from the server alone. */
export function useSpending(query: SummaryQuery) {
  const today = useToday();
  const key = hashKey([query]);
  const shared = useMemo(() => {
    const [asked] = JSON.parse(key) as [SummaryQuery];
    return shareSpending(asked, today);
  }, [key, today]);
  return useSharedRead(summarizeOperations, { query }, { shared });
}
