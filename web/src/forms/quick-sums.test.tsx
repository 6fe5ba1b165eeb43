// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { click, render } from '../testing/render.tsx';
import { QuickSums } from './QuickSums.tsx';

const chosen: unknown[] = [];

async function listOffered(props: Omit<Parameters<typeof QuickSums>[0], 'onChoose'>): Promise<string[]> {
  await render(<QuickSums {...props} onChoose={(text, sum) => chosen.push(text, sum)} />);
  return [...document.querySelectorAll('button')].map(({ textContent }) =>
    textContent.replaceAll('\u00a0', ' '),
  );
}

test('only sums up to the balance are offered', async () => {
  expect(await listOffered({ max: 10_000 })).toEqual(['5 000', '10 000']);
});

test('while the balance is unknown every usual sum is offered', async () => {
  expect(await listOffered({ max: null })).toEqual(['5 000', '10 000', '20 000']);
});

test('the whole balance is offered and chosen with its kopecks', async () => {
  expect(await listOffered({ max: 12.5, all: { label: 'Весь остаток', rubles: 12.5 } })).toEqual([
    'Весь остаток',
  ]);
  await click('Весь остаток');
  expect(chosen).toEqual(['12,50', 1250]);
});

test.each([0, 1_000_000])(
  'a whole balance of %s rubles, which the field refuses, is not offered',
  async (rubles) => {
    expect(await listOffered({ max: 0, all: { label: 'Весь остаток', rubles } })).toEqual([]);
  },
);

test('the largest sum that the field takes is offered', async () => {
  const all = { label: 'Весь остаток', rubles: 999_999.99 };
  expect(await listOffered({ max: 0, all })).toEqual(['Весь остаток']);
});
