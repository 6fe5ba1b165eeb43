import { ADMIN, expect, expectNoAxeViolations, signIn, test } from '../fixtures.ts';

test('a dispatcher plans the fillings of a trip, sends the plan, and finishes the trip', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/fuel-plans');
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: 'Новый план' }).click();
  const truck = page.getByLabel('Машина');
  const diesel = await truck
    .getByRole('option', { name: /Scania R450/ })
    .first()
    .textContent();
  await truck.selectOption({ label: diesel ?? '' });
  await expect(page.getByRole('list', { name: 'Карты машины' })).toBeVisible();
  await page.getByLabel('Откуда', { exact: true }).fill('Москва');
  await page.getByLabel('Куда', { exact: true }).fill('Казань');
  await page.getByLabel('В баке на выезде').fill('100');
  await page.getByRole('button', { name: 'Рассчитать' }).click();
  await expect(page.getByRole('list', { name: 'Остановки' }).getByRole('listitem').first()).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Отправить водителю' }).click();
  await expect(page.getByText('У водителя', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Машина выехала' }).click();
  await page.getByRole('button', { name: 'Завершить рейс' }).click();
  await expect(page.getByText('Завершён', { exact: true })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Отклонения' })).toContainText('не заправлялись');
  await expectNoAxeViolations(page);
});
