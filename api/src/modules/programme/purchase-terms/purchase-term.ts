import type { PartnerId } from '#contract/ids.ts';
import type { Fuel } from '#contract/fleet/vehicles.ts';
import type { PurchasePricing } from '#contract/programme/purchase-terms.ts';

/** Price of a network's fuel for the programme (decision 167). */
interface PurchaseRates {
  pricing: PurchasePricing;
  /** Hundredths of a percent of the station's sum, or kopecks a litre. */
  rate: number;
  /** Hundredths of a percent of the station's sum that the network pays back. */
  bonusRate: number;
}

export interface NewPurchaseTerm extends PurchaseRates {
  partnerId: PartnerId;
  /** At most one of the two is set. Without both the term covers everything that the network sells. */
  goodsTitle: string | null;
  goodsKind: Fuel | null;
  /** Moscow days of the purchase, both included. */
  firstDay: string;
  lastDay: string | null;
  note: string;
}

/** A term as it is tried on last month. */
export type PurchaseTermDraft = Omit<NewPurchaseTerm, 'note'>;

/** A term as staff see it. */
export interface PurchaseTermRecord extends Omit<NewPurchaseTerm, 'partnerId'> {
  id: number;
  partner: { id: number; title: string };
  createdAt: Date;
  createdBy: string;
  ended: { at: Date; by: string; reason: string } | null;
}
