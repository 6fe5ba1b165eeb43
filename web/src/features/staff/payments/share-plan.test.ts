import { expect, test } from 'vitest';
import type { Payment } from '#contract/money/bank.ts';
import { getRest, planShares, toParts } from './share-plan.ts';

const CLIENT = { id: 7, title: 'ООО «Первая»' };

function makePayment(more: Partial<Payment>): Payment {
  return { sum: 150, suggestion: null, named_invoices: [], ...more } as Payment;
}

const named = (id: number, unpaid: number, company = CLIENT) => ({ id, number: `М-${id}`, unpaid, company });

test('a payment is divided among the named invoices up to what is left to pay', () => {
  const payment = makePayment({ named_invoices: [named(2, 100), named(1, 80), named(3, 10)] });
  const shares = planShares(payment, CLIENT.id);
  expect(shares).toEqual({ 2: '100', 1: '50' });
  expect(getRest(payment, shares)).toBe(0);
  expect(toParts(shares)).toEqual({
    invoices: [
      { id: 1, sum: 50 },
      { id: 2, sum: 100 },
    ],
  });
});

test('invoices of another company are not filled in', () => {
  const payment = makePayment({ named_invoices: [named(2, 100, { id: 8, title: 'Другая' })] });
  expect(planShares(payment, CLIENT.id)).toEqual({});
  expect(toParts({})).toEqual({});
});

test('a suggested invoice that no purpose names gets the whole sum', () => {
  const suggestion = { company_id: CLIENT.id, company: CLIENT.title, invoice_id: 5 };
  expect(planShares(makePayment({ suggestion, sum: 1234.5 }), CLIENT.id)).toEqual({ 5: '1\u00a0234,50' });
});

test('shares above the payment leave less than nothing', () => {
  expect(getRest(makePayment({}), { 1: '100', 2: '70,25' })).toBe(-20_25);
});
