import type { z } from 'zod';
import type { clientBalances } from '#contract/money/money.ts';

type Balances = Pick<z.infer<typeof clientBalances>, 'notDistSum' | 'creditAvailable'>;

/** The part of what can be moved that is the company's own: rubles, in whole kopecks. */
export function ownUnallocated({ notDistSum, creditAvailable }: Balances): number {
  return Math.round((notDistSum - creditAvailable) * 100) / 100;
}
