import { expect, expectNoAxeViolations, SPECIALIST, signIn, test, signInForToken } from '../fixtures.ts';

test('a linked chat reports an unknown sign-in, and its button ends every session', async ({
  page,
  request,
}) => {
  await signIn(page, SPECIALIST);
  await page.goto('/cabinet/me');
  await page.getByRole('button', { name: 'Привязать Telegram' }).click();
  const modal = page.getByRole('dialog', { name: 'Привязать Telegram' });
  await expect(modal.getByRole('img', { name: 'QR-код чата в Telegram' })).toBeVisible();
  await expectNoAxeViolations(page);
  const opened = page.context().waitForEvent('page');
  await modal.getByRole('link', { name: 'Открыть Telegram на этом устройстве' }).click();

  const phone = await opened;
  await phone.getByRole('button', { name: 'Начать' }).click();
  const chat = phone.getByRole('list', { name: 'Сообщения чата' });
  await expect(chat.getByText(/^Готово: сюда будут приходить сообщения/)).toBeVisible();
  await expectNoAxeViolations(phone);
  await expect(modal.getByText('Чат привязан')).toBeVisible();
  await modal.getByRole('button', { name: 'Готово' }).click();
  await expect(page.getByRole('list', { name: 'Привязанные каналы' })).toContainText('Учебный Телефон');

  // Signs in from another device, without this browser's cookies.
  await signInForToken(request, SPECIALIST);
  const message = chat.getByRole('listitem').filter({ hasText: 'Вход с нового устройства' });
  await message.getByRole('button', { name: 'Это не я: завершить все сеансы' }).click();
  await expect(message).toContainText('Все сеансы завершены');
  await expect(message.getByRole('button')).toHaveCount(0);
  await page.reload();
  await expect(page).toHaveURL(/login/);
});
