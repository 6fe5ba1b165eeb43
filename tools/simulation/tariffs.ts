import type { FirstPartnerId } from '#contract/ids.ts';
import { moscowDay } from '../../api/src/lib/money-format.ts';
import { countCentilitres, halfUp } from './purchase-terms.ts';
import { total, type ClientPrice, type Company, type Sale } from './truth.ts';

const NO_PRICE: ClientPrice = { discount: 0, surcharge: 0, fee: 0 };

/** Price of a card, in rubles: that of the programme's file. */
export const CARD_RUBLES = 1;

/** Prices a sale by the company's tariff of its day; a refund bears the price of its purchase where the network has reported that before. */
export function priceForClient(
  sale: Pick<Sale, 'company' | 'card' | 'sum' | 'soldAt' | 'reportedAt' | 'refundedSale'>,
): ClientPrice {
  const { refundedSale, company, card, sum, soldAt } = sale;
  if (refundedSale && refundedSale.reportedAt <= sale.reportedAt) return refundedSale.price;
  const day = moscowDay(soldAt);
  const [tariff] = company.tariffs
    .filter(({ partnerId, firstDay }) => partnerId === card.partnerId && firstDay <= day)
    .toReversed()
    .sort((a, b) => b.firstDay.localeCompare(a.firstDay));
  if (!tariff) return NO_PRICE;
  const { change, unit, rate } = tariff;
  const changed = unit === 'percent' ? halfUp(sum * rate, 10_000) : halfUp(countCentilitres(sum) * rate, 100);
  return {
    discount: change === 'discount' ? Math.min(changed, sum) : 0,
    surcharge: change === 'surcharge' ? changed : 0,
    fee: halfUp(sum * tariff.fee, 10_000),
  };
}

/** Kopecks that sales cost beside their sums, by what they are for. */
export function sumPrices(sales: readonly Sale[]): ClientPrice {
  const add = (name: keyof ClientPrice): number =>
    total(sales.map(({ price, refundedSale }) => (refundedSale ? -price[name] : price[name])));
  return { discount: add('discount'), surcharge: add('surcharge'), fee: add('fee') };
}

/** Kopecks that sales cost beside their sums. */
export function getExtra(sales: readonly Sale[]): number {
  const { discount, surcharge, fee } = sumPrices(sales);
  return surcharge + fee - discount;
}

/**
 * Kopecks that sales take from the company beside their sums, and that they give to it. Which account pays depends on the moment, so
 * each account has a range, and all together one right sum.
 */
export function splitExtra(sales: readonly Sale[]): { taken: number; given: number } {
  const parts = sales.map(({ price: { discount, surcharge, fee }, refundedSale }) =>
    refundedSale ? { taken: discount, given: surcharge + fee } : { taken: surcharge + fee, given: discount },
  );
  return { taken: total(parts.map(({ taken }) => taken)), given: total(parts.map(({ given }) => given)) };
}

/** Kopecks that a company's cards cost, of one network or of all: each is charged once, when its network issues it. */
export function cardFees({ ordered }: Company, partnerId?: FirstPartnerId): number {
  const mine = ordered.filter((item) => partnerId === undefined || item.partnerId === partnerId);
  return total(mine.map(({ count }) => count)) * CARD_RUBLES * 100;
}
