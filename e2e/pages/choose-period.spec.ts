import { ADMIN, expect, expectNoAxeViolations, signIn, test } from '../fixtures.ts';
import { moscowDay } from '../fleet/moscow-calendar.ts';

test('a preset period is chosen by keyboard, and the fields and address have its days @phone', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/card-transactions');
  const open = page.getByRole('button', { name: 'Календарь и готовые периоды' });
  await open.focus();
  await page.keyboard.press('Enter');
  const choice = page.getByRole('dialog', { name: 'Календарь и готовые периоды' });
  await expect(choice.getByRole('grid')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(choice.getByRole('button', { name: 'Вчера' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(choice.getByRole('button', { name: '7 дней' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(choice).toBeHidden();
  await expect(open).toBeFocused();
  const [from, to] = [moscowDay(6), moscowDay()];
  await expect(page).toHaveURL(new RegExp(`from=${from}&to=${to}`));
  await expect(page.getByLabel('С', { exact: true })).toHaveValue(from.split('-').toReversed().join('.'));

  await page.keyboard.press('Enter');
  await expect(choice.getByRole('button', { name: '7 дней' })).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(choice).toBeHidden();
});

test('two days of the calendar are a period, whichever is clicked first', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/statement?from=2026-09-01&to=2026-09-30');
  await page.getByRole('button', { name: 'Календарь и готовые периоды' }).click();
  const grid = page.getByRole('grid', { name: /сентябрь 2026/i });
  await grid.getByRole('button', { name: /20-е сентября|20 сентября/ }).click();
  await expect(page.getByText('Теперь выберите второй день')).toBeVisible();
  await grid.getByRole('button', { name: /10-е сентября|10 сентября/ }).click();
  await expect(page).toHaveURL(/from=2026-09-10&to=2026-09-20/);
  await expect(page.getByLabel('По', { exact: true })).toHaveValue('20.09.2026');
});

test('a period of the past offers no day to come, and no month to come', async ({ page }) => {
  await signIn(page, ADMIN);
  for (const place of ['card-transactions', 'statement', 'transactions', 'audit']) {
    await page.goto(`/cabinet/${place}`);
    await page.getByRole('button', { name: 'Календарь и готовые периоды' }).click();
    const calendar = page.getByRole('dialog', { name: 'Календарь и готовые периоды' });
    const day = (at: string) => calendar.locator(`[data-day="${at}"] button`);
    await expect(day(moscowDay())).toBeEnabled();
    for (const later of await calendar.locator('[data-day] button').all()) {
      const at = await later.locator('..').getAttribute('data-day');
      if (at !== null && at > moscowDay()) await expect(later).toBeDisabled();
    }
    await expect(calendar.getByRole('button', { name: /следующ/i })).toBeDisabled();
  }
});

test.describe('in a browser that speaks English', () => {
  test.use({ locale: 'en-US' });

  test('a day is read and written as in Russia, with a year of two digits too', async ({ page }) => {
    await signIn(page, ADMIN);
    await page.goto('/cabinet/statement?from=2026-09-01&to=2026-09-30');
    const first = page.getByLabel('С', { exact: true });
    await expect(first).toHaveValue('01.09.2026');
    await first.fill('');
    await first.pressSequentially('5.9.26');
    await expect(first).toHaveValue('05.09.26');
    await first.press('Tab');
    await expect(first).toHaveValue('05.09.2026');
    await expect(page).toHaveURL(/from=2026-09-05/);
    await first.fill('31.02.2026');
    await expect(page.getByText('Укажите день как 05.11.2026')).toBeVisible();
    await expect(page).toHaveURL(/from=2026-09-05/);
  });
});
