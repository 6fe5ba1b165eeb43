import { z } from 'zod';
import { AMOUNT_MAX_DIGITS } from './limits.ts';

/** Whole kopecks: the only form in which money is stored, added and compared. Rubles exist on the wire only. */
export type Kopecks = number & { readonly __unit: 'kopecks' };

/** Brands a number that is known to be whole kopecks. Throws RangeError on anything else. */
export function kopecks(value: number): Kopecks {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not whole kopecks: ${value}`);
  return value as Kopecks;
}

/** Kopecks → rubles of the wire: a JSON number with at most two decimals (docs/calls.md 1). */
export function toRubles(value: Kopecks): number {
  // The quotient is the number nearest to the decimal fraction, which is what its text would be read as.
  return value / 100;
}

export type MoneyText = { ok: true; kopecks: Kopecks } | { ok: false; message: string };

/** Refusal texts, which name the kind of number: money, litres, or a limit that may be either. */
const MESSAGES = {
  rubles: {
    empty: 'Укажите сумму',
    subject: 'Сумма указывается',
    inside: 'В сумме',
    none: 'Сумма должна быть больше нуля',
  },
  litres: {
    empty: 'Укажите литры',
    subject: 'Литры указываются',
    inside: 'В литрах',
    none: 'Литров должно быть больше нуля',
  },
  limit: {
    empty: 'Укажите лимит',
    subject: 'Лимит указывается',
    inside: 'В лимите',
    none: 'Лимит должен быть больше нуля',
  },
};
export type MoneyUnit = keyof typeof MESSAGES;

/**
 * Reads a sum as people type it: spaces, no-break spaces, one comma or point (docs/calls.md 1). Refuses signs,
 * exponents, more than two decimals and more than six digits before the point.
 */
export function readMoney(
  input: string | number,
  maximumDigits = AMOUNT_MAX_DIGITS,
  unit: MoneyUnit = 'rubles',
): MoneyText {
  const { empty, subject, inside } = MESSAGES[unit];
  const text = (typeof input === 'number' ? numberText(input) : input).replace(/[\s\u00a0\u202f\u2009]/g, '');
  if (text === '') return { ok: false, message: empty };
  const match = /^(\d+)(?:[.,](\d*))?$/.exec(text);
  if (!match) return { ok: false, message: `${subject} цифрами, например 1 500,50` };
  const [, whole = '', fraction = ''] = match;
  if (fraction.length > 2) return { ok: false, message: `${inside} не больше двух знаков после запятой` };
  const significant = whole.replace(/^0+(?=\d)/, '');
  if (significant.length > maximumDigits) return { ok: false, message: tooManyDigits(unit, maximumDigits) };
  const value = Number(significant) * 100 + Number(fraction.padEnd(2, '0'));
  return { ok: true, kopecks: kopecks(value) };
}

function tooManyDigits(unit: MoneyUnit, maximumDigits: number): string {
  return `${MESSAGES[unit].inside} не больше ${maximumDigits} цифр до запятой`;
}

/** `1e21` and `NaN` keep their letters, so that the pattern of `readMoney` refuses them. */
function numberText(value: number): string {
  return String(value);
}

/** A sum in a request: number or string of rubles in, positive kopecks out. */
export const positiveMoney = moneyField({ positive: true });

/** Like `positiveMoney`, or zero, because the screen sends untouched fields as 0. */
export const moneyOrZero = moneyField({});

/** A sum that staff set (a credit limit) or a screen adds up (an order): the spec caps only what customers type. */
export const largeMoneyOrZero = moneyField({ maximumDigits: 11 });

/** A sum above zero that staff set. */
export const positiveLargeMoney = moneyField({ positive: true, maximumDigits: 11 });

/** Like `largeMoneyOrZero`, and more than zero: a part of a payment. */
export const largePositiveMoney = moneyField({ positive: true, maximumDigits: 11 });

/** Litres in a request; hundredths of a litre out. */
export const positiveLitres = moneyField({ positive: true, unit: 'litres' });

/** Like `positiveLitres`, or zero: nothing was filled. */
export const litresOrZero = moneyField({ unit: 'litres' });

/** A limit in hundredths of its unit, rubles or litres. Zero takes it away. */
export const limitOrZero = moneyField({ unit: 'limit' });

function moneyField({
  positive = false,
  maximumDigits = AMOUNT_MAX_DIGITS,
  unit = 'rubles',
}: {
  positive?: boolean;
  maximumDigits?: number;
  unit?: MoneyUnit;
}) {
  const { empty, none } = MESSAGES[unit];
  const text = z.string().max(40, tooManyDigits(unit, maximumDigits));
  return z.union([text, z.number()], { error: empty }).transform((input, context): Kopecks => {
    const read = readMoney(input, maximumDigits, unit);
    const message = read.ok ? (positive && read.kopecks === 0 ? none : null) : read.message;
    if (message !== null) context.addIssue({ code: 'custom', message });
    return read.ok ? read.kopecks : kopecks(0);
  });
}

/** Rubles in a reply. */
export const rubles = z.number().meta({ description: 'rubles, at most two decimals' });
