import { z } from 'zod';

export const PHONE_MESSAGE = 'Неверный номер телефона';

/** Any common Russian notation → `7XXXXXXXXXX`; null when it is not a phone number (docs/calls.md 2). */
export function normalizePhone(text: string): string | null {
  // Office programs and messengers turn a hyphen into another dash (U+2010 to U+2015) or a minus. Lists of contacts
  // put invisible marks of direction around a number (Cf).
  if (!/^[\d\s()+.\-\p{Cf}\u2010-\u2015\u2212]*$/u.test(text)) return null;
  const digits = text.replace(/\D/g, '');
  // Codes that begin with 0 are given to nobody; those who were erased have such numbers.
  if (/^[78]0/.test(digits)) return null;
  if (/^[78]\d{10}$/.test(digits)) return `7${digits.slice(1)}`;
  if (/^9\d{9}$/.test(digits)) return `7${digits}`;
  return null;
}

/** `79000000001` → `+7 (900) 000-00-01`. */
export function formatPhone(phone: string): string {
  const d = phone.replace(/\D/g, '').slice(-10);
  return `+7 (${d.slice(0, 3)}) ${d.slice(3, 6)}-${d.slice(6, 8)}-${d.slice(8)}`;
}

/** `79000000001` → `+7 (***) ***-**-01`: enough to recognise one's own number, too little to call it. */
export function maskPhone(phone: string): string {
  return `+7 (***) ***-**-${phone.slice(-2)}`;
}

export const phoneField = z
  .union([z.string().max(40, PHONE_MESSAGE), z.number()], { error: PHONE_MESSAGE })
  .transform((value, context) => {
    const phone = normalizePhone(String(value));
    if (!phone) context.addIssue({ code: 'custom', message: PHONE_MESSAGE });
    return phone ?? '';
  });
