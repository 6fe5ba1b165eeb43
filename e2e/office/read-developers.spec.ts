import { expect, test } from '../fixtures.ts';
import { expectNoAxeViolations } from '../expect-no-axe-violations.ts';

test('a programmer finds from the footer how to call, in his language, on a phone too @phone', async ({
  page,
}) => {
  await page.goto('/news');
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: 'Разработчикам' })
    .evaluate((link) => {
      link.removeAttribute('target');
    });
  await page.getByRole('contentinfo').getByRole('link', { name: 'Разработчикам' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Разработчикам' })).toBeVisible();
  const first = page.getByLabel('Первый вызов: карты и остатки', { exact: true });
  await expect(first).toContainText('curl -sS "$MAGISTRAL_URL/api/v1/cards"');
  await page.getByRole('radio', { name: 'TypeScript' }).check({ force: true });
  await expect(first).toContainText('await fetch(');
  await page.getByRole('link', { name: 'Вебхуки' }).click();
  await expect(page.getByRole('heading', { name: 'Вебхуки' })).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await expectNoAxeViolations(page);
});
