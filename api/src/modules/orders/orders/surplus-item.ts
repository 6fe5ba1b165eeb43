import type { UnclearMatter } from '../../networks/commands/unclear-matter.ts';

/** Cards of which a network has issued more than were ordered. */
export interface SurplusItem extends UnclearMatter {
  orderId: number;
  ordered: number;
  made: number;
  /** All cards of the line: nobody knows which of them are the surplus ones. */
  cardNumbers: string[];
}
