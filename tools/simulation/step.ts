import type { FirstPartnerId } from '#contract/ids.ts';
import type { PlannedFault } from './fault-points.ts';
import type { CommandOutcome } from './network.ts';
import type { TariffTerms } from './truth.ts';

/**
 * One event of the simulation with all its random choices, so that a list of steps can be played again and shortened. A
 * step names its company or card by a number that is taken modulo their count at that time; with a count of zero the step
 * does nothing.
 */
export type Step = {
  /** Seconds until it happens. */
  after: number;
  company: number;
  card: number;
  fault?: PlannedFault;
} & SimulatedAction;

export type SimulatedAction =
  | { kind: 'join' | 'order'; partnerId: FirstPartnerId; count: number }
  | { kind: 'set-up' }
  | { kind: 'pay'; sum: number; way: PaymentWay; late: number }
  | { kind: 'bank-file'; repeats: number }
  | { kind: 'distribute' | 'revoke'; partnerId: FirstPartnerId; sum: number }
  | { kind: 'move'; toCard: boolean; sum: number; outcome: CommandOutcome; smsRefused: boolean }
  | { kind: 'move-many'; sum: number; outcomes: CommandOutcome[] }
  | { kind: 'buy'; sum: number; way: SaleWay }
  | { kind: 'fuel-by-code'; litres: number; way: PumpWay }
  | { kind: 'refund' | 'resale'; choice: number }
  | { kind: 'stranger' }
  | { kind: 'block'; blocked: boolean; outcome: CommandOutcome }
  | { kind: 'limit'; litres: number }
  | { kind: 'credit'; sum: number }
  | { kind: 'pay-network'; partnerId: FirstPartnerId; sum: number }
  | { kind: 'correct-upd'; percent: number }
  | ({ kind: 'tariff'; partnerId: FirstPartnerId } & TariffTerms)
  | { kind: 'delegate' | 'group-owner'; choice: number }
  | { kind: 'read' }
  | { kind: 'storm'; people: number; sum: number }
  | { kind: 'jobs'; choices: number[] }
  | { kind: 'loop'; choice: number }
  | { kind: 'silence'; partnerId: FirstPartnerId; seconds: number }
  | { kind: 'night'; choice: number };

/** `look-alike`: the last payment again, its number padded; a person has to check it. */
export type PaymentWay = 'invoice' | 'no-number' | 'unknown-payer' | 'look-alike';
/**
 * `late`: reported hours or days later; `twice`: reported twice; `swapped`: reported before the previous one;
 * `offline`: beyond the card's money.
 */
export type SaleWay = 'at-once' | 'late' | 'very-late' | 'twice' | 'swapped' | 'offline';
/**
 * `unused`: the code's time runs out; `unfilled`: the pump was freed to sell and the nozzle put back without a word, so the
 * hold's time runs out; `settlement-lost`: what was filled stands in the list of sales alone; `settled-early`: it was filled and
 * reported before the question came.
 */
export const PUMP_WAYS = [
  'settled',
  'short',
  'settled-twice',
  'settlement-lost',
  'settled-early',
  'released',
  'cancelled',
  'unused',
  'unfilled',
] as const;
export type PumpWay = (typeof PUMP_WAYS)[number];
