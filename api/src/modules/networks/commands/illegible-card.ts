import type { CardList } from '../../../gateways/fuel-network/tell-illegible.ts';
import type { UnclearMatter } from './unclear-matter.ts';

/** An entry of a network's list of cards that can't be read, as the network wrote it. */
export interface IllegibleCard extends UnclearMatter {
  list: CardList;
  key: string;
  text: string;
  problem: string;
}
