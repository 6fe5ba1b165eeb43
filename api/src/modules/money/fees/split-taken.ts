/** The accounts that pay what the programme takes, in their order. */
export interface PayingBooks {
  /** Kopecks of unallocated funds that can be taken, credit included. */
  free: number;
  partner: number;
}

/** Sources in the order in which they pay. */
export type PayingAccount = 'unallocated' | 'partner' | 'debt';

/** Splits a sum that the programme takes: unallocated funds pay first, then the network's account; the rest is owed. */
export function splitTaken(sum: number, { free, partner }: PayingBooks): Record<PayingAccount, number> {
  const unallocated = Math.max(0, Math.min(sum, free));
  const fromPartner = Math.max(0, Math.min(sum - unallocated, partner));
  return { unallocated, partner: fromPartner, debt: sum - unallocated - fromPartner };
}
