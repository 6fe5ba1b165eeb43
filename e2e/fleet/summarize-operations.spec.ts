import fs from 'node:fs';
import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';
import { changeAnswer } from '../pages/change-answer.ts';
import { ADMIN, expect, expectNoAxeViolations, signIn, test } from '../fixtures.ts';
import { readOnlyWhenAsked } from '../pages/hold-time.ts';
import { moscowDay } from './moscow-calendar.ts';

/** Kopecks of «1 234,50 ₽», with a real minus. */
function kopecks(text: string): number {
  const sign = text.includes('−') ? -1 : 1;
  return sign * Number(text.replace(/[^\d]/g, ''));
}

/** The sums of the rows and the total below them, in kopecks. */
async function readSums(page: Page, name: string | RegExp): Promise<{ sums: number[]; total: number }> {
  const table = page.getByRole('table', { name });
  const rows = table.locator('tbody').getByRole('row');
  await expect(rows.first()).toBeVisible();
  const sums = await rows.locator('td:last-child').allInnerTexts();
  const total = await table.getByRole('row', { name: 'Итого' }).locator('td:last-child').innerText();
  return { sums: sums.map(kopecks), total: kopecks(total) };
}

test('§2.74 an accountant finds the report from the operations, and its rows make its total @phone', async ({
  page,
  isMobile,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/card-transactions');
  await page.getByRole('main').getByRole('link', { name: 'Сводные отчеты' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Сводные отчеты' })).toBeVisible();
  for (const choice of ['По месяцам', 'По водителям', 'По топливу', 'По сетям', 'По картам']) {
    if (isMobile) await page.getByLabel('Разрез отчёта').selectOption(choice);
    else await page.getByRole('radio', { name: choice }).click();
    const { sums, total } = await readSums(page, `Топливо ${choice.replace('П', 'п')}`);
    expect(
      sums.reduce((sum, value) => sum + value, 0),
      choice,
    ).toBe(total);
    await expectNoAxeViolations(page);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test('a keyboard chooses a grouping, goes into a row, into one of its rows, and back', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/transactions');
  await page.getByRole('radio', { name: 'По месяцам' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(/by=network$/);
  const networks = await readSums(page, 'Топливо по сетям');
  const first = page
    .getByRole('table', { name: 'Топливо по сетям' })
    .locator('tbody')
    .getByRole('link')
    .first();
  const network = (await first.textContent()) ?? '';
  await first.focus();
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/by=card&network=\d/);
  await expect(page.getByRole('button', { name: `Убрать фильтр Сеть: ${network}` })).toBeVisible();
  const cards = await readSums(page, 'Топливо по картам');
  expect(cards.total).toBe(networks.sums[0]);
  await page
    .getByRole('table', { name: 'Топливо по картам' })
    .locator('tbody')
    .getByRole('link')
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/by=goods&network=\d&card=\d+/);
  expect((await readSums(page, 'Топливо по топливу')).total).toBe(cards.sums[0]);

  await page.goBack();
  expect((await readSums(page, 'Топливо по картам')).total).toBe(cards.total);
  await page.goBack();
  expect(await readSums(page, 'Топливо по сетям')).toEqual(networks);
});

test('a card, its goods and its month lead to exactly their operations', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/transactions?by=card');
  for (const side of ['по картам', 'по топливу', 'по месяцам']) {
    const table = page.getByRole('table', { name: `Топливо ${side}` });
    const row = table.locator('tbody').getByRole('row').first();
    const sum = kopecks((await row.locator('td:last-child').textContent()) ?? '');
    await row.getByRole('link').click();
    if (side !== 'по месяцам') continue;
    await expect(page).toHaveURL(/card-transactions\?from=\d{4}-\d{2}-01&to=[\d-]+&card=\d+&goods=/);
    const total = page.locator('p', { hasText: 'Топливо:' }).locator('span').first();
    await expect.poll(async () => kopecks((await total.textContent()) ?? '')).toBe(sum);
  }
});

test('a click on a month of the chart goes into that month @phone', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/transactions');
  const { sums } = await readSums(page, 'Топливо по месяцам');
  await page
    .getByTitle(/^[а-я]+ 202\d:/)
    // The columns are written from the newest.
    .last()
    .click();
  await expect(page).toHaveURL(
    /from=(\d{4}-\d{2})-01&to=\1-\d\d&by=network|by=network&from=(\d{4}-\d{2})-01/,
  );
  expect((await readSums(page, 'Топливо по сетям')).total).toBe(sums[0]);
});

test('a chip of the legend narrows the chart to a network, and another one widens it @phone', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/transactions');
  const whole = await readSums(page, 'Топливо по месяцам');
  const legend = page.getByRole('group', { name: 'Сети на графике' });
  const names = await legend.getByRole('button').allTextContents();
  expect(names.length).toBeGreaterThan(1);
  await legend.getByRole('button').first().click();
  await expect(page).toHaveURL(/network=\d/);
  await expect(legend.getByRole('button', { pressed: true })).toHaveText(names[0]!);
  const readTotal = async () => (await readSums(page, 'Топливо по месяцам')).total;
  await expect.poll(readTotal).toBeLessThan(whole.total);
  // The other networks stay a click away.
  await expect(legend.getByRole('button')).toHaveText(names);
  await expectNoAxeViolations(page);
  await legend.getByRole('button', { pressed: true }).click();
  await expect(page).not.toHaveURL(/network=/);
  await expect.poll(readTotal).toBe(whole.total);
});

test('the chart shows every month within a phone’s width, and each year once @phone', async ({ page }) => {
  await changeAnswer(page, '**/api/operations/summary?*', ({ meta }) => {
    meta.totals.previous_sum = meta.totals.sum / 2;
    meta.totals.difference = meta.totals.sum / 2;
  });
  await signIn(page, ADMIN);
  await page.goto('/cabinet/transactions');
  const chart = page.getByRole('figure');
  await expect(chart.getByText('Расходы по месяцам')).toBeVisible();
  await expect(chart.getByText('Средний месяц прошлого периода')).toBeVisible();
  const months = chart.getByTitle(/202\d/);
  await expect(months).toHaveCount(12);
  const { x, width } = (await chart.boundingBox())!;
  for (const month of await months.all()) {
    const box = (await month.boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(x - 1);
    expect(box.x + box.width).toBeLessThanOrEqual(x + width + 1);
  }
  const years = (await months.allTextContents()).flatMap((text) => /20\d\d/.exec(text) ?? []);
  expect(new Set(years).size).toBe(years.length);
});

test('the running month says that it is not over, and with which days it is compared @phone', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  const today = moscowDay(0);
  await page.goto(`/cabinet/transactions?by=card&from=${today.slice(0, 8)}01&to=${today}`);
  const whole = page.getByRole('region', { name: 'Итого за период' });
  await expect(whole).toContainText('Потрачено по картам');
  // Tomorrow is in the same month unless today is its last day.
  if (moscowDay(-1).slice(0, 7) === today.slice(0, 7)) await expect(whole).toContainText('Месяц не закончен');
  await expect(whole).toContainText(/01\.\d\d/);
  await page.goto('/cabinet/transactions');
  await expect(page.getByRole('row').filter({ hasText: 'месяц не закончен' })).toHaveCount(1);
});

test('a card’s price is shown beside its network’s average, and no label is cut off @phone', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/transactions?by=card');
  await expect(page.getByText(/₽\/л к сети/).first()).toBeVisible();
  await changeAnswer(page, '**/api/operations/summary?*', ({ data }) => {
    for (const row of data)
      row.title = 'Автозаправочный комплекс № 15, Ленинградское шоссе, 118-й километр, справа';
  });
  await page.goto('/cabinet/transactions?by=station');
  const label = page.getByText(/118-й километр, справа/).first();
  await expect(label).toBeVisible();
  expect(await label.evaluate((item) => item.scrollWidth - item.clientWidth)).toBeLessThanOrEqual(0);
});

test('what is on screen is in the files and in print, to the kopeck', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/transactions?by=station&sort=-litres');
  const litres = page.getByRole('columnheader', { name: /Литры/ });
  await expect(litres).toHaveAttribute('aria-sort', 'descending');
  await litres.getByRole('button').press('Enter');
  await expect(litres).toHaveAttribute('aria-sort', 'ascending');
  await expect(page).toHaveURL(/sort=litres/);
  const { total } = await readSums(page, 'Топливо по АЗС');

  const csv = (await saved(page, 'Скачать CSV')).toString('utf8').trimEnd().split('\r\n');
  expect(csv[0]?.startsWith('\uFEFFАЗС;Операций;Литры;Средняя цена;Сумма;')).toBe(true);
  expect(kopecks(csv.at(-1)?.split(';')[4] ?? '')).toBe(total);
  const workbook = unzipSync(await saved(page, 'Скачать XLSX'));
  const sheet = strFromU8(workbook['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  expect(sheet.split('<row ').at(-1)).toContain(`<v>${total / 100}</v>`);

  await page.emulateMedia({ media: 'print' });
  // The print shows every row, the screen only fifty. Both have the head and the total.
  await expect(page.getByRole('row')).toHaveCount(csv.length);
  await expect(page.getByText(/^Расходы на топливо по АЗС, \d\d\./)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Итого за период' })).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await expect(page.getByRole('row')).toHaveCount(52);
});

async function saved(page: Page, button: string): Promise<Buffer> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  return fs.readFileSync(await (await download).path());
}

test('a period without fuel, a reversed one and a broken answer each say what they are', async ({ page }) => {
  // An announcement would trigger a reload before the click.
  await readOnlyWhenAsked(page);
  await signIn(page, ADMIN);
  await page.goto('/cabinet/transactions?from=2001-01-01&to=2001-01-31');
  await expect(page.getByText('Заправок за этот период нет')).toBeVisible();
  await page.goto('/cabinet/transactions?from=2026-02-01&to=2026-01-31');
  // The field shows it too.
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

test('months of billions, paid back, keep all their figures @phone', async ({ page }) => {
  await signIn(page, ADMIN);
  await changeAnswer(page, '**/api/operations/summary?*', (answer) => {
    for (const [place, row] of answer.data.entries()) row.sum = -1_500_000_000 - place * 125_000_000;
  });
  await page.goto('/cabinet/transactions');
  await expect(page.getByText('−1,5', { exact: true })).toBeVisible();
  await expect(page.getByText('Расходы по месяцам, млрд ₽')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});
