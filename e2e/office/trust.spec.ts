import {
  ADMIN,
  chooseOfPerson,
  expect,
  expectNoAxeViolations,
  lastCode,
  lastMessageId,
  MANAGER,
  newPhone,
  signIn,
  STAFF,
  test,
  signInForToken,
} from '../fixtures.ts';

test('a session is shown by its device and ended elsewhere at once, for staff too', async ({
  page,
  browser,
  portal,
}) => {
  const elsewhere = await browser.newContext({
    baseURL: portal,
    userAgent: 'Firefox/140.0 (Windows NT 10.0)',
  });
  const other = await elsewhere.newPage();
  await signIn(other, MANAGER);
  await other.goto('/cabinet/news');
  await expect(other.getByRole('heading', { name: 'Новости', level: 1 })).toBeVisible();

  await signInForToken(page.request, MANAGER);
  await signIn(page, MANAGER);
  await page.goto('/cabinet/news');
  await chooseOfPerson(page, 'Безопасность');
  await expect(page.getByRole('heading', { name: 'Безопасность' })).toBeVisible();
  await expect(page.getByText('этот сеанс')).toHaveCount(1);
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Завершить: Firefox на Windows' }).first().click();
  await expect(other.getByRole('dialog', { name: 'Сессия закончилась' })).toBeVisible();

  await page.getByRole('button', { name: 'Завершить остальные' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Завершить остальные' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(1);
  await elsewhere.close();

  await signIn(page, STAFF);
  await page.goto('/staff/security');
  await expect(page.getByRole('heading', { name: 'Безопасность' })).toBeVisible();
  await expect(page.getByText('этот сеанс')).toBeVisible();
});

test('an action that needs a fresh code asks once, over the form, keeping the input', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/permissions');
  // A quarter of an hour has passed, and the server would report it.
  let sent = 0;
  await page.route('**/api/users', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    sent += 1;
    if (sent > 2) return route.continue();
    const body = { code: 403, reason: 'code', message: 'Подтвердите действие кодом из СМС' };
    return route.fulfill({ status: 403, json: body });
  });
  await page.getByRole('button', { name: 'Добавить сотрудника' }).click();
  const form = page.getByRole('dialog', { name: 'Добавить сотрудника' });
  const name = `Кодов${Date.now() % 10_000}`;
  await form.getByLabel('Телефон').fill(newPhone().slice(1));
  await form.getByLabel('Имя').fill(name);
  const add = form.getByRole('button', { name: 'Добавить', exact: true });
  await add.click();
  const ask = page.getByRole('dialog', { name: 'Подтвердите, что это вы' });
  await expect(ask.getByLabel('Код из СМС')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(ask).toBeHidden();
  await expect(form.getByText('Подтвердите действие кодом из СМС')).toBeVisible();

  const before = await lastMessageId(page.request, ADMIN);
  await add.click();
  await expectNoAxeViolations(page, '[role="dialog"]');
  const code = await lastCode(page.request, ADMIN, Math.max(0, before - 1));
  await ask.getByLabel('Код из СМС').fill(code === '000000' ? '000001' : '000000');
  await expect(ask.getByLabel('Код из СМС')).toHaveAccessibleDescription(/Неверный код из СМС/);
  await ask.getByLabel('Код из СМС').fill(code);
  await expect(form).toBeHidden();
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('ждём ответа до');
  await page.getByRole('button', { name: `Отозвать приглашение: ${name}` }).click();
  await expect(page.getByRole('listitem').filter({ hasText: name })).toHaveCount(0);
});
