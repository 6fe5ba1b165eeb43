import type { Page } from '@playwright/test';
import { changeAnswer } from './change-answer.ts';
import { documentRows, showOneWaitingDocument, readTitle, waitingRow } from '../papers/document-rows.ts';
import { ADMIN, expect, signIn, test } from '../fixtures.ts';
import { readOnlyWhenAsked } from './hold-time.ts';

/** More stops than any dialogue has, so that the focus has gone all the way round. */
const STOPS = 24;

test('a page behind a dialogue is out of reach of keyboard and screen reader @phone', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  const opener = page.getByRole('button', { name: /СМС об остатке баланса$/ });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'СМС об остатке баланса' });
  await expect(dialog.getByLabel(/Остаток/)).toBeVisible();

  for (let stop = 0; stop < STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(findFocus)).not.toBe('behind');
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

test('the keyboard’s focus is never hidden behind the bottom bar of a phone @phone', async ({ page }) => {
  await signIn(page, ADMIN);
  for (const [place, shows] of [
    ['/cabinet', 'Ожидают настройки'],
    ['/cabinet/drivers', 'Водители компании'],
    ['/cabinet/services?card=1', 'Что можно купить'],
  ] as const) {
    await page.goto(place);
    await expect(page.getByRole('heading', { name: shows })).toBeVisible();
    const hidden = new Set<string>();
    for (let stop = 0; stop < 2 * STOPS; stop += 1) {
      await page.keyboard.press('Tab');
      const name = await page.evaluate(findHiddenFocus);
      if (name !== null) hidden.add(name);
    }
    expect([...hidden], place).toEqual([]);
  }
});

test('the focus of a keyboard on «Выбрать все» is seen @phone', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  const all = page.getByRole('checkbox', { name: /^Выбрать все/ }).first();
  const first = page.getByRole('checkbox', { name: /^Выбрать карту/ }).first();
  // On a desktop the column heads that sort the cards come in between.
  const order = page.getByRole('table', { name: 'Мои карты' }).getByRole('columnheader').getByRole('button');
  await expect(first).toBeVisible();
  await ((await order.count()) > 0 ? order.first() : first).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(all).toBeFocused();
  await expect(all).toBeInViewport();
  const shown = async () =>
    all.evaluate((box: HTMLElement) => {
      const { x, y, width, height } = box.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2) === box;
    });
  await expect.poll(shown).toBe(true);
  await page.keyboard.press('Space');
  await expect(page.getByRole('region', { name: 'Выбранные карты' })).toBeVisible();
  await expect(all).toBeChecked();
});

test('a dialogue opened from a menu gives the focus back @phone', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  const more = page.getByRole('button', { name: /^(Ещё|Профиль.*)$/ }).filter({ visible: true });
  await more.focus();
  await page.keyboard.press('Enter');
  const wide = (page.viewportSize()?.width ?? 0) >= 768;
  await page.getByRole(wide ? 'menuitem' : 'button', { name: 'Оформление' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Оформление' });
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Закрыть' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(more).toBeFocused();
});

test('closing a dialogue that replaced another one restores the focus on the page', async ({ page }) => {
  await readOnlyWhenAsked(page);
  await signIn(page, ADMIN);
  let status: object | null = null;
  await changeAnswer(page, /\/api\/card\/\d+$/, ({ data }) => {
    if (status) data.status = status;
  });
  await page.goto('/cabinet?status=1&partner=4');
  await page.getByRole('table', { name: 'Мои карты' }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Заблокировать' }).press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Заблокировать' })).toBeFocused();
  status = { id: 2, title: 'Заблокирована' };
  await page.getByRole('dialog').getByRole('button', { name: 'Понятно' }).press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Разблокировать' })).toBeFocused();
});

test('the actions behind one button can be chosen without a mouse', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  const more = page.getByRole('button', { name: /^Профиль/ });
  await more.focus();
  await page.keyboard.press('ArrowDown');
  const entry = (name: string) => page.getByRole('menuitem', { name });
  await expect(entry('Мои данные')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(entry('Выйти')).toBeFocused();
  await page.keyboard.press('Home');
  await entry('Мои данные').dispatchEvent('keydown', { key: 'о' });
  await expect(entry('Оформление')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(more).toBeFocused();
  await page.keyboard.press('Enter');
  await entry('Оформление').press('Enter');
  await expect(page.getByRole('dialog', { name: 'Оформление' })).toBeVisible();
});

/**
 * Runs in the page. The browser's own controls, where the focus goes between the last stop and the first, count as body; so
 * do the edges of a dialogue, which hand the focus on at once.
 */
function findFocus(): 'dialogue' | 'browser' | 'behind' {
  const at = document.activeElement;
  if (!at || at === document.body || 'baseUiFocusGuard' in (at as HTMLElement).dataset) return 'browser';
  return at.closest('[role="dialog"]') ? 'dialogue' : 'behind';
}

/** Roles of everything that the browser exposes to a screen reader. */
async function rolesReadAloud(page: Page): Promise<unknown[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes.filter((node) => !node.ignored).map((node) => node.role?.value);
}

test('reloading a list by keyboard keeps the focus when it has come', async ({ page }) => {
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

test('a form sent by keyboard leaves the focus at the outcome', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/payment/1');
  await page.getByLabel('Сумма пополнения').fill('1 234');
  const issue = page.getByRole('button', { name: 'Выставить счёт' });
  await issue.press('Enter');
  await expect(page.getByRole('heading', { name: /^Счёт № / })).toBeVisible();
  await expect(issue).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
});

test('confirming a document by keyboard keeps the focus on the page', async ({ page }) => {
  let received: string | null = null;
  await showOneWaitingDocument(page, () => received);
  await signIn(page, ADMIN);
  await page.goto('/cabinet/documents');
  const title = await readTitle(waitingRow(page));
  const row = documentRows(page, title);
  const actions = row.getByRole('button', { name: /^Действия: / });
  await actions.press('Enter');
  await page.getByRole('menuitem', { name: 'Подтвердить' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Подтверждение документа' });
  await expect(dialog).toBeVisible();
  await page.route('**/api/doc/acceptDoc', (route) => {
    received = '2026-11-03T10:00:00+03:00';
    return route.fulfill({ json: { code: 200, data: { received, confirmed: [], left: [] } } });
  });
  await dialog.getByLabel('Код из СМС').fill('123456');
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('Получен 03.11.2026');
  await expect(actions).toBeFocused();
});

/** Runs in the page. Returns the focused element's name when the element is wholly under the bar or its action; null when a part of it shows. */
function findHiddenFocus(): string | null {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const { left, width, top, bottom } = focused.getBoundingClientRect();
  const covered = [top + 1, (top + bottom) / 2, bottom - 1].every((y) => {
    const cover = document.elementFromPoint(left + width / 2, y)?.closest('nav, section');
    return y >= innerHeight || (cover && !cover.contains(focused));
  });
  return covered ? (focused.getAttribute('aria-label') ?? focused.textContent) : null;
}
