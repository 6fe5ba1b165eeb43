import type { WaitingKind } from '#contract/insights/overview.ts';
import type { Kopecks } from '#contract/kopecks.ts';

/** Things of one kind that wait for a decision. */
export interface WaitingItem {
  kind: WaitingKind;
  count: number;
  sum: Kopecks | null;
  dueAt: Date | null;
  /** Sentence about the term and what follows; absent or null without a term. */
  note?: string | null;
  href: string;
}

/** Kinds for which a driver is standing at a pump. */
const PUMP_KINDS: readonly WaitingKind[] = ['exceptions', 'declines', 'stopped'];
/** Order of what has neither a near term nor a sum. */
const USUAL_ORDER: readonly WaitingKind[] = ['debt', 'signals', 'invoices', 'documents', 'cards', 'orders'];
/** A term this near comes before larger sums. */
const SOON_MS = 3 * 86_400_000;

/** Rank of a debt whose term is over: before everything. */
export const LATE_DEBT = [-1, 0] as const;

/** Returns how urgent an item is, to be compared place by place: the smaller, the more urgent. */
export function rankUrgency({ kind, dueAt, sum }: WaitingItem, now: Date): readonly [number, number] {
  if (kind === 'debt' && dueAt && dueAt < now) return LATE_DEBT;
  const pump = PUMP_KINDS.indexOf(kind);
  if (pump >= 0) return [0, pump];
  if (dueAt && dueAt.getTime() <= now.getTime() + SOON_MS) return [1, dueAt.getTime()];
  if (sum !== null && sum > 0) return [2, -sum];
  return [3, USUAL_ORDER.indexOf(kind)];
}

/** Returns what there is, the most urgent first: a late debt, drivers at a pump, then near terms, then sums, then the usual order. */
export function rankWaiting(items: readonly WaitingItem[], now: Date): WaitingItem[] {
  return items
    .filter(({ count }) => count > 0)
    .toSorted((left, right) => {
      const [leftClass, leftOrder] = rankUrgency(left, now);
      const [rightClass, rightOrder] = rankUrgency(right, now);
      return leftClass - rightClass || leftOrder - rightOrder;
    });
}
