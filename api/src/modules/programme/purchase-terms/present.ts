import type { z } from 'zod';
import { toRubles } from '#contract/kopecks.ts';
import type {
  previewPurchaseTerm,
  purchaseTerm,
  PurchaseTermState,
} from '#contract/programme/purchase-terms.ts';
import type { PurchaseTermPreview } from './preview-purchase-term.ts';
import type { PurchaseTermRecord } from './purchase-term.ts';

export function presentPurchaseTerm(record: PurchaseTermRecord, today: string): z.input<typeof purchaseTerm> {
  return {
    id: record.id,
    partner: record.partner,
    goods: record.goodsTitle,
    goods_kind: record.goodsKind,
    pricing: record.pricing,
    rate: record.rate / 100,
    bonus: record.bonusRate / 100,
    first_day: record.firstDay,
    last_day: record.lastDay,
    state: getState(record, today),
    note: record.note,
    created_at: record.createdAt.toISOString(),
    created_by: record.createdBy,
    ended: record.ended && { ...record.ended, at: record.ended.at.toISOString() },
  };
}

const ORDER: Record<PurchaseTermState, number> = {
  current: 0,
  planned: 1,
  replaced: 2,
  ended: 3,
  withdrawn: 4,
};

/** Sorts the terms in force first, and the newest first within each state. */
export function presentPurchaseTerms(
  records: readonly PurchaseTermRecord[],
  today: string,
): z.input<typeof purchaseTerm>[] {
  return records
    .map((record) => {
      const term = presentPurchaseTerm(record, today);
      const isReplaced = term.state === 'current' && records.some((other) => replaces(other, record, today));
      return isReplaced ? { ...term, state: 'replaced' as const } : term;
    })
    .sort((a, b) => ORDER[a.state] - ORDER[b.state] || b.id - a.id);
}

/** Returns whether a term of the same scope holds today instead of another. */
function replaces(later: PurchaseTermRecord, term: PurchaseTermRecord, today: string): boolean {
  const isLater = later.firstDay === term.firstDay ? later.id > term.id : later.firstDay > term.firstDay;
  return isLater && getScope(later) === getScope(term) && getState(later, today) === 'current';
}

function getScope({ partner, goodsTitle, goodsKind }: PurchaseTermRecord): string {
  return JSON.stringify([partner.id, goodsTitle?.trim().toLowerCase() ?? null, goodsKind]);
}

function getState({ firstDay, lastDay }: PurchaseTermRecord, today: string): PurchaseTermState {
  if (lastDay !== null && lastDay < firstDay) return 'withdrawn';
  if (lastDay !== null && lastDay < today) return 'ended';
  return firstDay > today ? 'planned' : 'current';
}

export function presentPreview(
  preview: PurchaseTermPreview,
): z.input<NonNullable<(typeof previewPurchaseTerm)['data']>> {
  return {
    date_from: preview.from,
    date_to: preview.to,
    sales: preview.sales,
    sum: toRubles(preview.sum),
    cost: toRubles(preview.cost),
    cost_now: toRubles(preview.costNow),
  };
}
