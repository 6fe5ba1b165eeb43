import { expect, expectNoAxeViolations, signIn, STAFF, test } from '../fixtures.ts';

test('an empty programme says how clients come, an empty search how to change it', async ({ page }) => {
  await page.route('**/staff/api/clients?*', async (route) => {
    const answer = await (await route.fetch()).json();
    const pagination = { ...answer.meta.pagination, total: 0 };
    await route.fulfill({ json: { ...answer, data: [], meta: { ...answer.meta, pagination } } });
  });
  await signIn(page, STAFF);
  await page.goto('/staff/clients');
  await expect(page.getByText('Клиентов ещё нет')).toBeVisible();
  await expect(page.getByText('когда вы одобрите её первую заявку')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.goto('/staff/clients?q=ААА');
  await expect(page.getByText('Таких клиентов нет')).toBeVisible();
});
