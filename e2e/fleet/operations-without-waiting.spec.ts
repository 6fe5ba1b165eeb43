import type { Page } from '@playwright/test';
import { ADMIN, chooseOfPerson, expect, openFilters, signIn, test } from '../fixtures.ts';

const NOTICE = /Нет связи с сервером\. Список на \d\d\.\d\d\.\d{4}, \d\d:\d\d/;

const REPORT_NOTICE = /Нет связи с сервером\. Отчёт на \d\d\.\d\d\.\d{4}, \d\d:\d\d/;

test('a filter of operations shows its rows before the server answers @phone', async ({ page }) => {
  await openOperations(page);
  const totals = page.getByText(/^Топливо:/);
  const before = await totals.innerText();
  let waiting = 0;
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/api\/operations\?/, async (route) => {
    waiting += 1;
    await released;
    await route.continue();
  });
  await openFilters(page);
  await page.getByLabel('Тип').selectOption({ label: 'Возврат' });
  await expect(totals).not.toHaveText(before);
  await expect(page.locator('[aria-busy="true"]').getByRole('table', { name: 'Операции' })).toBeVisible();
  const early = await totals.innerText();

  await expect.poll(() => waiting).toBeGreaterThan(0);
  release();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await expect(totals).toHaveText(early);
});

test('without a network operations are filtered, sorted and paged', async ({ page, context }) => {
  await openOperations(page);
  const list = page.getByRole('table', { name: 'Операции' });
  const order = page.getByRole('button', { name: 'Сумма' });
  await order.click();
  await expect(page).toHaveURL(/sort=-sum/);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  const sorted = await list.innerText();
  await order.click();
  await expect(page).toHaveURL(/sort=sum/);
  await order.click();
  await expect(page).not.toHaveURL(/sort=/);
  // What this tab has read before would be shown as it came.
  await page.reload();
  await expect(list).toBeVisible();
  await context.setOffline(true);
  await order.click();
  await expect(page.getByText(NOTICE)).toBeVisible();
  await expect.poll(() => list.innerText()).toBe(sorted);
  await page
    .getByRole('button', { name: 'Страница 2' })
    .or(page.getByRole('link', { name: 'Страница 2' }))
    .first()
    .click();
  await expect(page).toHaveURL(/page=2/);
  await expect.poll(() => list.innerText()).not.toBe(sorted);
  await expect(page.getByText(NOTICE)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(NOTICE)).toBeHidden();
});

test('without a network a report of another side has the server’s figures', async ({ page, context }) => {
  await openOperations(page);
  await page.goto('/cabinet/transactions?by=goods');
  const goods = page.getByRole('table', { name: 'Топливо по топливу' });
  await expect(goods.getByRole('row').nth(2)).toBeVisible();
  const answered = await goods.innerText();
  const facts = await page.getByLabel('Итого за период').innerText();
  await page.goto('/cabinet/transactions');
  await expect(page.getByRole('table', { name: 'Топливо по месяцам' })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('radio', { name: 'По топливу' }).click();
  await expect(page.getByText(REPORT_NOTICE)).toBeVisible();
  await expect.poll(() => goods.innerText()).toBe(answered);
  expect(await page.getByLabel('Итого за период').innerText()).toBe(facts);
  await page.getByRole('radio', { name: 'По машинам' }).click();
  await expect(page.getByRole('table', { name: 'Топливо по машинам' }).getByRole('row').nth(2)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(REPORT_NOTICE)).toBeHidden();
});

test('no operation is left on the device after the sign-out', async ({ page }) => {
  await openOperations(page);
  const countStored = () =>
    page
      .evaluate(async () => (await caches.keys()).filter((name) => name.includes('operations')).length)
      .catch(() => 'on the way');
  await expect.poll(countStored).toBe(1);
  await chooseOfPerson(page, 'Выйти');
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect.poll(countStored).toBe(0);
});

/** Opens the list and waits until the browser has the operations of the company. */
async function openOperations(page: Page): Promise<void> {
  await signIn(page, ADMIN);
  const read = page.waitForResponse(/\/api\/operations\/columns/);
  await page.goto('/cabinet/card-transactions');
  await (await read).finished();
  const hasIndex = () => page.evaluate(async () => Boolean(await caches.match('/stored-operations')));
  await expect.poll(hasIndex).toBe(true);
}
