import { z } from 'zod';

export const PHONE_MESSAGE = 'Неверный номер телефона';

/** Any common Russian notation → `7XXXXXXXXXX`; null when it is not a phone number (docs/calls.md 2). */
export function normalizePhone(text: string): string | null {
  const digits = readDigits(text)?.digits;
  // Codes that begin with 0 are assigned to no one. Erased users have such numbers.
  if (digits === undefined || /^[78]0/.test(digits)) return null;
  if (/^[78]\d{10}$/.test(digits)) return `7${digits.slice(1)}`;
  if (/^9\d{9}$/.test(digits)) return `7${digits}`;
  return null;
}

/**
 * A driver's phone, of Russia, Kazakhstan or another country that carriers' drivers come from → its digits with the code
 * of the country, `375291234567`; null when it is none.
 */
export function normalizeDriverPhone(text: string): string | null {
  const read = readDigits(text);
  if (read === null) return null;
  if (findForeignCode(read.digits) !== null) return read.digits;
  // A plus is followed by the code of a country, so +926… and +8… are foreign.
  return read.plus && !read.digits.startsWith('7') ? null : normalizePhone(text);
}

/** The digits of a phone as people write it, and whether it began with a plus. */
function readDigits(text: string): { digits: string; plus: boolean } | null {
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/^\s*(?:tel|тел)[\s.:]*/i, '')
    .replace(/(?:[\s,;(]*(?:доб(?:авочный)?|ext(?:ension)?)[\s.:=]*|;ext=|\s+[xх]\s*)\d{1,6}\)?\s*$/i, '');
  // Office programs and messengers turn a hyphen into another dash (U+2010 to U+2015) or a minus.
  if (!/^[\d\s()+.\-\u2010-\u2015\u2212]*$/.test(plain)) return null;
  return { digits: plain.replace(/\D/g, ''), plus: /^[\s(]*\+/.test(plain) };
}

/** Codes of countries, each with the shape of the number after it (ITU-T E.164, national numbering plans). */
const FOREIGN_CODES: Readonly<Record<string, readonly number[]>> = {
  // Abroad of the Union: code of the operator, then the rest as it is printed there.
  375: [2, 3, 2, 2],
  374: [2, 3, 3],
  996: [3, 3, 3],
  992: [2, 3, 2, 2],
  998: [2, 3, 2, 2],
  993: [2, 3, 3],
  994: [2, 3, 2, 2],
  995: [3, 3, 3],
  373: [2, 3, 3],
  380: [2, 3, 2, 2],
  // Other neighbours, and where Russian lorries go.
  370: [3, 2, 3],
  371: [2, 3, 3],
  381: [2, 3, 4],
  976: [2, 2, 4],
  86: [3, 4, 4],
  90: [3, 3, 2, 2],
  48: [3, 3, 3],
};

function findForeignCode(digits: string): string | null {
  const code = Object.keys(FOREIGN_CODES).find((known) => digits.startsWith(known));
  const parts = code === undefined ? undefined : FOREIGN_CODES[code];
  if (code === undefined || parts === undefined) return null;
  // Nowhere among these does a number begin with 0: that is the prefix of calls inside the country.
  const isWhole = digits.length === code.length + parts.reduce((sum, part) => sum + part, 0);
  return isWhole && digits[code.length] !== '0' ? code : null;
}

/** `79000000001` → `+7 (900) 000-00-01`, `375291234567` → `+375 (29) 123-45-67`. */
export function formatPhone(phone: string): string {
  const digits = phone.replace(/\D/g, '');
  const code = findForeignCode(digits);
  if (code === null) return formatParts('7', digits.slice(-10), [3, 3, 2, 2]);
  return formatParts(code, digits.slice(code.length), FOREIGN_CODES[code] ?? []);
}

function formatParts(code: string, local: string, lengths: readonly number[]): string {
  let from = 0;
  const [operator = '', ...rest] = lengths.map((length) => local.slice(from, (from += length)));
  return `+${code} (${operator}) ${rest.join('-')}`;
}

/** `79000000001` → `+7 (***) ***-**-01`: enough to recognise one's own number, too little to call it. */
export function maskPhone(phone: string): string {
  return `+7 (***) ***-**-${phone.slice(-2)}`;
}

export const phoneField = phoneBy(normalizePhone);

/** The phone of a driver, who may come from another country. */
export const driverPhoneField = phoneBy(normalizeDriverPhone);

function phoneBy(normalize: (text: string) => string | null) {
  return z
    .union([z.string().max(40, PHONE_MESSAGE), z.number()], { error: PHONE_MESSAGE })
    .transform((value, context) => {
      const phone = normalize(String(value));
      if (!phone) context.addIssue({ code: 'custom', message: PHONE_MESSAGE });
      return phone ?? '';
    });
}
