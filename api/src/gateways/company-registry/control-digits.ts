/** The 13th digit of an OGRN, the 15th of a sole trader's OGRNIP, computed from the digits before it (docs/facts.md 1). */
export function withOgrnControlDigit(digits: string): string {
  const divisor = digits.length === 12 ? 11n : 13n;
  return digits + String((BigInt(digits) % divisor) % 10n);
}
