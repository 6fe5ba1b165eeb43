import type { HoldKind } from '#contract/blocks.ts';

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
