import type { DeclineCode } from '#contract/fleet/declines.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { formatRubles } from '../../../lib/money-format.ts';
import type { SaleJudge } from '../../fleet/declines/judge-sale.ts';

/** A thousand litres: the two tanks of a truck. What a driver fills without a figure. */
const USUAL_MAX_CENTILITRES = 1000_00;
/** Less than a litre is no filling, unless less was asked for. */
const MIN_CENTILITRES = 100;

export interface FuelWanted {
  /** Null: as much as is allowed. */
  centilitres: number | null;
  sum: Kopecks | null;
  /** Kopecks a litre; null where no one knows the price. */
  price: number | null;
  /** The money of the card. */
  balance: Kopecks;
  judge: SaleJudge;
}

export type FuelGrant =
  | { granted: true; centilitres: number; sum: Kopecks; reason: string | null }
  | { granted: false; code: DeclineCode; reason: string };

/**
 * Returns the most fuel that the money and the rules allow, at most what is wanted, with the reason where it is less. With a
 * known price the sum follows the litres; without one both have limits of their own. Pure.
 */
export function weighFuel({ centilitres, sum, price, balance, judge }: FuelWanted): FuelGrant {
  const money = kopecks(Math.min(balance, sum ?? balance));
  const byMoney = price === null ? Infinity : litresFor(money, price);
  const bySum = price === null || sum === null ? Infinity : litresFor(sum, price);
  const wanted = Math.min(centilitres ?? USUAL_MAX_CENTILITRES, bySum);
  const least = Math.min(MIN_CENTILITRES, wanted);
  const cost = (litres: number): Kopecks =>
    price === null ? kopecks(1) : kopecks(Math.min(money, Math.round((litres * price) / 100)));
  const tooLittle = `На карте ${formatRubles(balance)}: для этой заправки мало.`;
  if (balance <= 0 || byMoney < least || least <= 0)
    return { granted: false, code: 'money', reason: tooLittle };
  const refusal = judge({ centilitres: least, sumKopecks: cost(least) });
  if (refusal !== null) return { granted: false, code: 'rule', reason: refusal };
  const max = findLargest(
    Math.min(wanted, byMoney),
    least,
    (litres) => judge({ centilitres: litres, sumKopecks: cost(litres) }) === null,
  );
  const maxSum =
    price === null
      ? findLargest(money, 1, (kop) => judge({ centilitres: max, sumKopecks: kop }) === null)
      : cost(max);
  const reason =
    centilitres !== null && max < centilitres
      ? (judge({ centilitres: Math.min(wanted, byMoney), sumKopecks: cost(Math.min(wanted, byMoney)) }) ??
        tooLittle)
      : null;
  return { granted: true, centilitres: max, sum: kopecks(maxSum), reason };
}

/** Hundredths of a litre for a sum. A price is a quotient, so what it gives back may lack a millionth. */
function litresFor(sum: number, price: number): number {
  return Math.floor((sum * 100) / price + 1e-6);
}

/** Returns the largest whole number from `least` to `max` that passes; `least` passes, and more never passes after less failed. */
function findLargest(max: number, least: number, passes: (value: number) => boolean): number {
  if (max <= least || passes(max)) return Math.max(max, least);
  let [good, bad] = [least, max];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (passes(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
