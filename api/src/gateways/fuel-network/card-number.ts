import type { FirstPartnerId, PartnerId } from '#contract/ids.ts';

/** Each network's prefix and length, so that no two networks share a number. */
const NUMBERING: Record<FirstPartnerId, { prefix: string; length: number }> = {
  1: { prefix: '78260', length: 16 },
  2: { prefix: '70058', length: 16 },
  3: { prefix: '63930', length: 19 },
  4: { prefix: '96430', length: 16 },
};

/** Serials below this one are free for cards that are imported; the simulated networks issue from here on. */
export const FIRST_ISSUED_SERIAL = 1_204_511;

/** The Luhn-valid number of a network's card with this serial, 16 or 19 digits. */
export function formatCardNumber(partnerId: PartnerId, serial: number): string {
  const { prefix, length } = NUMBERING[partnerId as FirstPartnerId] ?? addedNumbering(partnerId);
  const digits = prefix + String(serial).padStart(length - prefix.length - 1, '0');
  return digits + luhnDigit(digits);
}

/** Returns the numbering of a network that staff have added: `97005` for the fifth. */
function addedNumbering(partnerId: PartnerId): { prefix: string; length: number } {
  return { prefix: `97${String(partnerId).padStart(3, '0')}`, length: 16 };
}

/** Flaky card: its network refuses blocks and answers transfers twice or late (docs/calls.md 8). */
export function isFlakyCard(cardNumber: string): boolean {
  return cardNumber.endsWith('13');
}

function luhnDigit(digits: string): string {
  let sum = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const value = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    sum += value > 9 ? value - 9 : value;
  }
  return String((10 - (sum % 10)) % 10);
}
