import type { Page } from '@playwright/test';
import { ADMIN, expect, readOnlyWhenAsked, signIn, test } from './fixtures.ts';

/** More stops than any dialogue has, so that the focus has gone all the way round. */
const STOPS = 24;

test('the page behind an open dialogue can be reached by keyboard or screen reader, or scrolls away @phone', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  const opener = page.getByRole('button', { name: /SMS об остатке баланса$/ });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'SMS об остатке баланса' });
  await expect(dialog.getByLabel(/Остаток/)).toBeVisible();

  for (let stop = 0; stop < STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(whereFocusIs)).not.toBe('behind');
  }
  const read = await rolesReadAloud(page);
  expect(read).toContain('dialog');
  expect(read).not.toContain('main');
  expect(read).not.toContain('navigation');
  const scrolled = await page.evaluate(() => scrollY);
  await page.mouse.move(4, 4);
  await page.mouse.wheel(0, 600);
  await expect(dialog).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  expect(await rolesReadAloud(page)).toContain('main');
});

test('a dialogue opened from a menu does not give the focus back @phone', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  const more = page.getByRole('button', { name: 'Ещё', exact: true });
  await more.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Оформление' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Оформление' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Закрыть' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(more).toBeFocused();
});

test('the actions behind one button cannot be chosen without a mouse', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  const more = page.getByRole('button', { name: 'Ещё', exact: true });
  await more.focus();
  await page.keyboard.press('ArrowDown');
  const entry = (name: string) => page.getByRole('menuitem', { name });
  await expect(entry('Распределение')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(entry('Выйти')).toBeFocused();
  await page.keyboard.press('Home');
  await entry('Распределение').dispatchEvent('keydown', { key: 'а' });
  await expect(entry('Акт сверки')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await entry('Водители').press('Enter');
  await expect(page).toHaveURL(/\/cabinet\/drivers/);
});

/** Runs in the page. The browser's own controls, where the focus goes between the last stop and the first, count as body. */
function whereFocusIs(): 'dialogue' | 'browser' | 'behind' {
  const at = document.activeElement;
  if (!at || at === document.body) return 'browser';
  return at.closest('[role="dialog"]') ? 'dialogue' : 'behind';
}

/** Roles of everything that the browser exposes to a screen reader. */
async function rolesReadAloud(page: Page): Promise<unknown[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes.filter((node) => !node.ignored).map((node) => node.role?.value);
}

test('whoever asks for a list again by keyboard is back at the top of the page when it has come', async ({
  page,
}) => {
  await readOnlyWhenAsked(page);
  await signIn(page, ADMIN);
  await page.route('**/api/invoices?*', (route) => route.fulfill({ status: 500, json: { code: 500 } }));
  await page.goto('/cabinet/invoices-issued');
  const again = page.getByRole('button', { name: 'Перезагрузить' });
  await again.focus();
  await page.unroute('**/api/invoices?*');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /№ М-/ }).first()).toBeVisible();
  await expect(again).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
});
