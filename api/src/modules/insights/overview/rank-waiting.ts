import type { WaitingKind } from '#contract/insights/overview.ts';
import type { Kopecks } from '#contract/kopecks.ts';

/** Things of one kind that wait for a decision. */
export interface WaitingItem {
  kind: WaitingKind;
  count: number;
  sum: Kopecks | null;
  dueAt: Date | null;
  href: string;
}

/** Kinds for which a driver is standing at a pump. */
const PUMP_KINDS: readonly WaitingKind[] = ['exceptions', 'declines'];
/** Order of what has neither a near term nor a sum. */
const USUAL_ORDER: readonly WaitingKind[] = ['signals', 'invoices', 'documents', 'cards', 'orders'];
/** A term this near comes before larger sums. */
const SOON_MS = 3 * 86_400_000;

/** Returns what there is, the most urgent first: drivers at a pump, then near terms, then sums, then the usual order. */
export function rankWaiting(items: readonly WaitingItem[], now: Date): WaitingItem[] {
  const soon = now.getTime() + SOON_MS;
  const rank = ({ kind, dueAt, sum }: WaitingItem): readonly number[] => {
    const pump = PUMP_KINDS.indexOf(kind);
    if (pump >= 0) return [0, pump];
    if (dueAt && dueAt.getTime() <= soon) return [1, dueAt.getTime()];
    if (sum !== null && sum > 0) return [2, -sum];
    return [3, USUAL_ORDER.indexOf(kind)];
  };
  return items
    .filter(({ count }) => count > 0)
    .toSorted((left, right) => {
      const [leftClass = 0, leftOrder = 0] = rank(left);
      const [rightClass = 0, rightOrder = 0] = rank(right);
      return leftClass - rightClass || leftOrder - rightOrder;
    });
}
