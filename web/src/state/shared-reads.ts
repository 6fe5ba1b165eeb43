import { hashKey } from '@tanstack/react-query';
import type { PresentedSummary } from '#contract/fuel/summary/present-summary.ts';
import {
  listWorkingSet,
  type ListedPage,
  type WorkingSetQuery,
} from '#contract/fuel/working-set/list-working-set.ts';
import { summarizeWorkingSet, type SummaryQuery } from '#contract/fuel/working-set/summarize-working-set.ts';
import { hasOperation, type WorkingSet } from '#contract/fuel/working-set/working-set.ts';

/** Read of the server that a working set answers, too. */
export interface SharedRead<Answer> {
  /** Returns null where the set can't answer. */
  answer: (set: WorkingSet) => Answer | null;
  isSame: (one: Answer, two: Answer) => boolean;
  /** Returns whether an answer from before the set was read has what the set lacks, or has otherwise. */
  isOutdated: (set: WorkingSet, answer: Answer) => boolean;
}

/** Shares a page of operations. */
export function shareOperations(query: WorkingSetQuery): SharedRead<ListedPage> {
  return {
    answer: (set) => listWorkingSet(set, query),
    isSame,
    // Newer operations only move on what is listed.
    isOutdated: (set, { data, meta }) => {
      const own = listWorkingSet(set, query);
      if (!own) return false;
      const listed = new Map(own.data.map((operation) => [operation.id, operation]));
      return (
        own.meta.pagination.total < meta.pagination.total ||
        data.some((operation) => {
          const known = listed.get(operation.id);
          return known ? !isSame(known, operation) : !hasOperation(set, operation.id);
        })
      );
    },
  };
}

/** Shares a report of spending. `today`: Moscow day. */
export function shareSpending(query: SummaryQuery, today: string): SharedRead<PresentedSummary> {
  return {
    answer: (set) => summarizeWorkingSet(set, query, today),
    isSame: (one, two) => isSame(withoutDistances(one), withoutDistances(two)),
    // Sums do not say what is missing: the list of operations does.
    isOutdated: () => false,
  };
}

const NO_DISTANCE = { km: null, litres_100km: null, rubles_km: null, cost_km: null };

function withoutDistances({ data, meta }: PresentedSummary): PresentedSummary {
  return {
    data: data.map((row) => ({ ...row, ...NO_DISTANCE })),
    meta: { ...meta, totals: { ...meta.totals, ...NO_DISTANCE } },
  };
}

function isSame(one: unknown, two: unknown): boolean {
  return hashKey([one]) === hashKey([two]);
}
