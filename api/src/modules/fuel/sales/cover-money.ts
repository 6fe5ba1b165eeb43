import { kopecks, type Kopecks } from '#contract/kopecks.ts';

/** Amount of a shortfall that is repaid, and where it goes. */
export interface CoverMoney {
  good: Kopecks;
  parts: { account: 'debt' | 'partner'; amount: Kopecks }[];
}

/**
 * Uses the card's balance to pay for its earlier fuel: first the debt, then the rest goes back to the partner account.
 */
export function coverMoney(shortfall: Kopecks, { card, debt }: { card: Kopecks; debt: Kopecks }): CoverMoney {
  const good = kopecks(Math.max(0, Math.min(shortfall, card)));
  const toDebt = kopecks(Math.max(0, Math.min(good, -debt)));
  const parts: CoverMoney['parts'] = [
    { account: 'debt', amount: toDebt },
    { account: 'partner', amount: kopecks(good - toDebt) },
  ];
  return { good, parts: parts.filter(({ amount }) => amount > 0) };
}
