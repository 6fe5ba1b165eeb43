import type { UnclearMatter } from '../../networks/commands/unclear-matter.ts';

/** A record that nobody can read, as the network wrote it. */
export interface IllegibleSale extends UnclearMatter {
  externalId: string;
  problem: string;
  text: string;
}
