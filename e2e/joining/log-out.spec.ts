import { ADMIN, chooseOfPerson, expect, MANAGER, signIn, SPECIALIST, STAFF, test } from '../fixtures.ts';
import { stopTime } from '../pages/hold-time.ts';

test('§9.12 a user is signed out some seconds after the click, and may stay meanwhile', async ({ page }) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet');
  await chooseOfPerson(page, 'Выйти');
  await page.getByRole('button', { name: 'Остаться' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('button', { name: /^Профиль/ }).click();
  await stopTime(page);
  await page.getByRole('menuitem', { name: 'Выйти' }).click();
  await page.clock.runFor(500);
  await expect(page.getByRole('button', { name: 'Остаться' })).toBeVisible();
  await page.clock.runFor(2000);
  await expect(page).toHaveURL(/\/cabinet$/);
  await page.clock.runFor(1500);
  await expect(page).toHaveURL(/:\d+\/$/);
  // The landing page is a separate document: for a moment there is none.
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('magistral.auth')).catch(() => 'on the way'))
    .toBeNull();
});

test('§9.12 a member of the staff is signed out also when the server is silent', async ({ page }) => {
  await signIn(page, STAFF);
  await page.route('**/api/auth/logout', () => {});
  await page.goto('/staff');
  await chooseOfPerson(page, 'Выйти');
  await expect(page.getByRole('button', { name: 'Остаться' })).toBeVisible();
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('magistral.auth')).catch(() => 'on the way'))
    .toBeNull();
});

test('a tab says that its user has signed out in another one', async ({ page, context }) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet/distribute');
  const other = await context.newPage();
  await other.goto('/cabinet');
  await chooseOfPerson(other, 'Выйти');
  await expect(page.getByText('Вы вышли в другой вкладке')).toBeVisible();
  await expect(page).toHaveURL(/\/login-driver/);
});

for (const [role, phone, access, order] of [
  ['an admin', ADMIN, true, true],
  ['a manager', MANAGER, false, true],
  ['a specialist', SPECIALIST, false, false],
] as const) {
  test(`§2.50 §2.51 §6.12 ${role} sees no links of another role`, async ({ page }) => {
    await signIn(page, phone);
    await page.goto('/cabinet');
    await expect(page.getByRole('heading', { name: 'Мои карты' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Доступ' }).first()).toBeVisible({ visible: access });
    await expect(page.getByRole('link', { name: 'Заказать карту' }).first()).toBeVisible({ visible: order });
  });
}
