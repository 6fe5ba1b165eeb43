import { z } from 'zod';

/** Verdict of one of a network's sources about a movement. */
export type Outcome = 'done' | 'not-done' | 'unclear';

export interface Proof {
  /** Name of the source in Russian, for the programme's staff. */
  source: string;
  says: Outcome;
}

const listedSale = z.object({
  id: z.string(),
  at: z.coerce.date(),
  /** Below zero: money that came back to the card. */
  spentKopecks: z.int(),
});

/** A card's money as its network states it, and what proves a movement. Stored as JSON. */
export const moneyState = z.object({
  /** The card's id in calls of its network. */
  id: z.string(),
  leftKopecks: z.int(),
  /** False means that the card spends the contract's money until it is made a wallet. */
  isWallet: z.boolean(),
  /** A limit that stands for the card's money: sales lower its remainder, never its value. */
  limit: z.object({ code: z.string().nullable(), valueKopecks: z.int() }).nullable(),
  /** Null means that the network does not report it. */
  contractKopecks: z.int().nullable(),
  /** The card's sales that were listed just before its money was read. Null means that one of them can't be read. */
  sales: z.array(listedSale).nullable(),
});

export type ListedSale = z.output<typeof listedSale>;
export type MoneyState = z.output<typeof moneyState>;

/** Two readings of a card's money, and the moments at which they were made. */
export interface Readings {
  before: MoneyState;
  startedAt: Date;
  after: MoneyState;
  readAt: Date;
}

/** Amount certainly spent between two readings, and sales that may or may not lie between them. */
export interface SpentBetween {
  certainKopecks: number;
  maybe: readonly number[];
}

/** Maximum difference between the clocks of stations and networks and ours. */
const CLOCK_MARGIN_MS = 5 * 60_000;
/** More of them leave everything possible. */
const MAX_UNCERTAIN = 8;

/**
 * Returns what a card has spent between two readings, as bounds. A sale listed before a reading is part of it; one
 * made long after the reading is not. Any other sale may be: a network lists sales late, and a station without a
 * connection may report them late. Null when the list is unknown.
 */
export function spentBetween(sales: readonly ListedSale[] | null, readings: Readings): SpentBetween | null {
  if (!sales) return null;
  const before = new Set(readings.before.sales?.map(({ id }) => id));
  const after = new Set(readings.after.sales?.map(({ id }) => id));
  const maybe: number[] = [];
  let certainKopecks = 0;
  for (const { id, at, spentKopecks } of sales) {
    if (before.has(id)) continue;
    const isAfterFirst = at.getTime() > readings.startedAt.getTime() + CLOCK_MARGIN_MS;
    const isAfterSecond = at.getTime() > readings.readAt.getTime() + CLOCK_MARGIN_MS;
    if (after.has(id) && isAfterFirst) certainKopecks += spentKopecks;
    else if (after.has(id) || !isAfterSecond) maybe.push(spentKopecks);
  }
  return { certainKopecks, maybe };
}

/** Decides whether a card's money has changed by `changeKopecks` or by nothing, apart from what was spent. */
export function weighLeft(
  changeKopecks: number,
  { before, after }: Readings,
  spent: SpentBetween | null,
): Outcome {
  if (!spent || spent.maybe.length > MAX_UNCERTAIN) return 'unclear';
  const moved = after.leftKopecks - before.leftKopecks + spent.certainKopecks;
  let possible = new Set([moved]);
  for (const value of spent.maybe) possible = new Set([...possible].flatMap((sum) => [sum, sum + value]));
  const [mayBeDone, mayBeNot] = [possible.has(changeKopecks), possible.has(0)];
  if (mayBeDone === mayBeNot) return 'unclear';
  return mayBeDone ? 'done' : 'not-done';
}

/** The outcome for which a balance that only the movement changes has changed as seen. */
export function weighChange(seenKopecks: number, changeKopecks: number): Outcome {
  if (seenKopecks === changeKopecks) return 'done';
  return seenKopecks === 0 ? 'not-done' : 'unclear';
}

/** Returns the outcome on which at least two proofs agree. */
export function findAgreedOutcome(proofs: readonly Proof[]): Outcome {
  const [first] = proofs;
  const isAgreed = first && proofs.length >= 2 && proofs.every(({ says }) => says === first.says);
  return isAgreed ? first.says : 'unclear';
}
