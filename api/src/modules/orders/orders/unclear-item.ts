import type { UnclearMatter } from '../../networks/commands/unclear-matter.ts';

/** Cards of an approved request that their network has neither issued nor refused. */
export interface UnclearItem extends UnclearMatter {
  orderId: number;
  count: number;
}
