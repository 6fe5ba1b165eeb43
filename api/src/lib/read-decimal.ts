/** Thousands are divided by spaces and apostrophes; both commas and points divide them where it cannot be misread. */
const PLAIN = /^(\d{1,3}(?:[ \u00a0\u2009\u202f'’]\d{3})+|\d{1,12})(?:[.,](\d{1,9}))?$/;
const ENGLISH = /^\d{1,3}(?:,\d{3})+\.\d{1,9}$|^\d{1,3}(?:,\d{3}){2,}$/;
const GERMAN = /^\d{1,3}(?:\.\d{3})+,\d{1,9}$|^\d{1,3}(?:\.\d{3}){2,}$/;
/** «1,234» is a thousand to one program and a little more than one to another. */
const AMBIGUOUS = /^[1-9]\d{0,2},\d{3}$/;

const UNITS = {
  litres: /(?:л|литр|литра|литров)\.?(?:\s*\/\s*100\s*км\.?)?$/i,
  km: /км\.?$/i,
  metres: /м\.?$/i,
} as const;

/**
 * A number that is not negative, as people write it, with its unit or without: «1 234,5», «600 л». Null means anything else
 * (`0x10`, `1e3`), or a number that could be read in two ways.
 */
export function readDecimal(text: string, unit: keyof typeof UNITS): number | null {
  const plain = text.trim().replace(UNITS[unit], '').trim();
  if (AMBIGUOUS.test(plain)) return null;
  const [, whole, fraction = ''] = PLAIN.exec(plain) ?? [];
  if (whole !== undefined) return Number(`${whole.replace(/\D/g, '')}.${fraction}`);
  if (ENGLISH.test(plain)) return Number(plain.replaceAll(',', ''));
  return GERMAN.test(plain) ? Number(plain.replaceAll('.', '').replace(',', '.')) : null;
}
