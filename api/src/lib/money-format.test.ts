import { describe, expect, it } from 'vitest';
import {
  formatDateLong,
  formatDateShort,
  formatMoney,
  formatMoneyForBank,
  formatRubles,
  moscowDay,
} from './money-format.ts';

/** A sum must not break over two lines, so every space in it is a no-break one. */
const withNoBreakSpaces = (text: string) => text.replaceAll(' ', '\u00a0');

describe('money in documents', () => {
  it.each([
    [0, '0,00'],
    [5, '0,05'],
    [100, '1,00'],
    [123_450, '1 234,50'],
    [15_000_000, '150 000,00'],
    [99_999_999_999_999, '999 999 999 999,99'],
    [-123_450, '−1 234,50'],
    [-1, '−0,01'],
  ])('%d kopecks do not lose a digit, a group or their sign (§5.28)', (kopecks, text) => {
    expect(formatMoney(kopecks)).toBe(withNoBreakSpaces(text));
  });

  it('a fraction of a kopeck never reaches a document', () => {
    expect(() => formatMoney(0.5)).toThrow(RangeError);
    expect(() => formatMoney(Number.NaN)).toThrow(RangeError);
  });

  it('rubles carry their sign, and a bank reads kopecks after a hyphen', () => {
    expect(formatRubles(123_450)).toBe(withNoBreakSpaces('1 234,50 ₽'));
    expect(formatMoneyForBank(2_704_918)).toBe('27049-18');
  });
});

describe('dates in documents', () => {
  it('a calendar day is not moved by any time zone', () => {
    expect(formatDateLong('2026-09-15')).toBe(withNoBreakSpaces('15 сентября 2026 г.'));
    expect(formatDateLong('2026-05-01')).toBe(withNoBreakSpaces('1 мая 2026 г.'));
    expect(formatDateShort('2026-01-05')).toBe('05.01.2026');
  });

  it('an instant late in the UTC evening is already the next day in Moscow', () => {
    const newYear = new Date('2025-12-31T21:00:00Z');
    expect(formatDateShort(newYear)).toBe('01.01.2026');
    expect(moscowDay(newYear)).toBe('2026-01-01');
    expect(moscowDay(new Date('2025-12-31T20:59:59Z'))).toBe('2025-12-31');
  });

  it.each(['2026-02-30', '15.09.2026', '', '2026-13-01'])('«%s» is refused, not guessed', (text) => {
    expect(() => formatDateShort(text)).toThrow(RangeError);
  });
});
