import fs from 'node:fs';
import { strFromU8, unzipSync } from 'fflate';
import type { Page } from '@playwright/test';
import { changeAnswer } from '../pages/change-answer.ts';
import {
  ADMIN,
  expect,
  expectNoAxeViolations,
  MANAGER,
  signIn,
  SPECIALIST,
  test,
  signInForToken,
} from '../fixtures.ts';

const LIST = { name: 'Мои карты' };

test('the cards are sorted by keyboard at a header, and the address has the order', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet?status=1');
  const table = page.getByRole('table', LIST);
  const head = table.getByRole('columnheader', { name: /^Баланс/ });
  await expect(head).toHaveAttribute('aria-sort', 'none');
  await head.getByRole('button').press('Enter');
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect(page).toHaveURL(/status=1&sort=-sum/);
  // The heads are marked at the click, the rows come with the answer.
  await expect
    .poll(async () => {
      const sums = await readSums(page);
      return sums.every((sum, place) => place === 0 || sum <= sums[place - 1]!);
    })
    .toBe(true);
  const falling = await readSums(page);
  await head.getByRole('button').press('Enter');
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await expect.poll(() => readSums(page)).toEqual(falling.toReversed());
  await page.reload();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  await head.getByRole('button').press('Enter');
  await expect(page).toHaveURL(/status=1$/);
});

async function readSums(page: Page): Promise<number[]> {
  const texts = await page.getByRole('table', LIST).locator('tbody td:nth-last-child(2)').allTextContents();
  return texts.map((text) =>
    Number(
      text
        .replace(/[^\d,−]/g, '')
        .replace(',', '.')
        .replace('−', '-'),
    ),
  );
}

