import { expect, test } from 'vitest';
import { EMAIL_MESSAGE, emailField, emailProblem } from './email.ts';

test.each([
  'ivanov@example.ru',
  'i.p+fuel@mail.example.co',
  "o'neil_7@a-b.io",
  ' with@spaces.ru ',
  'info@грузы-33.рф',
  'info@xn--33-glcrfw4b.xn--p1ai',
])('an address that exists is taken: %s', (text) => {
  expect(emailProblem(text)).toBeNull();
  expect(emailField.parse(text)).toBe(text.trim());
});

test.each([
  'ivanov',
  'ivanov@example',
  '@example.ru',
  'a..b@example.ru',
  '.a@example.ru',
  'a@-b.ru',
  'a@грузы-.рф',
  'a@грузы',
  'a@b.c1',
  'a b@c.ru',
])('no email goes to an invalid address: %s', (text) => {
  expect(emailProblem(text)).toBe(EMAIL_MESSAGE);
  expect(emailField.safeParse(text).error?.issues[0]?.message).toBe(EMAIL_MESSAGE);
});
