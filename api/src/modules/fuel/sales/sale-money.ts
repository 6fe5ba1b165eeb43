import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { NetworkEvent } from '../../../gateways/fuel-network/fuel-network.ts';
import { storableText } from '../../../lib/storable-text.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { vatRateOn } from '../../../lib/vat.ts';
import type { PartnerId } from '#contract/ids.ts';

/** A sale or a refund, as a network's feed reports it. */
export type NetworkSaleEvent = Extract<NetworkEvent, { kind: 'sale' | 'refund' }>;

export function toStorable(event: NetworkSaleEvent): NetworkSaleEvent {
  return {
    ...event,
    externalId: storableText(event.externalId),
    ...(event.refundOf !== undefined && { refundOf: storableText(event.refundOf) }),
    cardNumber: storableText(event.cardNumber),
    goodsTitle: storableText(event.goodsTitle),
    address: storableText(event.address),
  };
}

export type SaleAccount = 'card' | 'partner' | 'debt' | 'network';

/** The books before a sale. */
export interface SaleBooks {
  card: Kopecks;
  partner: Kopecks;
  debt: Kopecks;
  /** Amount that the card's fuel took from other accounts, because the card had no money in our books. */
  shortfall: Kopecks;
}

/** Movements of money of one sale. */
export interface SaleMoney {
  parts: { account: Exclude<SaleAccount, 'network'>; from: SaleAccount; to: SaleAccount; amount: Kopecks }[];
  /** Amount that no account covered. */
  owed: Kopecks;
  /** Shortfall of the card after the sale. */
  shortfall: Kopecks;
}

/** Ten million rubles: a larger sale is a network's mistake, and one mistake must not empty a company's accounts. */
const MAX_SUM = kopecks(10_000_000_00);
/** A million litres: more would spoil the totals of the company's operations. */
const MAX_CENTILITRES = 1_000_000_00;

/**
 * Money of a sale (docs/calls.md 5): a purchase takes the card's balance, then the partner account's, and what is
 * still missing becomes a visible debt, for fuel already sold is never refused. What did not come from the card is the
 * card's shortfall: a refund makes it good first, then goes to the card. Throws RangeError on a sum or litres past all sense, and on a day without a VAT rate.
 */
export function saleMoney(event: NetworkSaleEvent, books: SaleBooks): SaleMoney {
  const { sumKopecks, centilitres, soldAt, kind } = event;
  if (sumKopecks > MAX_SUM) throw new RangeError(`no sale is worth ${sumKopecks} kopecks`);
  if (centilitres > MAX_CENTILITRES) throw new RangeError(`no sale is of ${centilitres} centilitres`);
  // Programs write an empty date as the year 1. Once booked, it would block the company's documents of the month.
  vatRateOn(moscowDay(soldAt));
  return kind === 'sale' ? purchaseMoney(sumKopecks, books) : refundMoney(sumKopecks, books);
}

function purchaseMoney(sum: Kopecks, { card, partner, shortfall }: SaleBooks): SaleMoney {
  const fromCard = getSmaller(sum, card);
  const missing = kopecks(sum - fromCard);
  const fromPartner = getSmaller(missing, partner);
  const owed = kopecks(missing - fromPartner);
  const sums = { card: fromCard, partner: fromPartner, debt: owed };
  return { parts: toParts('sale', sums), owed, shortfall: kopecks(shortfall + missing) };
}

/** A refund pays nothing of another card's debt: the network has returned the money to this card. */
function refundMoney(sum: Kopecks, { debt, shortfall }: SaleBooks): SaleMoney {
  const good = getSmaller(sum, shortfall);
  const toDebt = getSmaller(good, kopecks(0 - debt));
  const sums = { debt: toDebt, partner: kopecks(good - toDebt), card: kopecks(sum - good) };
  return { parts: toParts('refund', sums), owed: kopecks(0), shortfall: kopecks(shortfall - good) };
}

/** Lists the parts in the order of their names, without zero movements. */
function toParts(
  kind: NetworkSaleEvent['kind'],
  sums: Record<Exclude<SaleAccount, 'network'>, Kopecks>,
): SaleMoney['parts'] {
  const accounts = Object.keys(sums) as (keyof typeof sums)[];
  return accounts
    .filter((account) => sums[account] > 0)
    .map((account) => ({
      account,
      amount: sums[account],
      ...(kind === 'sale' ? { from: account, to: 'network' } : { from: 'network', to: account }),
    }));
}

/** Returns how much can be taken: nothing from an account that is empty or below zero. */
function getSmaller(wanted: Kopecks, available: Kopecks): Kopecks {
  return kopecks(Math.max(0, Math.min(wanted, available)));
}

/** Sale as the feed reported it, with moments as text. */
export type StoredSale = Omit<NetworkSaleEvent, 'soldAt'> & { soldAt: string };

export interface BookedSale {
  operationId: number;
  companyId: number;
  cardId: number;
  partnerId: PartnerId;
  event: NetworkSaleEvent;
}
