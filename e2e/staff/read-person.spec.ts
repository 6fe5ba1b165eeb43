import { expect, expectNoAxeViolations, signIn, signInForToken, STAFF, test } from '../fixtures.ts';

const OTHER_ADMIN = '79000000031';

test('staff find a person once and read his companies, and related clients @phone', async ({
  page,
  request,
}) => {
  await signInForToken(request, OTHER_ADMIN);
  await signIn(page, STAFF);
  await page.goto(`/staff/clients?q=${OTHER_ADMIN}`);
  const people = page.getByRole('heading', { name: 'Люди' }).locator('xpath=ancestor::section[1]');
  await expect(people.getByRole('link')).toHaveCount(1);
  await people.getByRole('link').click();
  await expect(page).toHaveURL(/\/staff\/people\/\d+$/);
  const table = page.getByRole('table', { name: 'Компании человека' });
  const own = table.getByRole('row').filter({ hasText: 'Админ' });
  await expect(own).toContainText('Донские линии');
  await expectNoAxeViolations(page);
  await own.getByRole('link').click();
  await expect(page).toHaveURL(/\/staff\/clients\/\d+$/);
  await expect(page.getByText('Сотрудники клиента')).toBeVisible();
  await page.goto('/staff/people/999999');
  await expect(page.getByText('Такого человека нет')).toBeVisible();
});
