// @vitest-environment happy-dom
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { Payment } from '#contract/money/bank.ts';
import { render, type } from '../../../testing/render.tsx';
import { InvoiceShares } from './InvoiceShares.tsx';
import type { Shares } from './share-plan.ts';

const INVOICES = ['М-1', 'М-2'].map((number, index) => ({
  id: index + 1,
  number,
  date: '2026-11-01',
  sum: 500,
  unpaid: 500,
}));

function Divided() {
  const [shares, setShares] = useState<Shares>({ 2: '500' });
  const payment = { sum: 500 } as Payment;
  return (
    <InvoiceShares payment={payment} invoices={INVOICES} value={shares} onChange={setShares} error={null} />
  );
}

const listRows = () => [...document.querySelectorAll('li')].map((row) => /М-\d/.exec(row.textContent)?.[0]);

test('a row stays where it is while its sum is cleared and typed', async () => {
  await render(<Divided />);
  expect(listRows()).toEqual(['М-2', 'М-1']);
  await type('На счёт М-2', '');
  expect(listRows()).toEqual(['М-2', 'М-1']);
  await type('На счёт М-1', '100');
  expect(listRows()).toEqual(['М-2', 'М-1']);
});
