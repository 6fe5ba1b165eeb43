import { expect, test } from 'vitest';
import { normalizePhone } from '#contract/values/phone.ts';
import { caretPosition, deleteAcrossSeparator } from './use-caret.ts';
import { maskPhone } from './mask-phone.ts';

test.each([
  '79000000001',
  '89000000001',
  '9000000001',
  '+7 900 000 00 01',
  '8 (900) 000-00-01',
  '+7(900)000-00-01',
  '900.000.00.01',
])('a pasted %s is neither cut nor shifted by the mask (§5, phone)', (pasted) => {
  expect(maskPhone(pasted)).toBe('+7 (900) 000-00-01');
  expect(normalizePhone(maskPhone(pasted))).toBe('79000000001');
});

test('typing digit by digit ends where pasting does', () => {
  let text = '';
  for (const digit of '9261234567') text = maskPhone(text + digit, text);
  expect(text).toBe('+7 (926) 123-45-67');
});

test.each([
  ['375291234567', '+7 (375) 291-23-4567'],
  ['998 90 123-45-67', '+7 (998) 901-23-4567'],
  ['1 212 555 0100', '+7 (121) 255-50-100'],
  // A key that was typed twice moves every digit after it.
  ['92261234567', '+7 (922) 612-34-567'],
])('§5.1 of %s, more than a Russian number has, nothing is cut down to another number', (typed, shown) => {
  let text = '';
  for (const key of typed) text = maskPhone(text + key, text);
  expect(text).toBe(shown);
  expect(maskPhone(typed)).toBe(shown);
  expect(normalizePhone(text)).toBeNull();
});

test('a number that is too long can be corrected', () => {
  expect(maskPhone('+7 (922) 612-34-56', '+7 (922) 612-34-567')).toBe('+7 (922) 612-34-56');
  expect(maskPhone('+7 (92) 612-34-567', '+7 (922) 612-34-567')).toBe('+7 (926) 123-45-67');
});

test.each(['+79261234567', '+7 926 123-45-67', '+7 (926) 123-45-67', '79261234567', '89261234567'])(
  '§5.1 the country code of a typed %s does not become the number’s first digit',
  (typed) => {
    let text = '';
    for (const key of typed) text = maskPhone(text + key, text);
    expect(text).toBe('+7 (926) 123-45-67');
  },
);

test('backspace passes a bracket and the country code', () => {
  let text = '+7 (926) 1';
  const seen: string[] = [];
  while (text !== '') {
    text = maskPhone(text.slice(0, -1), text);
    seen.push(text);
  }
  expect(seen).toEqual(['+7 (926', '+7 (92', '+7 (9', '']);
});

test('a lone 8 or plus is not taken for a part of the number', () => {
  expect(maskPhone('8')).toBe('+7 (');
  expect(maskPhone('+')).toBe('+');
  expect(maskPhone('+7', '+')).toBe('+7 (');
  expect(maskPhone('+', '+7 (9')).toBe('');
  expect(maskPhone('+7 (9')).toBe('+7 (9');
});

test.each([
  // `|` is the caret after the key has deleted one sign
  ['+7 (926) 123-45-67', '+7 (926)|123-45-67', false, '+7 (921) 234-56-7', 6],
  ['+7 (926) 123-45-67', '+7 (926|123-45-67', false, '+7 (921) 234-56-7', 6],
  ['+7 (926) 123-45-67', '+7 (926) 123|45-67', false, '+7 (926) 124-56-7', 11],
  ['+7 (926) 123-45-67', '+7 (926| 123-45-67', true, '+7 (926) 234-56-7', 9],
  ['+7 (926) 123-45-67', '+7 (926) 12|-45-67', false, '+7 (926) 124-56-7', 11],
])('§5.1 a key beside a mark of the mask deletes a digit: %s → %s', (before, typed, forward, shown, at) => {
  const caret = typed.indexOf('|');
  const edited = deleteAcrossSeparator({ before, value: typed.replace('|', ''), caret, forward }, /\d/);
  const masked = maskPhone(edited.value, before);
  expect(masked).toBe(shown);
  const after = edited.value.slice(edited.caret).replace(/\D/g, '').length;
  expect(caretPosition(masked, after, /\d/, forward)).toBe(at);
});

test('the caret stays when a digit in the middle is corrected', () => {
  const digit = /\d/;
  // +7 (926) 1|23-45-67 with six digits after the caret
  expect(caretPosition('+7 (926) 123-45-67', 6, digit)).toBe(10);
  expect(caretPosition('+7 (9', 0, digit)).toBe(5);
  // deleting forward steps over a separator, deleting back does not
  expect(caretPosition('1 234', 3, digit)).toBe(1);
  expect(caretPosition('1 234', 3, digit, true)).toBe(2);
});

test.each([
  ['+996 555 12-34-56', '+996555123456'],
  ['+375 (29) 123-45-67', '+375291234567'],
  ['+374 77 123456', '+37477123456'],
  ['+86 138 0013 8000', '+8613800138000'],
  // A list of contacts wraps a number in marks of direction, a page joins its parts by no-break spaces.
  ['\u202a+375\u00a029\u00a0123-45-67\u202c', '+375291234567'],
  ['\u2068+\u200b1\u202f212\u202f555 01 00\u2069', '+12125550100'],
])('§5.1 a pasted %s of another country is not cut into a Russian number', (pasted, shown) => {
  expect(maskPhone(pasted)).toBe(shown);
  expect(normalizePhone(maskPhone(pasted))).toBeNull();
  // Nor while it is being deleted again.
  let text = shown;
  while (text !== '') {
    text = maskPhone(text.slice(0, -1), text);
    expect(text).not.toMatch(/^\+7/);
  }
});

test('a plus before the 8, or before the number itself, does not mean another country', () => {
  expect(maskPhone('+8 (926) 123-45-67')).toBe('+7 (926) 123-45-67');
  expect(maskPhone('+926 123-45-67')).toBe('+7 (926) 123-45-67');
});
