import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PARTNER_IDS } from '#contract/ids.ts';
import { formatCardNumber } from './card-number.ts';

const partner = fc.constantFrom(...PARTNER_IDS);
const serial = fc.integer({ min: 0, max: 9_999_999 });

test('a card number passes Luhn’s check and has the length of its network', () => {
  fc.assert(
    fc.property(partner, serial, (partnerId, number) => {
      const digits = formatCardNumber(partnerId, number);
      expect(digits).toMatch(partnerId === 3 ? /^\d{19}$/ : /^\d{16}$/);
      expect(luhnSum(digits) % 10).toBe(0);
    }),
  );
});

test('no two cards share a number, within a network or between two', () => {
  fc.assert(
    fc.property(partner, serial, partner, serial, (partnerA, serialA, partnerB, serialB) => {
      const same = partnerA === partnerB && serialA === serialB;
      expect(formatCardNumber(partnerA, serialA) === formatCardNumber(partnerB, serialB)).toBe(same);
    }),
  );
});

function luhnSum(digits: string): number {
  return [...digits].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
}
