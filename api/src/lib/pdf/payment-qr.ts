/** Data that a bank's app needs to fill in a payment order. */
export interface PaymentOrder {
  payeeName: string;
  account: string;
  bankName: string;
  bik: string;
  corrAccount: string;
  payeeInn: string;
  payeeKpp: string | null;
  sumKopecks: number;
  purpose: string;
}

/** Longest purpose that a payment order takes, in characters. */
export const MAX_PURPOSE_LENGTH = 210;

/** A value must not contain the separator, so the first of these that none contains is taken. */
const SEPARATORS = ['|', '~', '^', '*', ';'] as const;

/**
 * The text of a payment QR code by ГОСТ Р 56042-2014 in UTF-8 (docs/facts.md 2): the five mandatory fields first and in
 * their order, the sum as whole kopecks, long texts cut at the standard's lengths.
 * Throws RangeError when the requisites are not those of an account, or the sum is not positive.
 */
export function paymentQr(order: PaymentOrder): string {
  const fields: [key: string, value: string][] = [
    ['Name', text(order.payeeName, 160)],
    ['PersonalAcc', digits(order.account, 20)],
    ['BankName', text(order.bankName, 45)],
    ['BIC', digits(order.bik, 9)],
    ['CorrespAcc', digits(order.corrAccount, 20)],
    ['PayeeINN', digits(order.payeeInn, order.payeeInn.length === 12 ? 12 : 10)],
    ...(order.payeeKpp === null ? [] : [['KPP', text(order.payeeKpp, 9)] satisfies [string, string]]),
    ['Sum', sum(order.sumKopecks)],
    ['Purpose', text(order.purpose, MAX_PURPOSE_LENGTH)],
  ];
  const separator = SEPARATORS.find((sign) => !fields.some(([, value]) => value.includes(sign)));
  const safe: string = separator ?? '|';
  const written = fields.map(([key, value]) => `${key}=${separator ? value : value.replaceAll(safe, '/')}`);
  return ['ST00012', ...written].join(safe);
}

/** One line without control characters and characters beyond the basic plane: bank apps stumble over both. */
function text(value: string, maxLength: number): string {
  const line = value
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (line === '') throw new RangeError('an empty field of a payment order');
  return line.slice(0, maxLength).trimEnd();
}

function digits(value: string, length: number): string {
  if (value.length !== length || !/^\d+$/.test(value))
    throw new RangeError(`not ${length} digits: «${value}»`);
  return value;
}

function sum(sumKopecks: number): string {
  if (!Number.isSafeInteger(sumKopecks) || sumKopecks <= 0)
    throw new RangeError(`not a sum to pay: ${sumKopecks}`);
  return String(sumKopecks);
}
