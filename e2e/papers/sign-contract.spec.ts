import { documentRows } from './document-rows.ts';
import {
  ADMIN,
  expect,
  expectNoAxeViolations,
  lastCode,
  lastMessageId,
  signIn,
  STAFF,
  test,
} from '../fixtures.ts';

test('a client makes the contract and signs it by a code; staff see it', async ({ page }) => {
  const { request } = page;
  await signIn(page, ADMIN);
  await page.goto('/cabinet/documents');
  await page.getByRole('button', { name: 'Составить договор' }).click();
  await expect(page.getByRole('heading', { name: /^Договор № ТК-\d{6}$/ })).toBeVisible();
  await expect(page.getByText('Ждёт подписи')).toBeVisible();
  await expect(documentRows(page, 'Договор № ТК-')).toContainText('Все сети');
  await expectNoAxeViolations(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Скачать договор' }).click();
  expect((await download).suggestedFilename()).toMatch(/^Договор № ТК-\d{6} от .*\.pdf$/);

  const before = await lastMessageId(request, ADMIN);
  await page.getByRole('button', { name: 'Подписать кодом из СМС' }).click();
  const dialog = page.getByRole('dialog', { name: 'Подписание договора' });
  await dialog.getByRole('textbox').fill(await lastCode(request, ADMIN, before));
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^Подписан /)).toBeVisible();

  await signIn(page, STAFF);
  await page.goto('/staff/clients/1?tab=conditions');
  await expect(page.getByRole('list', { name: 'Редакции договора' })).toContainText('Подписана клиентом');
  await page.getByRole('button', { name: 'Новая редакция' }).click();
  const renewal = page.getByRole('dialog');
  await renewal.getByRole('button', { name: 'Новая редакция' }).click();
  await expect(renewal.getByText(/ничего не изменилось/)).toBeVisible();
});
