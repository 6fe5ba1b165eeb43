import type { WriteOutcome } from './network-players.ts';

/** Events around a write. With `raced` a sale falls between reading and writing, and the answer is lost. */
export type MoveOutcome =
  | WriteOutcome
  | 'dies-before-write'
  | 'dies-after-write'
  | 'dies-before-booking'
  | 'raced';

export type Step =
  | { kind: 'move'; card: number; toCard: boolean; sum: number; outcome: MoveOutcome }
  /** Seconds: by how much the station's clock is off, until the network takes it from the card, until it is listed. */
  | { kind: 'buy'; card: number; sum: number; skew: number; deducted: number; listed: number }
  /** A payment to the contract; a refund that is listed at once. */
  | { kind: 'contract' | 'refund'; card: number; sum: number }
  | { kind: 'time'; seconds: number }
  | { kind: 'ask' | 'poll' };

/** Returns whether the outcome is one of the network's own. */
export function isWriteOutcome(outcome: MoveOutcome): outcome is WriteOutcome {
  return outcome === 'answered' || outcome === 'lost' || outcome === 'broken' || outcome === 'turned-away';
}
