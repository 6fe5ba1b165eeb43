import { expect, test } from 'vitest';
import { maskAnyPhone } from './mask-any-phone.ts';

function type(keys: string, from = ''): string {
  let text = from;
  for (const key of keys) text = maskAnyPhone(text + key, text);
  return text;
}

test.each([
  ['+375291234567', '+375 (29) 123-45-67'],
  ['+996555123456', '+996 (555) 123-456'],
  ['+77011234567', '+7 (701) 123-45-67'],
  ['89261234567', '+7 (926) 123-45-67'],
  ['9261234567', '+7 (926) 123-45-67'],
  ['+37529', '+37529'],
])('%s typed by hand stands as %s', (keys, shown) => {
  expect(type(keys)).toBe(shown);
});

test('a whole number of another country can be deleted and typed again', () => {
  let text = type('+375291234567');
  for (let left = text.length; left > 0 && text !== '+37529'; left -= 1)
    text = maskAnyPhone(text.slice(0, -1), text);
  expect(text).toBe('+37529');
  expect(type('7654321', text)).toBe('+375 (29) 765-43-21');
});

test('a number that is stored without its plus is shown with it', () => {
  expect(maskAnyPhone('375291234567')).toBe('+375 (29) 123-45-67');
  expect(maskAnyPhone('79001234567')).toBe('+7 (900) 123-45-67');
  expect(maskAnyPhone('')).toBe('');
});
