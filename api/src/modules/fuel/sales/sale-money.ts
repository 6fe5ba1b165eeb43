import type { PartnerId } from '#contract/ids.ts';
import { kopecks, type Kopecks } from '#contract/kopecks.ts';
import type { NetworkEvent } from '../../../gateways/fuel-network/fuel-network.ts';
import { keepableText } from '../../../lib/keepable-text.ts';
import { moscowDay } from '../../../lib/money-format.ts';
import { vatRateOn } from '../../../lib/vat.ts';
import type { Transfer } from '../../money/ledger/account.ts';

/** A sale or a refund, as a network's feed reports it. */
export type NetworkSaleEvent = Extract<NetworkEvent, { kind: 'sale' | 'refund' }>;

export function keepable(event: NetworkSaleEvent): NetworkSaleEvent {
  return {
    ...event,
    externalId: keepableText(event.externalId),
    ...(event.refundOf !== undefined && { refundOf: keepableText(event.refundOf) }),
    cardNumber: keepableText(event.cardNumber),
    goodsTitle: keepableText(event.goodsTitle),
    address: keepableText(event.address),
  };
}

/** Ids of the ledger accounts that a sale can touch. */
export interface SaleAccounts {
  card: number;
  partner: number;
  debt: number;
  network: number;
}

export interface BookedSale {
  operationId: number;
  companyId: number;
  cardId: number;
  partnerId: PartnerId;
  event: NetworkSaleEvent;
  accounts: SaleAccounts;
}

/** The books before a sale; the sale updates both maps. */
export interface SaleBooks {
  /** By ledger account. */
  balances: Map<number, Kopecks>;
  /** By card: what its fuel has taken from elsewhere, because the card had no money in our books. */
  shortfalls: Map<number, Kopecks>;
}

/** How the money of one sale moves; `owed` is what nobody's money covered. */
export interface SaleMoney {
  transfers: Transfer[];
  owed: Kopecks;
}

/** Ten million rubles: a larger sale is a network's mistake, and one mistake must not empty a company's accounts. */
const MOST = kopecks(10_000_000_00);
/** A million litres: more would spoil the totals of the company's operations. */
const MOST_CENTILITRES = 1_000_000_00;

/**
 * Money of a sale (docs/calls.md 5): a purchase takes the card's balance, then the partner account's, and what is
 * still missing becomes a visible debt, for fuel already sold is never refused. What did not come from the card is the
 * card's shortfall: a refund makes it good first, then goes to the card. The next sale finds the books as this one left
 * them. Throws RangeError on a sum or litres past all sense, and on a day without a VAT rate.
 */
export function saleMoney(sale: BookedSale, books: SaleBooks): SaleMoney {
  const { sumKopecks, centilitres, soldAt, kind } = sale.event;
  if (sumKopecks > MOST) throw new RangeError(`no sale is worth ${sumKopecks} kopecks`);
  if (centilitres > MOST_CENTILITRES) throw new RangeError(`no sale is of ${centilitres} centilitres`);
  // Programs write an empty date as the year 1. Once booked, it would keep its company from the papers of the month.
  vatRateOn(moscowDay(soldAt));
  return kind === 'sale' ? purchaseMoney(sale, books) : refundMoney(sale, books);
}

function purchaseMoney(sale: BookedSale, books: SaleBooks): SaleMoney {
  const { card, partner, debt, network } = sale.accounts;
  const { balances } = books;
  const fromCard = least(sale.event.sumKopecks, balanceOf(balances, card));
  const missing = kopecks(sale.event.sumKopecks - fromCard);
  const fromPartner = least(missing, balanceOf(balances, partner));
  const owed = kopecks(missing - fromPartner);
  addShortfall(books, sale.cardId, missing);
  const parts: Part[] = [
    { name: 'card', from: card, to: network, amount: fromCard },
    { name: 'partner', from: partner, to: network, amount: fromPartner },
    { name: 'debt', from: debt, to: network, amount: owed },
  ];
  return { transfers: transfersOf(sale, parts, balances), owed };
}

/** A refund pays nothing of another card's debt: the network has returned the money to this card. */
function refundMoney(sale: BookedSale, books: SaleBooks): SaleMoney {
  const { card, partner, debt, network } = sale.accounts;
  const { balances } = books;
  const good = least(sale.event.sumKopecks, shortfallOf(books, sale.cardId));
  const toDebt = least(good, kopecks(0 - balanceOf(balances, debt)));
  addShortfall(books, sale.cardId, kopecks(0 - good));
  const parts: Part[] = [
    { name: 'debt', from: network, to: debt, amount: toDebt },
    { name: 'partner', from: network, to: partner, amount: kopecks(good - toDebt) },
    { name: 'card', from: network, to: card, amount: kopecks(sale.event.sumKopecks - good) },
  ];
  return { transfers: transfersOf(sale, parts, balances), owed: kopecks(0) };
}

function shortfallOf({ shortfalls }: SaleBooks, cardId: number): Kopecks {
  return shortfalls.get(cardId) ?? kopecks(0);
}

function addShortfall(books: SaleBooks, cardId: number, amount: Kopecks): void {
  if (amount !== 0) books.shortfalls.set(cardId, kopecks(shortfallOf(books, cardId) + amount));
}

interface Part {
  name: string;
  from: number;
  to: number;
  amount: Kopecks;
}

function transfersOf(sale: BookedSale, parts: Part[], balances: Map<number, Kopecks>): Transfer[] {
  const moving = parts.filter((part) => part.amount > 0);
  for (const part of moving) {
    balances.set(part.from, kopecks(balanceOf(balances, part.from) - part.amount));
    balances.set(part.to, kopecks(balanceOf(balances, part.to) + part.amount));
  }
  return moving.map((part) => ({
    requestId: `sale:${sale.partnerId}:${sale.event.externalId}:${part.name}`,
    kind: sale.event.kind === 'sale' ? 'purchase' : 'refund',
    companyId: sale.companyId,
    fromAccountId: part.from,
    toAccountId: part.to,
    amount: part.amount,
    subject: { kind: 'operation', id: sale.operationId },
  }));
}

/** How much can be taken: nothing from an account that is empty or below zero. */
function least(wanted: Kopecks, available: Kopecks): Kopecks {
  return kopecks(Math.max(0, Math.min(wanted, available)));
}

function balanceOf(balances: Map<number, Kopecks>, accountId: number): Kopecks {
  const balance = balances.get(accountId);
  if (balance === undefined) throw new Error(`ledger account ${accountId} is not locked`);
  return balance;
}
