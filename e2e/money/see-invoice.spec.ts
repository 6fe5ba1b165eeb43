import { ADMIN, expect, expectNoAxeViolations, signIn, test } from '../fixtures.ts';
import { stubPdfViewer } from '../papers/pdf-viewer.ts';

test('§2.76 an invoice of the list opens over the list with its PDF, also by its address @phone', async ({
  page,
}) => {
  await stubPdfViewer(page);
  await signIn(page, ADMIN);
  await page.goto('/cabinet/invoices-issued');
  const link = page.getByRole('table').getByRole('link', { name: /^№ М-/ }).first();
  const number = (await link.textContent()) ?? '';
  await link.click();
  const dialog = page.getByRole('dialog', { name: `Счёт ${number}` });
  await expect(dialog).toContainText('Оплатить до');
  await expect(dialog.getByTitle(`Счёт ${number}`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Скрыть счёт' }).click();
  await expectNoAxeViolations(page, '[role=dialog]');
  await page.reload();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).not.toHaveURL(/show=/);
});
