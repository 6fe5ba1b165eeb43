import { expect, test } from '../fixtures.ts';

test('§2.14 a map that is left before it has loaded ends without an error, and opens again', async ({
  page,
}) => {
  let load = () => {};
  const mayLoad = new Promise<void>((resolve) => (load = resolve));
  await page.route('**/maplibre-gl-worker*', async (route) => {
    await mayLoad;
    await route.continue();
  });
  await page.goto('/map');
  const map = page.locator('[data-zoom]');
  await expect(map).toHaveAttribute('data-ready', 'true');
  await page.getByRole('link', { name: 'Войти' }).first().click();
  await expect(map).toHaveCount(0);
  load();
  await expect(page.getByLabel('Телефон')).toBeVisible();
  await page.goBack();
  await expect(map).toHaveAttribute('data-ready', 'true');
  await expect(page.getByRole('region', { name: 'Карта АЗС' })).toBeVisible();
});
