import { z } from 'zod';
import { requiredText } from '../fields.ts';

export const EMAIL_MAX_LENGTH = 200;
export const EMAIL_MESSAGE = 'Укажите адрес электронной почты, например ivanov@example.ru';

/**
 * Letters, digits and the signs that mail servers accept, never two dots in a row; a domain of at least two parts, which
 * may be a .рф one, in Russian letters or as machines write it (xn--…).
 */
const EMAIL =
  /^[\w'+-]+(\.[\w'+-]+)*@([a-zа-яё\d]([a-zа-яё\d-]*[a-zа-яё\d])?\.)+([a-zа-яё]{2,}|xn--[a-z\d-]*[a-z\d])$/i;

/** Returns null when the text is an address, otherwise the Russian sentence. */
export function emailProblem(text: string): string | null {
  return EMAIL.test(text.trim()) ? null : EMAIL_MESSAGE;
}

export const emailField = requiredText(EMAIL_MAX_LENGTH).pipe(
  z.email({ pattern: EMAIL, error: EMAIL_MESSAGE }),
);
