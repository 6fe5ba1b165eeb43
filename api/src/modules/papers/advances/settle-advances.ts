import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import { vatAt } from '#contract/values/included-vat.ts';

/** Sums that moved on a client's account in five days. */
export interface Moved {
  /** From the bank. */
  received: Kopecks;
  /** Paid back to the client's bank, or credited to a wrong client and taken back. */
  returned: Kopecks;
  /** Fuel, services and corrections; negative where more was taken back than sold. */
  shipped: Kopecks;
}

/** An advance that is not used up. */
export interface OpenAdvance {
  id: number;
  /** The whole sum and its VAT. */
  gross: Kopecks;
  vat: Kopecks;
  /** Null if there is no VAT in it. */
  ratePercent: number | null;
  /** The rest that was neither shipped nor paid back. */
  left: Kopecks;
}

export interface AdvanceOffset {
  advanceId: number;
  kind: 'shipment' | 'return';
  gross: Kopecks;
  vat: Kopecks;
}

interface SettledPeriod {
  /** The client's money after the period; negative is a debt. */
  balance: Kopecks;
  /** Money that came in these days and was not shipped in them: the sum of an invoice, or 0. */
  advance: Kopecks;
  offsets: AdvanceOffset[];
}

/**
 * Settles five days of a client: what is left of the money that came is a new advance, shipments use the oldest advances
 * first, and money that goes back is taken from the newest. `open` are the advances before, oldest first; they add up to
 * the balance before where that is no debt. Money that comes back for fuel is received like a payment. An advance gives
 * back exactly the VAT that it was charged with.
 */
export function settleAdvances(before: Kopecks, open: readonly OpenAdvance[], moved: Moved): SettledPeriod {
  const { received, returned, shipped } = moved;
  const balance = kopecks(before + received - returned - shipped);
  const came = Math.max(0, received - returned) + Math.max(0, -shipped);
  const advance = kopecks(Math.min(came, Math.max(0, balance)));
  const wentBack = Math.max(0, returned - received);
  const used = Math.max(0, before) + advance - Math.max(0, balance);
  const left = open.map((item) => ({ ...item }));
  const returns = takeFrom(left.toReversed(), Math.min(wentBack, used), 'return');
  return { balance, advance, offsets: [...returns, ...takeFrom(left, used - sumGross(returns), 'shipment')] };
}

function sumGross(offsets: readonly AdvanceOffset[]): number {
  return offsets.reduce((sum, { gross }) => sum + gross, 0);
}

function takeFrom(
  open: readonly OpenAdvance[],
  wanted: number,
  kind: AdvanceOffset['kind'],
): AdvanceOffset[] {
  const offsets: AdvanceOffset[] = [];
  let rest = wanted;
  for (const advance of open) {
    const gross = Math.min(advance.left, rest);
    if (gross <= 0) continue;
    const vat = kopecks(vatLeft(advance, advance.left) - vatLeft(advance, advance.left - gross));
    offsets.push({ advanceId: advance.id, kind, gross: kopecks(gross), vat });
    advance.left = kopecks(advance.left - gross);
    rest -= gross;
  }
  return offsets;
}

/** VAT of the rest of an advance, in kopecks. */
function vatLeft({ gross, vat, ratePercent }: OpenAdvance, left: number): number {
  return left === gross ? vat : vatAt(left, ratePercent);
}
