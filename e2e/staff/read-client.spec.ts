import { moscowDay, russianDay } from '../fleet/moscow-calendar.ts';
import { expect, expectNoAxeViolations, signIn, STAFF, test } from '../fixtures.ts';

test('staff read a client’s invoices, statement, tariffs and agreement on his page @phone', async ({
  page,
}) => {
  await signIn(page, STAFF);
  await page.goto('/staff/clients/1');
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await expect(page.getByRole('heading', { name, exact: true })).toHaveCount(1);
  const tabs = page.getByRole('tablist', { name: 'Разделы клиента' });
  await tabs.getByRole('tab', { name: 'Счета' }).click();
  const invoices = page.getByRole('table', { name: 'Счета клиента' });
  await expect(invoices.getByRole('row', { name: /М-0000\d\d/ }).first()).toBeVisible();

  await tabs.getByRole('tab', { name: 'Выписка' }).click();
  // It begins with the month, which has no movements on its first day.
  await page.getByLabel('С', { exact: true }).fill(russianDay(moscowDay(40)));
  await expect(page.getByRole('table', { name: 'Выписка клиента' })).toBeVisible();
  await expect(page.getByText('На конец')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByLabel('С', { exact: true }).fill('01.01.2020');
  await page.getByLabel('По', { exact: true }).fill('02.01.2020');
  await expect(page).toHaveURL(/from=2020-01-01&to=2020-01-02/);
  await expect(page.getByText('Движений за этот период не было')).toBeVisible();

  await tabs.getByRole('tab', { name: 'Условия' }).click();
  await expect(page).not.toHaveURL(/from=/);
  await expect(page.getByText('Редакция № 1, действует')).toBeVisible();
  await expect(
    page
      .getByRole('region', { name: 'Тарифы' })
      .or(page.getByText('Тарифы', { exact: true }))
      .first(),
  ).toBeVisible();
  await expectNoAxeViolations(page);
});
