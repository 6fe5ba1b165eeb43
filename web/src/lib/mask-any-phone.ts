import { formatPhone, normalizeDriverPhone } from '#contract/values/phone.ts';
import { maskPhone } from './mask-phone.ts';

/**
 * The text of a phone field that takes other countries too, while `typed` replaces `previous`: once a plus and the code of
 * another country begin it, its digits stay as they are typed, and a whole number is shown as that country prints it.
 */
export function maskAnyPhone(typed: string, previous = ''): string {
  const whole = normalizeDriverPhone(typed);
  if (whole !== null && !whole.startsWith('7')) return formatPhone(whole);
  if (!/^[\s\p{Cf}]*\+[\s\p{Cf}]*[1-689]/u.test(typed)) return maskPhone(typed, previous);
  return `+${typed.replace(/\D/g, '').slice(0, MAX_DIGITS)}`;
}

/** Digits of any number in the world (ITU-T E.164). */
const MAX_DIGITS = 15;
