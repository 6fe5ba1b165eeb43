// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { render } from '../testing/render.tsx';
import { MoneyField } from './MoneyField.tsx';

test.each([
  ['rubles', '₽'],
  ['litres', 'л'],
] as const)('a field of %s shows its unit', async (unit, sign) => {
  await render(<MoneyField value="" unit={unit} onChange={() => {}} />);
  expect(document.querySelector('input')?.nextSibling?.textContent).toBe(sign);
});
