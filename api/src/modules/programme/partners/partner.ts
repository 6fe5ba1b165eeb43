import type { PartnerId } from '#contract/ids.ts';
import type { Kopecks } from '#contract/kopecks.ts';

export interface PartnerRecord {
  id: PartnerId;
  key: string;
  title: string;
  /** False: the network "will be connected soon". */
  active: boolean;
  cardPrice: Kopecks;
}
