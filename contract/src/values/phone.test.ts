import { expect, test } from 'vitest';
import { formatPhone, normalizeDriverPhone, normalizePhone } from './phone.ts';

test.each([
  '+7 (900) 123-45-67 доб. 12',
  '8 900 123-45-67, доб.12',
  '+7 900 123-45-67 (доб. 12)',
  '+7 900 123-45-67 ext. 204',
  'tel:+7-900-123-45-67;ext=12',
  'тел.: 8 (900) 123 45 67',
  '＋７（９００）１２３－４５－６７',
  '\u202a+7\u00a0900\u00a0123\u201145\u201167\u202c',
])('§5.1 «%s» is read as the number that people mean', (text) => {
  expect(normalizePhone(text)).toBe('79001234567');
  expect(normalizeDriverPhone(text)).toBe('79001234567');
});

test.each([
  ['+375 (29) 123-45-67', '375291234567', '+375 (29) 123-45-67'],
  ['375291234567', '375291234567', '+375 (29) 123-45-67'],
  ['+7 701 123 45 67', '77011234567', '+7 (701) 123-45-67'],
  ['8 (777) 123-45-67', '77771234567', '+7 (777) 123-45-67'],
  ['+996 555 123 456', '996555123456', '+996 (555) 123-456'],
  ['+998 90 123-45-67', '998901234567', '+998 (90) 123-45-67'],
  ['+992 93 123 45 67', '992931234567', '+992 (93) 123-45-67'],
  ['+374 77 123456', '37477123456', '+374 (77) 123-456'],
  ['tel:+995-555-12-34-56', '995555123456', '+995 (555) 123-456'],
  ['+86 138 0013 8000', '8613800138000', '+86 (138) 0013-8000'],
])('a driver’s phone %s is stored as %s and shown as %s', (text, stored, shown) => {
  expect(normalizeDriverPhone(text)).toBe(stored);
  expect(formatPhone(stored)).toBe(shown);
  expect(normalizeDriverPhone(shown)).toBe(stored);
});

test.each([
  '+375 29 123-45-6',
  '+375 29 123-45-678',
  '+375 029 123-45-6',
  '+7 900 123-45-678',
  '+1 212 555 0100',
  '+926 123-45-67',
  'доб. 12',
  'Иванов',
  '',
])('«%s» is no driver’s phone', (text) => {
  expect(normalizeDriverPhone(text)).toBeNull();
});

test('a phone of another country is no login', () => {
  expect(normalizePhone('+375 29 123-45-67')).toBeNull();
});
