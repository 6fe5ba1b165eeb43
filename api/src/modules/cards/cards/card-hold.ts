import type { HoldKind } from '#contract/blocks.ts';
import type { CardStatusId, PartnerId } from '#contract/ids.ts';

/** Why the programme keeps a card blocked. */
export interface CardHold {
  kind: HoldKind;
  reason: string;
  since: Date;
}

/** Who begins or ends a hold, and why. */
export interface HoldWord {
  kind: HoldKind;
  reason: string;
  /** The member of staff. */
  byId: number | null;
  now: Date;
}

/** A card whose block or unblock is about to be decided; it is locked. */
export interface HoldableCard {
  id: number;
  companyId: number;
  cardNumber: string;
  partnerId: PartnerId;
  statusId: CardStatusId;
  /** Fuel bought past what was on it: it stays blocked. */
  inDebt: boolean;
}
