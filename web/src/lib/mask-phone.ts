/**
 * Returns the text of the phone field while `typed` replaces `previous`: as much of +7 (999) 999-99-99 as is known. A
 * number of another country stays as it is, without its separators. One that is too long keeps its last digits.
 */
export function maskPhone(typed: string, previous = ''): string {
  if (hasOtherCode(typed) && (isForeign(typed) || hasOtherCode(previous))) {
    return `+${typed.replace(/\D/g, '').slice(0, LONGEST)}`;
  }
  const digits = localDigits(typed);
  if (digits === '') {
    if (typed.length < previous.length) return '';
    // The 7 is still to be typed: if it were there already, the typed one would begin the number.
    if (typed.trim() === '+') return '+';
    return /\d|\+/.test(typed) ? '+7 (' : '';
  }
  const [code, first, second, third] = [
    digits.slice(0, 3),
    digits.slice(3, 6),
    digits.slice(6, 8),
    digits.slice(8),
  ];
  return `+7 (${code}${first && `) ${first}`}${second && `-${second}`}${third && `-${third}`}`;
}

/**
 * Returns the digits after the country code. A leading +7, 7 or 8 is the country code. More than ten digits stay.
 * Otherwise a number of another country without its plus, or one with a digit too many, would be cut into another
 * person's number.
 */
function localDigits(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  return (/^[78]/.test(digits) ? digits.slice(1) : digits).slice(0, LONGEST);
}

/** Digits of any number in the world (ITU-T E.164). */
const LONGEST = 15;

/**
 * Returns whether the text is a complete number of another country. Under the mask it would become another person's
 * number in Russia.
 */
export function isForeign(text: string): boolean {
  const { length } = text.replace(/\D/g, '');
  return hasOtherCode(text) && length >= 11 && !(length === 11 && /^\D*8/.test(text));
}

/** Around its plus there may be no-break spaces, and the marks of direction that lists of contacts add (Cf). */
function hasOtherCode(text: string): boolean {
  return /^[\s\p{Cf}]*\+[\s\p{Cf}]*[0-689]/u.test(text);
}
