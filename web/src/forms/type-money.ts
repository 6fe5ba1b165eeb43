import { AMOUNT_MAX_DIGITS } from '#contract/limits.ts';
import { readMoney, type Kopecks, type MoneyUnit } from '#contract/kopecks.ts';
import { groupDigits } from '../lib/format.ts';

export type TypedMoney = {
  /** The field's text: digits grouped by no-break spaces, a comma before the kopecks. */
  text: string;
  /** Null while the text is not a sum yet. */
  kopecks: Kopecks | null;
  /** Why the last keystroke or paste was rejected; the text is then the previous one. */
  refusal: string | null;
};

/**
 * Turns the text of the field after a keystroke or a paste into a grouped sum. Anything that would have to be cut to
 * fit (a seventh digit, a third decimal, a minus) is rejected, not trimmed: a trimmed sum is another sum.
 */
export function typeMoney(typed: string, previous = '', unit: MoneyUnit = 'rubles'): TypedMoney {
  const bare = typed.replace(/[\s\u00a0\u202f\u2009₽]|руб\.?|р\.?$/gi, '');
  if (bare === '') return { text: '', kopecks: null, refusal: null };
  const plain = bare.replace(THOUSANDS, (groups) => groups.replace(/[.,]/g, ''));
  // Of two commas one is a typing error, and without either of them the sum would be another.
  const [, whole = plain, fraction = null] = /^([^.,]*)[.,]([^.,]*)$/.exec(plain) ?? [];
  const sum = fraction === null ? whole : `${whole || '0'},${fraction}`;
  const read = readMoney(sum, AMOUNT_MAX_DIGITS, unit);
  if (!read.ok) return { text: previous, kopecks: parseKopecks(previous), refusal: read.message };
  const shown = groupDigits(whole.replace(/^0+(?=\d)/, '') || '0');
  return { text: fraction === null ? shown : `${shown},${fraction}`, kopecks: read.kopecks, refusal: null };
}

/** `1.234.567` before the decimal comma of a pasted sum. */
const THOUSANDS = /^\d{1,3}(?:[.,]\d{3})+(?=[.,]\d*$)/;

/** Kopecks as the field writes them: whole rubles without decimals. */
export function moneyText(kopecks: Kopecks): string {
  const rest = kopecks % 100;
  const whole = groupDigits(String(Math.floor(kopecks / 100)));
  return rest === 0 ? whole : `${whole},${String(rest).padStart(2, '0')}`;
}

function parseKopecks(text: string): Kopecks | null {
  const read = readMoney(text);
  return read.ok ? read.kopecks : null;
}
