import { expect, expectNoAxeViolations, test } from '../fixtures.ts';

test('every part of the interface is shown in its states, light and dark, accessibly @phone', async ({
  page,
}) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.goto('/dev/parts');
    await expect(page.getByRole('heading', { name: 'Части интерфейса' })).toBeVisible();
    await expectNoAxeViolations(page, 'main');
  }
  await page.getByRole('button', { name: 'Действия с картой' }).click();
  await expect(page.getByRole('menuitem', { name: 'Перевести на карту' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Вопрос' }).click();
  await expect(page.getByRole('dialog', { name: 'Заблокировать карту •• 4821?' })).toBeVisible();
  await expectNoAxeViolations(page);
});

test('the parts can be viewed at a phone’s width', async ({ page }) => {
  await page.goto('/dev/parts');
  // The address stores the choice a moment after the click.
  await page.getByRole('radio', { name: 'Телефон, 360 px' }).click();
  await expect(page).toHaveURL(/width=phone/);
  const phone = page.frameLocator('iframe');
  await expect(phone.getByRole('heading', { name: 'Части интерфейса' })).toBeVisible();
  await expect(phone.getByRole('button', { name: 'Перевести' })).toBeVisible();
});
