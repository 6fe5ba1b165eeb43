import type { Page } from '@playwright/test';
import { ADMIN, chooseOfPerson, expect, signIn, test } from '../fixtures.ts';

test.use({ serviceWorkers: 'allow' });

const NOTICE = /Нет связи с сервером\. (Список|Остатки) на \d\d\.\d\d\.\d{4}, \d\d:\d\d/;
const ONLY_SERVER = 'Эти фильтры, этот порядок и другие страницы есть только на сервере';
const STORED = 'magistral.last-answers';

/** Lists of the cabinet, each with the name of its table, and what a read of another list adds to it. */
const LISTS: { path: string; table: string; late?: RegExp }[] = [
  { path: '/cabinet', table: 'Мои карты' },
  { path: '/cabinet/drivers', table: 'Водители', late: /[А-Я]\s\d{3}\s[А-Я]{2}|••\s\d{4}/ },
  { path: '/cabinet/fleet', table: 'Автопарк', late: /••\s\d{4}/ },
  { path: '/cabinet/card-transactions', table: 'Операции' },
  { path: '/cabinet/documents', table: 'Документы' },
  { path: '/cabinet/invoices-issued', table: 'Выставленные счета' },
];

for (const { path, table, late } of LISTS)
  test(`without a network ${path} opens with what was read last and its time @phone`, async ({
    page,
    context,
  }) => {
    await signIn(page, ADMIN);
    await page.goto(path);
    const list = page.getByRole('table', { name: table }).first();
    await expect(list).toBeVisible();
    await waitUntilStored(page);
    if (late) await expect(list).toContainText(late);
    const before = await list.innerText();
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText(NOTICE)).toBeVisible();
    await expect.poll(() => list.innerText()).toBe(before);
    await context.setOffline(false);
    await expect(page.getByText(NOTICE)).toBeHidden();
  });

test('without a network trucks are searched, and cards say what needs the server', async ({
  page,
  context,
}) => {
  await signIn(page, ADMIN);
  for (const path of ['/cabinet', '/cabinet/fleet']) {
    await page.goto(path);
    await expect(page.getByRole('table').first()).toBeVisible();
    await waitUntilStored(page);
  }
  await context.setOffline(true);
  await page.reload();
  const trucks = page.getByRole('table', { name: 'Автопарк' });
  const plate = await trucks.getByRole('link').last().innerText();
  await page.getByRole('searchbox', { name: 'Поиск машины' }).fill(plate.slice(0, 8));
  await expect(trucks.getByRole('link').first()).toHaveText(plate);

  await page.goto('/cabinet?status=1');
  await expect(page.getByText(ONLY_SERVER)).toBeVisible();
  await page.getByRole('link', { name: 'Показать сохранённый список' }).click();
  await expect(page.getByRole('table', { name: 'Мои карты' })).toBeVisible();
  await context.setOffline(false);
});

test('nothing of the lists is left on the device after the sign-out', async ({ page, context }) => {
  await signIn(page, ADMIN);
  for (const { path, table } of LISTS) {
    await page.goto(path);
    await expect(page.getByRole('table', { name: table }).first()).toBeVisible();
  }
  const left = () =>
    page.evaluate((key) => Object.keys(localStorage).filter((name) => name.startsWith(key)), STORED);
  await expect.poll(async () => (await left()).length).toBeGreaterThan(LISTS.length);
  await chooseOfPerson(page, 'Выйти');
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect.poll(() => left().catch(() => ['on the way'])).toEqual([]);
  await context.setOffline(true);
  for (const { path, table } of LISTS) {
    await page.goto(path);
    await expect(page.getByRole('table', { name: table })).toHaveCount(0);
  }
  await context.setOffline(false);
});

/** Waits until the browser has the page and every file that it was made of. */
async function waitUntilStored(page: Page): Promise<void> {
  const countMissing = () =>
    page.evaluate(async () => {
      const names = performance.getEntriesByType('resource').map(({ name }) => name);
      const files = names.filter((name) => name.startsWith(`${location.origin}/assets/`));
      const stored = await Promise.all(['/cabinet', ...files].map((file) => caches.match(file)));
      return stored.filter((answer) => !answer).length;
    });
  await expect.poll(countMissing).toBe(0);
}
