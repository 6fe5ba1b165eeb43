/** The text of the phone field while `typed` replaces `previous`: as much of +7 (999) 999-99-99 as is known. */
export function maskPhone(typed: string, previous = ''): string {
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
    digits.slice(8, 10),
  ];
  return `+7 (${code}${first && `) ${first}`}${second && `-${second}`}${third && `-${third}`}`;
}

/** The ten digits after the country code; a leading +7, 7 or 8 is the country code. */
function localDigits(typed: string): string {
  const digits = typed.replace(/\D/g, '');
  return (/^[78]/.test(digits) ? digits.slice(1) : digits).slice(0, 10);
}
