/** Facts of the quarter's test, in kopecks and hundredths of a litre. Nothing of the product is imported here. */

export interface PlainClient {
  id: number;
  change: 'discount' | 'surcharge' | 'none';
  /** Hundredths of a percent. */
  rate: number;
  feeRate: number;
  /** Fees of a month: of the client, of a card that bought, and the least that all fees come to. */
  monthlyFee: number;
  cardFee: number;
  minimum: number;
}

export interface PlainSale {
  client: PlainClient;
  partner: number;
  card: string;
  goods: string;
  day: string;
  /** At the price of the station. */
  sum: number;
  centilitres: number;
  sign: 1 | -1;
  /** The purchase that a refund takes back, whole or in part. */
  purchase?: PlainSale;
}

/** Hundredths of a percent of the station's sum, or kopecks a litre. */
export interface PlainTerm {
  partner: number;
  goods?: string;
  firstDay: string;
  pricing: 'percent' | 'litre' | 'fixed';
  rate: number;
  bonus: number;
}

/** A payment, a return of an advance, or money that a client moves; negative left the account. */
interface PlainMoney {
  clientId: number;
  day: string;
  sum: number;
}

/** A sum that the programme gives a client (positive) or takes from him; a УКД belongs to a network. */
export interface PlainCorrection extends PlainMoney {
  partner: number | null;
  /** The line that a УКД of staff corrects: the month of its УПД, and its title. */
  of?: { month: string; title: string };
}

/** A service of the programme: taken on a day, and in the documents of a month. */
interface PlainFee {
  clientId: number;
  partner: number;
  title: string;
  day: string;
  month: string;
  sum: number;
}

/** All facts of the quarter. */
export interface PlainQuarter {
  terms: readonly PlainTerm[];
  sales: PlainSale[];
  money: PlainMoney[];
  corrections: PlainCorrection[];
  fees: PlainFee[];
  /** Movements of the only unallocated funds that fall below zero. */
  owing: PlainMoney[];
  /** Payments to networks. */
  paid: { partner: number; day: string; sum: number }[];
}

export function isUntil<Dated extends { day: string }>(day: string): (fact: Dated) => boolean {
  return (fact) => fact.day <= day;
}

export function addUp<Item>(items: readonly Item[], read: (item: Item) => number): number {
  return items.reduce((total, item) => total + read(item), 0);
}

/** Half a kopeck rounds up. */
export function halfUp(product: number, by: number): number {
  return Math.floor((2 * product + by) / (2 * by));
}
