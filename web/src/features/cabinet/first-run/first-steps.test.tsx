// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { EndpointData } from '#contract/endpoint.ts';
import type { readOverview } from '#contract/insights/overview.ts';
import { render } from '../../../testing/render.tsx';
import { FirstSteps } from './FirstSteps.tsx';

type Attention = EndpointData<typeof readOverview>['attention'];

async function listDone(attention: Attention): Promise<string[]> {
  const overview = {
    money: { own: 50_000, credit_available: 0, per_day: 0, days_left: null },
    spending: { today: '2026-11-30', this_month: 0, last_month: 0, last_month_to_date: 0, days: [] },
    attention,
    waiting: [],
    has_fillings: false,
  };
  await render(<FirstSteps cardsOrdered={false} cards={[]} overview={overview} />);
  const titles = [...document.querySelectorAll('h3')].map(({ textContent }) => textContent);
  return titles.filter((title) => title.endsWith(', сделано'));
}

test('a company with money on its account has topped it up', async () => {
  expect(await listDone([])).toEqual(['Пополните счёт, сделано']);
});

test('a company with money and an overdue debt has still to top up its account', async () => {
  expect(await listDone([{ kind: 'debt', count: 1, sum: 130_000, late: true }])).toEqual([]);
});

test('a debt whose term is not over leaves the step done', async () => {
  const debt = { kind: 'debt', count: 1, sum: 130_000, late: false } as const;
  expect(await listDone([debt])).toEqual(['Пополните счёт, сделано']);
});
