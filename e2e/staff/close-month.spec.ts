import { expect, expectNoAxeViolations, signIn, STAFF, test } from '../fixtures.ts';

test('a month is closed despite what stands against it only by name and with a reason @phone', async ({
  page,
}) => {
  // The documents of a closed month would disturb other tests. The closing is stubbed, the reads are real.
  const open = [
    { kind: 'movement', count: 2 },
    { kind: 'payment', count: 1 },
  ];
  await page.route(/\/staff\/api\/documents\/closing\?/, async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, data: { ...answer.data, open } } });
  });
  let input: unknown;
  await page.route('**/staff/api/documents/close-month', async (route) => {
    input = route.request().postDataJSON();
    const data = { companies: 2, documents: 14, open, unmade: [] };
    await route.fulfill({ json: { code: 200, data } });
  });
  await signIn(page, STAFF);
  await page.goto('/staff/closing');
  const main = page.getByRole('main');
  await expect(main.getByText('Движения денег, исход которых неизвестен: 2')).toBeVisible();
  await expect(main.getByRole('link', { name: 'К платежам' })).toHaveAttribute('href', '/staff/payments');
  await expect(main.getByRole('row', { name: /Дальний рейс/ })).toContainText('9');
  await expectNoAxeViolations(page);

  await main.getByRole('button', { name: /^Закрыть / }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Отменить это нельзя');
  const send = dialog.getByRole('button', { name: /^Закрыть \S+ \d{4}$/ });
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabel(/^Движения денег/).check();
  await dialog.getByLabel(/^Платежи на разборе/).check();
  await expect(send).toHaveAccessibleDescription('Укажите основание');
  await dialog.getByLabel('Основание').fill('Войдёт в следующий комплект');
  await expectNoAxeViolations(page, '[role="dialog"]');
  await send.click();
  await expect(page.getByRole('dialog')).toContainText('Документов: 14, компаний: 2');
  expect(input).toMatchObject({
    despite: ['movement', 'payment'],
    reason: 'Войдёт в следующий комплект',
  });
});

test('a closed month says so, and what is closed again is only what is not made yet', async ({ page }) => {
  const by = { id: 1, firstname: 'Ольга', lastname: 'Ветрова' };
  const decision = { at: '2026-11-01T09:00:00.000Z', by, open: [], despite: [], reason: null };
  await page.route(/\/staff\/api\/documents\/closing\?/, async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({
      json: { ...answer, data: { ...answer.data, decisions: [decision], stage: 'closed' } },
    });
  });
  await signIn(page, STAFF);
  await page.goto('/staff/closing');
  const main = page.getByRole('main');
  await expect(main.getByText(/^\S+\s2\d{3} закрыт 1\sноября\s2026, Ольга Ветрова$/)).toBeVisible();
  await expect(main.getByText('доделает документы, которых ещё нет')).toBeVisible();
  await expect(main.getByRole('button', { name: 'Повторить закрытие' })).toBeVisible();
  await expect(main.getByRole('button', { name: /^Закрыть / })).toHaveCount(0);
  await expect(main.getByText('Что будет сделано')).toHaveCount(0);
  await expectNoAxeViolations(page);
});
