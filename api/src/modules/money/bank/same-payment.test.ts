import { expect, test } from 'vitest';
import { type MatchCertainty, comparePayments, fastPaymentMark } from './known-payments.ts';
import type { DuplicateKey } from './payment.ts';

const FAST_PAYMENT: DuplicateKey = {
  sumKopecks: 15_000,
  inn: '5047123455',
  day: '2026-09-15',
  number: 'B1234567890',
  purpose: 'СБП-17. Оплата по счёту № М-000123 от 15.09.2026',
  orderId: 17,
};
const DOCUMENT: DuplicateKey = { ...FAST_PAYMENT, number: '42', purpose: 'Пополнение', orderId: null };

test.each<[string, Partial<DuplicateKey>, MatchCertainty]>([
  ['names the order', { purpose: `${fastPaymentMark(17)}. Оплата` }, 'sure'],
  ['names the order days later', { purpose: 'СБП-17', day: '2026-09-18' }, 'sure'],
  ['names the order and no payer', { purpose: 'СБП-17', inn: '' }, 'sure'],
  ['names the order, from another payer', { purpose: 'СБП-17', inn: '7707083893' }, 'other'],
  ['names the order, of another sum', { purpose: 'СБП-17', sumKopecks: 14_900 }, 'other'],
  ['names an order whose number only begins like it', { purpose: 'СБП-171. Оплата' }, 'other'],
  ['has the movement as its number', { number: 'B1234567890' }, 'sure'],
  ['names the movement in its purpose', { purpose: 'Операция СБП B1234567890, оплата' }, 'sure'],
  ['names the same invoice on the same day', { purpose: 'Оплата по счету № М-000123' }, 'sure'],
  ['names the same invoice on another day', { purpose: 'Счёт М-000123', day: '2026-09-16' }, 'doubtful'],
  ['names the same invoice and no payer', { purpose: 'Счёт М-000123', inn: '' }, 'doubtful'],
  ['names another invoice', { purpose: 'Оплата по счету № М-000124' }, 'doubtful'],
  ['says nothing but payer and sum', {}, 'doubtful'],
  ['is another payer’s', { inn: '7707083893' }, 'other'],
])('a document that %s', (_, input, sameness) => {
  expect(comparePayments(FAST_PAYMENT, { ...DOCUMENT, ...input }, 'М-')).toBe(sameness);
});

test('a short name of a movement in a purpose proves nothing', () => {
  const fast = { ...FAST_PAYMENT, number: '15' };
  expect(comparePayments(fast, { ...DOCUMENT, purpose: 'Рейс 15' }, 'М-')).toBe('doubtful');
});
