import type { UnclearMatter } from '../../networks/commands/unclear-matter.ts';
import type { KeptSale } from './kept-sale.ts';

/** A sale that could not be booked. */
export interface UnbookedSale extends UnclearMatter {
  sale: KeptSale;
  /** Its card is unknown, its day has not come, or the books refuse it. */
  waitsFor: 'card' | 'day' | 'books';
}
