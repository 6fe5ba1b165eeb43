import { kopecks, type Kopecks } from '#contract/kopecks.ts';

/** Everything that a company's money stands on (api.md section 5). */
export interface Balances {
  usesEdo: boolean;
  credit: Kopecks;
  /** Below zero where credit is used. */
  unallocated: Kopecks;
  /** On its way to a card or back: waits for a network. */
  inTransit: Kopecks;
  /** Of all cards together. */
  cards: Kopecks;
  partners: PartnerBalance[];
}

export interface PartnerBalance {
  accountId: number;
  partnerId: number;
  title: string;
  balance: Kopecks;
  /** What fuel already sold has left unpaid: zero or less. */
  debt: Kopecks;
}

/** What can be moved now: own unallocated funds plus unused credit. */
export function availableFunds({ unallocated, credit }: Pick<Balances, 'unallocated' | 'credit'>): Kopecks {
  return kopecks(Math.max(0, unallocated + credit));
}

/** What of all balances is the company's own: never less than nothing. */
export function ownFunds(balances: Balances): Kopecks {
  const { unallocated, inTransit, cards } = balances;
  const partners = balances.partners.reduce((sum, one) => sum + partnerSum(one), 0);
  return kopecks(Math.max(0, unallocated + inTransit + partners + cards));
}

export function unusedCredit({ unallocated, credit }: Pick<Balances, 'unallocated' | 'credit'>): Kopecks {
  return kopecks(Math.max(0, credit - Math.max(0, -unallocated)));
}

/** A partner account as the screens show it: a debt is visible as a negative sum. */
export function partnerSum({ balance, debt }: Pick<PartnerBalance, 'balance' | 'debt'>): Kopecks {
  return kopecks(balance + debt);
}
