import { describe, expect, test } from 'vitest';
import { type PaymentOrder, bareNumber, isLikePayment, isSameOrder } from './booked-orders.ts';

const PAID: PaymentOrder = {
  number: '42',
  datedOn: '2026-09-15',
  sumKopecks: 150_00,
  payer: { inn: '5047123455', account: '40702810500000000001', name: 'ООО "Перевозчик"' },
};

const nameless = (payer: Partial<PaymentOrder['payer']>): PaymentOrder => ({
  ...PAID,
  payer: { ...PAID.payer, inn: '', ...payer },
});

describe('recognising the same payment order', () => {
  test.each<[string, PaymentOrder]>([
    ['leading zeros', { ...PAID, number: '00042' }],
    ['spaces', { ...PAID, number: ' 4 2 ' }],
    ['another account', { ...PAID, payer: { ...PAID.payer, account: '40702810900000000002' } }],
    ['no account', { ...PAID, payer: { ...PAID.payer, account: '' } }],
    ['another name', { ...PAID, payer: { ...PAID.payer, name: 'Перевозчик, ООО' } }],
    ['no INN, and the same account', nameless({ name: '' })],
    ['no INN, and the same name in other quotes', nameless({ account: '1', name: 'ООО «ПЕРЕВОЗЧИК»' })],
    ['neither INN nor account', nameless({ account: '' })],
  ])('an order is the same with %s', (_, paymentOrder) => {
    expect(isSameOrder(PAID, paymentOrder)).toBe(true);
    expect(isSameOrder(paymentOrder, PAID)).toBe(true);
  });

  test.each<[string, PaymentOrder]>([
    ['another number', { ...PAID, number: '43' }],
    ['a zero at its end', { ...PAID, number: '420' }],
    ['another day', { ...PAID, datedOn: '2026-09-16' }],
    ['another sum', { ...PAID, sumKopecks: 150_01 }],
    ['another INN', { ...PAID, payer: { ...PAID.payer, inn: '7736050003' } }],
    ['no INN, another account and another name', nameless({ account: '1', name: 'ООО «Другой»' })],
  ])('an order is another one with %s', (_, paymentOrder) => {
    expect(isSameOrder(PAID, paymentOrder)).toBe(false);
    expect(isSameOrder(paymentOrder, PAID)).toBe(false);
  });

  test('another number alone leaves it a like payment', () => {
    expect(isLikePayment(PAID, { ...PAID, number: '43' })).toBe(true);
  });
});

test('leading zeros and spaces never change a number, trailing digits always do', () => {
  for (let number = 1; number < 3000; number += 7) {
    const written = `${'0'.repeat(number % 7)}${number}`.replace(/(?<=.)(?=.$)/, ' ');
    expect(bareNumber(written)).toBe(String(number));
    expect(bareNumber(`${number}0`)).not.toBe(bareNumber(String(number)));
  }
});
