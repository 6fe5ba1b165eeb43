import { type Kopecks, kopecks } from '#contract/kopecks.ts';

/** Advances by СБП that a day adds for a client, and those that it takes, in kopecks. */
export interface AdvanceDay {
  /** Advances with a receipt. */
  paid: number;
  /** Paid back to the client, of whatever advance. */
  returned: number;
  /** Set off against fuel. */
  offset: number;
}

/**
 * Returns the advance by СБП that is left after days in their order. A return takes it before advances that have no receipt, as
 * fuel does (decisions 212 and 225), but never more than there is: the rest came by payment orders.
 */
export function countOpenAdvance(days: readonly AdvanceDay[]): Kopecks {
  const open = days.reduce((before, { paid, returned, offset }) => {
    const advance = before + paid;
    return advance - Math.min(returned, Math.max(0, advance)) - offset;
  }, 0);
  return kopecks(open);
}
