import { ADMIN, expect, expectNoAxeViolations, signIn, SPECIALIST, test } from '../fixtures.ts';

test('many cards are changed, with those left out and each outcome shown @phone', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  const cards = page.getByRole('table', { name: 'Мои карты' });
  const boxes = cards.getByRole('checkbox', { name: /^Выбрать карту/ });
  await boxes.first().check();
  const bar = page.getByRole('region', { name: 'Выбранные карты' });
  await expect(bar.getByRole('status')).toHaveText(/Выбрано: 1\s+карта/);
  // Shift selects everything between.
  await boxes.nth(3).click({ modifiers: ['Shift'] });
  await expect(bar.getByRole('status')).toHaveText(/Выбрано: 4\s+карты/);
  await bar.getByRole('button', { name: /^Выбрать все/ }).click();
  await expect(boxes.nth(7)).toBeChecked();

  await bar.getByRole('button', { name: 'Ещё с выбранными картами' }).click();
  await page.getByRole('menuitem', { name: 'Лимит' }).click();
  const dialog = page.getByRole('dialog', { name: 'Лимит для карт' });
  await expect(dialog.getByText(/Изменятся: /)).toBeVisible();
  await expect(dialog.getByText(/Для карт этой сети лимит не задаётся/)).toBeVisible();
  // A click waits until the sheet has opened completely. What it half covers cannot be clicked and is not checked.
  await dialog.getByLabel('Лимит', { exact: true }).click();
  await expectNoAxeViolations(page, '[role="dialog"]');
  await dialog.getByLabel('Лимит', { exact: true }).fill('15000');
  // Simulates networks that are slower than the call: their answers arrive while the results are on the screen.
  await page.route('**/api/card/bulk/limit*', async (route) => {
    const { code, data } = await (await route.fetch()).json();
    const results = data.results.map((result: { ok: boolean }) => ({ ...result, waiting: result.ok }));
    await route.fulfill({ json: { code, data: { results } } });
  });
  await dialog.getByRole('button', { name: /Задать лимит/ }).click();
  await expect(dialog.getByText(/Принято: /)).toBeVisible();
  await expect(dialog.getByText('Сделано').first()).toBeVisible();
  await expect(dialog.getByText('Ждёт подтверждения сети')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Готово' }).click();
  await expect(dialog).toBeHidden();

  await bar.getByRole('button', { name: 'Снять выбор' }).click();
  await expect(bar).toBeHidden();
});

test('§4.5 §4.7 a card selected by keyboard is blocked once its network says so', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet?status=1');
  const cards = page.getByRole('table', { name: 'Мои карты' });
  const bar = page.getByRole('region', { name: 'Выбранные карты' });
  const active = cards.getByRole('row').filter({ hasText: 'Активна' });
  const label = await active.last().getByRole('checkbox').getAttribute('aria-label');
  await cards.getByRole('checkbox', { name: `${label}` }).focus();
  await page.keyboard.press('Space');
  await bar.getByRole('button', { name: 'Заблокировать' }).click();
  const block = page.getByRole('dialog', { name: 'Блокировка карт' });
  await block.getByRole('button', { name: /Заблокировать 1/ }).click();
  await expect(block.getByText('Ждёт подтверждения сети')).toBeVisible();
  await block.getByRole('button', { name: 'Готово' }).click();
  await cards.getByText('Карта блокируется').first().waitFor();
});

test('a user who left while many cards were being changed learns that some were not', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/card?id=1');
  await page.getByRole('link', { name: 'Карты' }).first().click();
  const cards = page.getByRole('table', { name: 'Мои карты' });
  await cards
    .getByRole('checkbox', { name: /^Выбрать карту/ })
    .first()
    .check();
  const released = Promise.withResolvers<void>();
  const message = 'Сеть не принимает команды';
  await page.route('**/api/card/bulk/goods', async (route) => {
    await released.promise;
    const [id] = route.request().postDataJSON().ids;
    const results = [{ id, ok: false, waiting: false, message }];
    await route.fulfill({ json: { code: 200, data: { results } } });
  });
  await page.getByRole('button', { name: 'Ещё с выбранными картами' }).click();
  await page.getByRole('menuitem', { name: 'Услуги' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: 'Выбрать все' }).check();
  const requested = page.waitForRequest('**/api/card/bulk/goods');
  await dialog.getByRole('button', { name: /Сохранить услуги/ }).click();
  await requested;
  await page.goBack();
  await expect(page.getByText('Баланс карты')).toBeVisible();
  released.resolve();
  const toast = page.getByRole('status').filter({ hasText: 'Услуги для карт' });
  await expect(toast).toContainText(/Принято: 0\s+карт, отказано: 1\s+карта/);
});

test('§6.4 a specialist is not offered what he may not do with many cards', async ({ page }) => {
  await signIn(page, SPECIALIST);
  await page.goto('/cabinet');
  await expect(page.getByRole('table', { name: 'Мои карты' }).getByRole('link').first()).toBeVisible();
  await expect(page.getByRole('checkbox')).toHaveCount(0);
});
