import { kopecks, readMoney, toRubles, type Kopecks } from '#contract/kopecks.ts';
import type { Payment } from '#contract/money/bank.ts';
import { moneyText } from '../../../forms/type-money.ts';

/** Texts of the fields in which a payment is divided, by the id of the invoice. */
export type Shares = Readonly<Record<string, string>>;

/** A payment may be larger than what a client moves at once. */
const MAX_DIGITS = 11;

export function toKopecks(rubles: number): Kopecks {
  return kopecks(Math.round(rubles * 100));
}

/**
 * Divides a payment among the company's invoices that its purpose names, each up to what is left to pay, in the order of
 * the text. If it names none, the suggested invoice gets all.
 */
export function planShares(payment: Payment, companyId: number): Shares {
  const named = payment.named_invoices.filter(({ company }) => company.id === companyId);
  const { suggestion } = payment;
  if (named.length === 0)
    return suggestion?.company_id === companyId && suggestion.invoice_id
      ? { [suggestion.invoice_id]: moneyText(toKopecks(payment.sum)) }
      : {};
  const shares: Record<string, string> = {};
  let rest: number = toKopecks(payment.sum);
  for (const { id, unpaid } of named) {
    const share = Math.min(toKopecks(unpaid), rest);
    if (share > 0) shares[id] = moneyText(kopecks(share));
    rest -= share;
  }
  return shares;
}

/** Returns the sum in a field; 0 for none. */
export function readShare(shares: Shares, invoiceId: number): Kopecks {
  const read = readMoney(shares[invoiceId] ?? '', MAX_DIGITS);
  return read.ok ? read.kopecks : kopecks(0);
}

/** Returns what is left of the payment without an invoice; below 0 where the shares are too large. */
export function getRest(payment: Pick<Payment, 'sum'>, shares: Shares): number {
  const shared = Object.keys(shares).reduce((sum, id) => sum + readShare(shares, Number(id)), 0);
  return toKopecks(payment.sum) - shared;
}

/** Returns the parts as the call takes them; absent without any. */
export function toParts(shares: Shares): { invoices?: { id: number; sum: number }[] } {
  const invoices = Object.keys(shares)
    .map((id) => ({ id: Number(id), sum: toRubles(readShare(shares, Number(id))) }))
    .filter(({ sum }) => sum > 0);
  return invoices.length > 0 ? { invoices } : {};
}
