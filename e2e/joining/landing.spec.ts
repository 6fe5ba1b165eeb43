import type { Response } from '@playwright/test';
import { ADMIN, expect, expectNoAxeViolations, signIn, test } from '../fixtures.ts';

/** The most that a visitor's browser may load in scripts before he acts. */
const SCRIPT_BYTES = 15 * 1024;

test('with text twice as large «Заказать карту» of the header stays within the screen', async ({ page }) => {
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%')),
  );
  for (const width of [1440, 1140, 900, 768]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    const order = page.getByRole('banner').getByRole('link', { name: 'Заказать карту' });
    await expect(order).toBeInViewport({ ratio: 1 });
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(over, `${width} px`).toBeLessThanOrEqual(0);
  }
});

test('§1.1 §1.24 the landing page can be read where scripts are blocked, and by search engines @phone', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Топливные карты/);
  await expect(page.getByText('Только для юридических лиц и индивидуальных предпринимателей')).toBeVisible();
  await expect(page.getByRole('heading', { name: /Более 2 400 заправок/ })).toBeVisible();
  await expect(page.getByText('РН-Карт, Газпромнефть, Татнефть и другие АЗС')).toBeVisible();
  await page.getByText('Где её принимают?').click();
  await expect(page.getByText(/Карта каждой сети работает/)).toBeVisible();
  await page.getByRole('button', { name: 'Партнёрам без кабинета' }).click();
  await expect(page.getByRole('dialog')).toContainText('обратитесь к вашему менеджеру');

  // Nothing is painted before the words that the head refers to are there.
  const awaited = (await page.locator('link[rel=expect]').getAttribute('href')) ?? '';
  await expect(page.locator(awaited).getByRole('heading', { level: 1 })).toBeVisible();

  const meta = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content');
  const canonical = await page.locator('link[rel=canonical]').getAttribute('href');
  // The portal's address comes from its configuration, which the tests leave out, never from the request.
  expect(canonical).toBe(`${(baseURL ?? '').replace('127.0.0.1', 'localhost')}/`);
  const picture = await page.request.get((await meta('og:image')) ?? '');
  expect(picture.headers()['content-type']).toBe('image/png');
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
  expect(data['@graph'].map((row: { '@type': string }) => row['@type'])).toEqual(['Organization', 'FAQPage']);
  expect(data['@graph'][1].mainEntity).toHaveLength(4);
  await context.close();
});

test('a visitor pays for no scripts, map or framework that he has not asked for', async ({ page }) => {
  const came: Response[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') came.push(response);
  });
  await page.goto('/');
  await expect(page.getByRole('contentinfo')).toContainText(
    'Без счётчиков. Cookie одна: по ней вход узнаёт устройство',
  );
  await page.waitForLoadState('networkidle');
  const scripts = await Promise.all(
    came.map(async (response) => ({ url: response.url(), bytes: (await response.body()).length })),
  );
  const text = await page.locator('script:not([src]):not([type])').allTextContents();
  const spent = scripts.reduce((sum, { bytes }) => sum + bytes, text.join('').length);
  expect(spent).toBeLessThan(SCRIPT_BYTES);
  expect(scripts.filter(({ url }) => /react|maplibre|client/.test(url))).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
  await expectNoAxeViolations(page);

  await page.getByRole('radio', { name: 'Тёмное' }).check();
  const storedKeys = await page.evaluate(() => Object.keys(localStorage).toSorted());
  expect(storedKeys).toEqual(['magistral.colour-scheme']);
  await page.reload();
  await expect(page.getByRole('radio', { name: 'Тёмное' })).toBeChecked();
  await expectNoAxeViolations(page);
  // The application stores the same choice.
  await page.getByRole('banner').getByRole('link', { name: 'Войти' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-colour-scheme', 'dark');
});

test('§2.3 §2.11 §2.20 §2.23 §6.20 a user with fuel access goes on from the landing page without another sign-in', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  let releaseRequest = (): void => {};
  const released = new Promise<void>((resolve) => (releaseRequest = resolve));
  await page.route('**/api/users/profile', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Кабинет' })).toHaveAttribute('href', '/cabinet');
  await expect(header.getByRole('link', { name: 'Заказать карту' })).toHaveAttribute(
    'href',
    '/cabinet/create',
  );
  releaseRequest();
  await expect(page).toHaveURL(/\/cabinet$/);
  await page.goto('/permissions-denied');
  await expect(page).toHaveURL(/\/cabinet$/);
  await page.goto('/create/1');
  await expect(page.getByRole('heading', { name: 'Создание заявки' })).toBeVisible();
});
