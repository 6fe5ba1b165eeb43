import {
  ADMIN,
  expect,
  expectNoAxeViolations,
  lastCode,
  lastMessageId,
  signIn,
  test,
  signInForToken,
} from '../fixtures.ts';

test('an approved order rings the bell, and its emails can be switched off', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/documents');
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  const before = await lastMessageId(page.request, ADMIN);
  await page.request.get('/api/sms', { headers });
  const sms = await lastCode(page.request, ADMIN, before);
  // The demonstration approves in three seconds.
  const ordered = await page.request.post('/api/cardsRequest', {
    headers,
    data: { sms, item: [{ partner_id: 1, cards_cnt: 1 }] },
  });
  expect(ordered.ok()).toBe(true);
  const { id } = (await ordered.json()).data;

  await page.getByRole('button', { name: /^Профиль.*не прочитано уведомлений: \d/ }).click();
  await page.getByRole('menuitem', { name: /^Уведомления\s*, не прочитано/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Уведомления' })).toBeVisible();
  const notice = page.getByRole('link', { name: new RegExp(`Не прочитано: Заявка № ${id} одобрена`) });
  await expect(notice).toBeVisible();
  await expectNoAxeViolations(page);
  await notice.click();
  await expect(page).toHaveURL(/\/cabinet$/);
  await page.goto('/cabinet/notices');
  await expect(page.getByRole('link', { name: new RegExp(`^Заявка № ${id} одобрена`) })).toBeVisible();

  await page.getByRole('link', { name: 'Настроить' }).click();
  const byMail = page.getByRole('checkbox', { name: 'Карты готовы: Почта' });
  await byMail.uncheck();
  await page.reload();
  await expect(byMail).not.toBeChecked();
  await expectNoAxeViolations(page);
});
