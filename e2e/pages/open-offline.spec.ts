import type { Page } from '@playwright/test';
import { ADMIN, chooseOfPerson, expect, expectNoAxeViolations, MANAGER, signIn, test } from '../fixtures.ts';

test.use({ serviceWorkers: 'allow' });

const SUM = /[\d\s]+,\d\d\s₽/;
const NO_NETWORK = /Нет связи с сервером\. Остатки на \d\d\.\d\d\.\d{4}, \d\d:\d\d/;

test('without a network the cabinet opens with the last balances and their time @phone', async ({
  page,
  context,
}) => {
  await openOnce(page);
  const balances = page.getByRole('region', { name: 'Балансы' });
  await expect(balances).toContainText(SUM);
  const [own = ''] = SUM.exec((await balances.textContent()) ?? '') ?? [];
  const card = page.getByRole('table', { name: 'Мои карты' }).getByRole('link').first();
  const name = (await card.textContent()) ?? '';

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(NO_NETWORK)).toBeVisible();
  await expect(balances).toContainText(own);
  await expect(card).toHaveText(name);
  await expectNoAxeViolations(page);

  await context.setOffline(false);
  await expect(page.getByText(NO_NETWORK)).toBeHidden();
});

test('the next person on a device without a network sees no balances of the last one', async ({
  page,
  context,
}) => {
  await openOnce(page);
  expect(await readStoredAnswers(page)).not.toBeNull();
  await chooseOfPerson(page, 'Выйти');
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect.poll(() => readStoredAnswers(page).catch(() => 'on the way')).toBeNull();

  // A user who closes the browser instead of signing out leaves the pages there, and they are still theirs alone.
  await openOnce(page);
  const left = (await readStoredAnswers(page)) ?? '';
  await page.evaluate(() => localStorage.clear());
  await signIn(page, MANAGER);
  await page.evaluate((text) => localStorage.setItem('magistral.last-answers', text), left);
  await context.setOffline(true);
  await page.goto('/cabinet');
  await expect(page.getByText('Ошибка. Пожалуйста, перезагрузите страницу').first()).toBeVisible();
  await expect(page.getByRole('table', { name: 'Мои карты' })).toHaveCount(0);
});

/** Opens the cabinet, and waits until the browser has stored what it needs to open again. */
async function openOnce(page: Page): Promise<void> {
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  await expect(page.getByRole('table', { name: 'Мои карты' })).toBeVisible();
  await expect.poll(() => page.evaluate(async () => Boolean(await caches.match('/cabinet')))).toBe(true);
}

function readStoredAnswers(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('magistral.last-answers'));
}
