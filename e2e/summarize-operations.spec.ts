import fs from 'node:fs';
import { changeAnswer } from './change-answer.ts';
import { ADMIN, expect, expectNoAxeViolations, readOnlyWhenAsked, signIn, test } from './fixtures.ts';

/** Kopecks of «1 234,50 ₽», with a real minus. */
function kopecks(text: string): number {
  const sign = text.includes('−') ? -1 : 1;
  return sign * Number(text.replace(/[^\d]/g, ''));
}

test('§2.74 an accountant finds the summary from the operations, and its rows add up to its total @phone', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/card-transactions');
  await page.getByRole('main').getByRole('link', { name: 'Сводные отчеты' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Сводные отчеты' })).toBeVisible();
  for (const choice of ['По месяцам', 'По водителям', 'По топливу', 'По сетям', 'По картам']) {
    await page.getByLabel('Отчёт', { exact: true }).selectOption({ label: choice });
    const table = page.getByRole('table', { name: `Топливо ${choice.replace('П', 'п')}` });
    const rows = table.locator('tbody').getByRole('row');
    await expect(rows.first()).toBeVisible();
    const sums = await rows.locator('td:last-child').allTextContents();
    const total = await table.getByRole('row', { name: 'Итого' }).locator('td:last-child').textContent();
    expect(
      sums.reduce((sum, text) => sum + kopecks(text), 0),
      choice,
    ).toBe(kopecks(total ?? ''));
  }
  await expectNoAxeViolations(page);
});

test('the side, the period and the order are in the address, and a month leads to its operations', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/transactions?by=station&sort=-litres');
  const litres = page.getByRole('columnheader', { name: /Литры/ });
  await expect(litres).toHaveAttribute('aria-sort', 'descending');
  await litres.getByRole('button').press('Enter');
  await expect(litres).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL(/sort=litres/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать CSV' }).click();
  const text = fs.readFileSync(await (await download).path(), 'utf8');
  expect(text.startsWith('\uFEFFАЗС;Операций;Литры;Средняя цена;Сумма\r\n')).toBe(true);
  await page.emulateMedia({ media: 'print' });
  // Paper shows every row, the screen only fifty; both have the head and the total.
  await expect(page.getByRole('row')).toHaveCount(text.trimEnd().split('\r\n').length);
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByRole('row')).toHaveCount(52);

  await page.getByLabel('Отчёт', { exact: true }).selectOption({ label: 'По месяцам' });
  const month = page.getByRole('table', { name: 'Топливо по месяцам' }).getByRole('row').nth(2);
  const sum = kopecks((await month.getByRole('cell').last().textContent()) ?? '');
  await month.getByRole('link').click();
  await expect(page).toHaveURL(/card-transactions\?from=\d{4}-\d{2}-01&to=/);
  const total = page.locator('p', { hasText: 'Топливо:' }).locator('span').first();
  await expect.poll(async () => kopecks((await total.textContent()) ?? '')).toBe(sum);
});

test('a period without fuel, a reversed one and a broken answer each say what they are', async ({ page }) => {
  // An announcement would ask again before the button is pressed.
  await readOnlyWhenAsked(page);
  await signIn(page, ADMIN);
  await page.goto('/cabinet/transactions?from=2001-01-01&to=2001-01-31');
  await expect(page.getByText('Заправок за этот период нет')).toBeVisible();
  await page.goto('/cabinet/transactions?from=2026-02-01&to=2026-01-31');
  // The field says it too.
  await expect(page.getByRole('status').getByText('Начало периода позже его конца')).toBeVisible();
  await page.route('**/api/operations/summary?*', (route) =>
    route.fulfill({ status: 500, json: { code: 500, message: 'Ошибка сервера' } }),
  );
  await page.goto('/cabinet/transactions');
  await expect(page.getByText('Ошибка сервера')).toBeVisible();
  await page.unroute('**/api/operations/summary?*');
  await page.getByRole('button', { name: 'Перезагрузить' }).click();
  await expect(page.getByRole('table')).toBeVisible();
});

test('a month of billions, paid back, keeps all its figures beside the chart @phone', async ({ page }) => {
  await signIn(page, ADMIN);
  await changeAnswer(page, '**/api/operations/summary?*', (answer) => {
    // The lines then stand at −1,35 млрд and the like: two decimals and a minus are the most that is written.
    for (const [place, row] of answer.data.entries()) row.sum = -1_500_000_000 - place * 125_000_000;
  });
  await page.goto('/cabinet/transactions');
  const figures = page.locator('svg text', { hasText: /млн|млрд/ });
  await expect(figures.first()).toBeVisible();
  const overhang = await figures.evaluateAll((all) =>
    Math.max(
      ...all.map(
        (one) => one.closest('svg')!.getBoundingClientRect().left - one.getBoundingClientRect().left,
      ),
    ),
  );
  expect(overhang).toBeLessThanOrEqual(0);
});

test('a line of the chart is named after the sum at which it stands', async ({ page }) => {
  await signIn(page, ADMIN);
  await changeAnswer(page, '**/api/operations/summary?*', (answer) => {
    for (const row of answer.data) row.sum = 2_900_000;
  });
  await page.goto('/cabinet/transactions');
  const figures = page.locator('svg text', { hasText: /млн|тыс/ });
  await expect(figures.first()).toBeVisible();
  const words = (await figures.allTextContents()).map((one) => one.replace(/\s/g, ' '));
  expect(words).toEqual(['750 тыс.', '1,5 млн', '2,25 млн', '3 млн']);
});