test('a colleague opens a view that was saved for the company, and cannot remove it', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet?partner=1');
  await chooseColumn(page, 'Номер карты');
  const dialog = page.getByRole('dialog', { name: 'Вид таблицы' });
  await dialog.getByRole('button', { name: 'Закрепить: Номер карты' }).click();
  await dialog.getByLabel('Строки').selectOption({ label: 'Плотные' });
  await expectNoAxeViolations(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Готово' }).click();
  const heads = page.getByRole('table', LIST).getByRole('columnheader');
  await expect(heads.filter({ hasText: 'Номер карты' })).toBeVisible();
  await expect(page).toHaveURL(/partner=1&cols=[^&]+number[^&]*&pin=number&rows=dense/);

  await page.getByRole('button', { name: 'Вид таблицы' }).click();
  await page.getByRole('menuitem', { name: 'Сохранить или удалить вид' }).click();
  const saving = page.getByRole('dialog', { name: 'Сохранённые виды' });
  await saving.getByRole('button', { name: 'Сохранить вид' }).click();
  await expect(saving.getByText('Необходимо заполнить это поле')).toBeVisible();
  await saving.getByLabel('Название').fill('РН-Карт с номерами');
  await saving.getByLabel('Показывать всей компании').check();
  await saving.getByRole('button', { name: 'Сохранить вид' }).click();
  await expect(saving).toBeHidden();

  await signIn(page, MANAGER);
  await page.evaluate(() => localStorage.removeItem('view:cards'));
  await page.goto('/cabinet');
  await expect(heads.filter({ hasText: 'Номер карты' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Вид таблицы' }).click();
  await page.getByRole('menuitem', { name: 'РН-Карт с номерами' }).click();
  await expect(heads.filter({ hasText: 'Номер карты' })).toBeVisible();
  await expect(page.getByLabel('Сеть')).toHaveValue('1');
  await page.getByRole('button', { name: 'Вид таблицы' }).click();
  await page.getByRole('menuitem', { name: 'Сохранить или удалить вид' }).click();
  await expect(saving.getByText('от коллеги')).toBeVisible();
  await expect(saving.getByRole('button', { name: /^Удалить вид/ })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(saving).toBeHidden();

  await page.getByRole('button', { name: 'Вид таблицы' }).click();
  await page.getByRole('menuitem', { name: 'Столбцы, порядок и строки' }).click();
  await dialog.getByRole('button', { name: 'Вернуть обычный вид' }).click();
  await expect(heads.filter({ hasText: 'Номер карты' })).toHaveCount(0);
});

async function chooseColumn(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Вид таблицы' }).click();
  await page.getByRole('menuitem', { name: 'Столбцы, порядок и строки' }).click();
  await page
    .getByRole('dialog', { name: 'Вид таблицы' })
    .getByRole('checkbox', { name, exact: true })
    .check();
}

test('a table’s file has exactly its rows, columns and order, with sums as numbers', async ({ page }) => {
  await signIn(page, SPECIALIST);
  await page.goto('/cabinet/card-transactions?type=11&sort=-sum&cols=card,number,vat,sum,at');
  await expect(page.getByRole('table', { name: 'Операции' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Операции' }).locator('tbody tr')).toHaveCount(20);
  const total = Number(
    (
      (await page
        .getByText(/операций/)
        .first()
        .textContent()) ?? ''
    )
      .split('операций')[1]
      ?.replace(/\D/g, ''),
  );

  const csv = await exportTable(page, 'CSV');
  expect(csv.name).toBe('Операции.csv');
  const lines = csv.bytes.toString('utf8').trimEnd().split('\r\n');
  expect(lines[0]).toBe('\uFEFFОперация;Карта;Номер операции;В том числе НДС;Сумма;Дата и время, МСК');
  expect(lines).toHaveLength(total + 1);
  const sums = lines.slice(1).map((line) => Number(line.split(';').at(-2)?.replace(',', '.')));
  // Spending is below zero, and the largest comes first.
  expect(sums).toEqual(sums.toSorted((a, b) => a - b));

  const xlsx = await exportTable(page, 'XLSX для Excel');
  expect(xlsx.name).toBe('Операции.xlsx');
  const sheet = strFromU8(unzipSync(xlsx.bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
  expect(sheet.match(/<row /g)).toHaveLength(total + 1);
  expect(sheet).toContain(`<v>${sums[0]}</v>`);
});

async function exportTable(page: Page, format: string): Promise<{ name: string; bytes: Buffer }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Экспорт таблицы' }).click();
  await page.getByRole('menuitem', { name: format }).click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: fs.readFileSync(await file.path()) };
}

test('operations of one network and driver are found by their own filters', async ({ page }) => {
  await signIn(page, ADMIN);
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  const { data } = await (await page.request.get('/api/card?partner_id=2', { headers })).json();
  const driver = data.find(({ drivers }: { drivers: unknown[] }) => drivers.length > 0).drivers[0];
  await page.goto('/cabinet/card-transactions');
  await page.getByRole('button', { name: 'Фильтры' }).click();
  await page.getByLabel('Сеть').selectOption('2');
  await page.getByLabel('Водитель').selectOption(String(driver.id));
  await expect(page).toHaveURL(new RegExp(`network=2&driver=${driver.id}`));
  const rows = page.getByRole('table', { name: 'Операции' }).locator('tbody tr');
  await expect(rows.first()).toContainText('Газпромнефть');
  await expect(rows.filter({ hasNotText: driver.surname })).toHaveCount(0);
  await page.getByRole('button', { name: 'Сбросить все' }).click();
  await expect(page).toHaveURL(/card-transactions$/);
});

test('a chip says what the cards are filtered by, and takes it off', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet?partner=2&status=1&sort=-sum');
  const chips = page.getByRole('list', { name: 'Выбранные фильтры' });
  await expect(chips.getByRole('listitem')).toHaveText([
    /Сеть: Газпромнефть/,
    /Статус: Активные/,
    'Сбросить все',
  ]);
  await chips.getByRole('button', { name: /Сеть: Газпромнефть/ }).click();
  await expect(page).toHaveURL(/cabinet\?status=1&sort=-sum$/);
  await expect(page.getByLabel('Сеть')).toHaveValue('');
});

test('j, k and Enter walk through the rows and open one', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  const links = page.getByRole('table', LIST).locator('tbody').getByRole('link');
  await links.first().focus();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(links.nth(2)).toBeFocused();
  await page.keyboard.press('k');
  await expect(links.nth(1)).toBeFocused();
  const place = (await links.nth(1).getAttribute('href')) ?? '';
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${place.replace('?', '\\?')}$`));
});

test('of ten thousand cards only those near the window are mounted, and all are sorted', async ({ page }) => {
  await signIn(page, ADMIN);
  await changeAnswer(page, /\/api\/card(\?|$)/, (answer) => {
    const [card] = answer.data;
    answer.data = Array.from({ length: 10_000 }, (_, place) => ({
      ...card,
      id: 900_000 + place,
      comment: `Тягач ${place}`,
      card_sum: place,
      status: { id: 1, title: 'Активна' },
    }));
  });
  await page.goto('/cabinet');
  const table = page.getByRole('table', LIST);
  await expect(table).toHaveAttribute('aria-rowcount', '10001');
  expect(await table.getByRole('row').count()).toBeLessThan(150);
  await table
    .getByRole('columnheader', { name: /^Баланс/ })
    .getByRole('button')
    .click();
  await expect(table.getByRole('link').first()).toHaveText('Тягач 9999');
});

test('forty cards take at most 2000 pixels, and the first one is above the fold', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  const table = page.getByRole('table', LIST);
  await expect(table.getByRole('link').first()).toBeInViewport({ ratio: 1 });
  const heights = await page
    .getByRole('table', { name: /карты/i })
    .evaluateAll((tables) =>
      tables.map((item) => item.closest('section')?.getBoundingClientRect().height ?? 0),
    );
  expect(heights).toHaveLength(2);
  const rows = await page.locator('main tbody tr').evaluateAll((all) => all.map((row) => row.clientHeight));
  expect(Math.max(...rows)).toBeLessThanOrEqual(48);
  // Other tests order cards, so the height of forty is computed from the actual number.
  const heightOfForty = (heights.reduce((sum, height) => sum + height, 0) / rows.length) * 40;
  expect(heightOfForty).toBeLessThan(2000);
});

test('on a phone an operation has three lines, and a sheet chooses the order @phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, ADMIN);
  await page.goto('/cabinet/card-transactions?type=11');
  const rows = page.getByRole('table', { name: 'Операции' }).locator('tbody tr');
  await expect(rows).toHaveCount(20);
  const heights = await rows.evaluateAll((all) => all.map((row) => row.clientHeight));
  expect(Math.max(...heights)).toBeLessThanOrEqual(88);
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Вид таблицы' }).click();
  await page.getByRole('menuitem', { name: 'Столбцы, порядок и строки' }).click();
  await page.getByLabel('Порядок').selectOption({ label: 'Сумма: по возрастанию' });
  // A button that is half beneath the dialog's foot would count as too small.
  await page.setViewportSize({ width: 360, height: 1600 });
  await expectNoAxeViolations(page, '[role="dialog"]');
  await page.getByRole('dialog').getByRole('button', { name: 'Готово' }).click();
  await expect(page).toHaveURL(/type=11&sort=sum/);
});
