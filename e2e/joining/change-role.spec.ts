import {
  ADMIN,
  expect,
  expectNoAxeViolations,
  fillInNewcomer,
  MANAGER,
  newPhone,
  signIn,
  SPECIALIST,
  test,
  UNTIL_ENDED,
} from '../fixtures.ts';
import { returnToPage, readOnlyWhenAsked } from '../pages/hold-time.ts';

test('§2.78 §6.13 §6.18 an admin gives roles, and not to himself @phone', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/permissions');
  await expect(page.getByRole('heading', { name: 'Доступ' })).toBeVisible();
  const own = page.getByRole('group', { name: 'Роль: Марина' });
  await expect(own.getByRole('radio', { name: 'Админ' })).toBeDisabled();
  await expect(
    page.getByRole('group', { name: 'Роль: Юлия' }).getByRole('radio', { name: 'Специалист' }),
  ).toBeChecked();
  await expectNoAxeViolations(page);
});

test('§6.12 a colleague is invited by phone, accepts, has the chosen role, and leaves again', async ({
  page,
  browser,
  portal,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/permissions');
  await page.getByRole('button', { name: 'Добавить сотрудника' }).click();
  const dialog = page.getByRole('dialog', { name: 'Добавить сотрудника' });
  // The user's own number is not the colleague's.
  await expect(dialog.getByLabel('Телефон')).toHaveAttribute('autocomplete', 'off');
  const phone = newPhone();
  await dialog.getByLabel('Телефон').fill(phone.slice(1));
  const name = `Новичок${Date.now() % 10_000}`;
  await dialog.getByLabel('Имя').fill(name);
  await dialog.getByRole('button', { name: 'Добавить', exact: true }).click();
  await expect(dialog).toBeHidden();
  const invited = page.getByRole('listitem').filter({ hasText: name });
  await expect(invited).toContainText('Специалист · ждём ответа до');
  await expectNoAxeViolations(page);

  const second = await browser.newContext({ baseURL: portal });
  const his = await second.newPage();
  await his.goto('/login-driver');
  await fillInNewcomer(his, phone);
  await his.getByRole('button', { name: 'Продолжить' }).click();
  await expect(his.getByText(/приглашает вас$/)).toBeVisible();
  await expectNoAxeViolations(his);
  await his.getByRole('button', { name: 'Принять', exact: true }).click();
  await expect(his.getByRole('heading', { name: 'Мои карты' })).toBeVisible();
  // The user's own name counts, and no reload is needed.
  const role = page.getByRole('group', { name: 'Роль: Иван' }).last();
  await expect(role.getByRole('radio', { name: 'Специалист' })).toBeChecked();
  await expect(page.getByText('ждём ответа до')).toHaveCount(0);

  await his.goto('/cabinet/me');
  await his.getByRole('button', { name: 'Покинуть компанию' }).click();
  await his.getByRole('dialog').getByRole('button', { name: 'Покинуть', exact: true }).click();
  await expect(his).toHaveURL(/\/enter\/1$/);
  await second.close();
});

test('§6.12 §8.7 a corrected number is no longer taken, and a long surname is refused once', async ({
  page,
  failures,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/permissions');
  await page.getByRole('button', { name: 'Добавить сотрудника' }).click();
  const dialog = page.getByRole('dialog', { name: 'Добавить сотрудника' });
  const add = dialog.getByRole('button', { name: 'Добавить', exact: true });
  await dialog.getByLabel('Телефон').fill(MANAGER.slice(1));
  await dialog.getByLabel('Имя').fill('Пётр');
  await add.click();
  const taken = dialog.getByText('Сотрудник с этим телефоном уже есть в списке');
  await expect(taken).toBeVisible();
  await dialog.getByLabel('Телефон').fill(newPhone().slice(1));
  await expect(taken).toBeHidden();

  await dialog.getByLabel('Фамилия').fill('Ы'.repeat(150));
  await expect(dialog.getByLabel('Фамилия')).toHaveValue('Ы'.repeat(100));
  const sentence = 'Не больше 100 символов';
  await failures.stage('inviteColleague', {
    code: 400,
    message: sentence,
    error_messages: { lastname: [sentence] },
  });
  await add.click();
  await expect(dialog.getByLabel('Фамилия')).toHaveAccessibleDescription(sentence);
  await expect(dialog.getByText(sentence)).toHaveCount(1);
});

test('§6.12 a colleague’s number and role can’t be corrected while they are being sent', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/permissions');
  await page.route('**/api/users', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  );
  await page.getByRole('button', { name: 'Добавить сотрудника' }).click();
  const dialog = page.getByRole('dialog', { name: 'Добавить сотрудника' });
  await dialog.getByLabel('Телефон').fill(newPhone().slice(1));
  await dialog.getByLabel('Имя').fill('Пётр');
  await dialog.getByRole('button', { name: 'Добавить', exact: true }).click();
  for (const field of ['Телефон', 'Имя', 'Фамилия'])
    await expect(dialog.getByLabel(field)).not.toBeEditable();
  await expect(dialog.getByLabel('Роль')).toBeDisabled();
});

test('§2.78 an arrow key assigns no role, a click asks first, a reload keeps a typed name', async ({
  page,
  failures,
}) => {
  await page.clock.install();
  await readOnlyWhenAsked(page);
  await signIn(page, ADMIN);
  await page.goto('/cabinet/permissions');
  const roles = page.getByRole('group', { name: 'Роль: Юлия' });
  const radio = (name: string) => roles.getByRole('radio', { name });
  const given: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('attachRoles')) given.push(request.url());
  });
  await test.step('arrows only lead, Space and Enter give', async () => {
    await radio('Специалист').focus();
    await page.keyboard.press('ArrowLeft');
    await expect(radio('Менеджер')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(radio('Админ')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(radio('Специалист')).toBeChecked();
    await page.keyboard.press('Space');
    const ask = page.getByRole('dialog', { name: 'Изменить роль?' });
    await expect(ask).toContainText('карты, деньги и документы');
    await expectNoAxeViolations(page, '[role="dialog"]');
    await page.keyboard.press('Escape');
    await expect(radio('Специалист')).toBeChecked();
    await expect(radio('Менеджер')).toBeFocused();
    expect(given).toHaveLength(0);
    await page.keyboard.press('Space');
    await ask.getByRole('button', { name: 'Изменить' }).press('Enter');
    await expect(radio('Менеджер')).toBeChecked();
    await expect(radio('Менеджер')).toBeFocused();
    await expect(radio('Менеджер')).not.toHaveAttribute('aria-disabled');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await ask.getByRole('button', { name: 'Изменить' }).press('Enter');
    await expect(radio('Специалист')).toBeChecked();
    await expect(radio('Специалист')).toBeFocused();
    expect(given).toHaveLength(2);
  });
  await test.step('§8.22 typed text outlives a list that could not be reloaded', async () => {
    await page.getByRole('button', { name: 'Добавить сотрудника' }).click();
    const name = page.getByRole('dialog', { name: 'Добавить сотрудника' }).getByLabel('Имя');
    await name.fill('Новичок');
    await failures.stage('listColleagues', { times: UNTIL_ENDED });
    const reread = page.waitForResponse('**/api/users');
    await returnToPage(page);
    expect((await reread).status()).toBe(500);
    await page.clock.runFor(1000);
    await expect(name).toHaveValue('Новичок');
  });
});

test('a colleague’s long name without spaces can be read to its end @phone', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/permissions');
  await page.getByRole('button', { name: 'Добавить сотрудника' }).click();
  const dialog = page.getByRole('dialog', { name: 'Добавить сотрудника' });
  await dialog.getByLabel('Телефон').fill(newPhone().slice(1));
  const name = 'Константинополь'.repeat(3);
  await dialog.getByLabel('Имя').fill(name);
  await dialog.getByRole('button', { name: 'Добавить', exact: true }).click();
  await expect(dialog).toBeHidden();
  const list = await page.getByRole('listitem').filter({ hasText: name }).boundingBox();
  const shown = await page.getByRole('main').getByText(name, { exact: true }).boundingBox();
  expect(shown!.x + shown!.width).toBeLessThanOrEqual(list!.x + list!.width);
});

test('§8.28 a role that could not be changed shows an alert and the server’s text', async ({
  page,
  failures,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/permissions');
  await failures.stage('attachRole', { code: 400, message: 'Последний администратор остаётся' });
  const alerted = page.waitForEvent('dialog');
  await page.getByRole('group', { name: 'Роль: Сергей' }).getByRole('radio', { name: 'Админ' }).click();
  // Not awaited: the click returns only after the alert is answered.
  void page.getByRole('dialog').getByRole('button', { name: 'Изменить' }).click();
  const alert = await alerted;
  expect(alert.message()).toBe('Последний администратор остаётся');
  await alert.accept();
  await expect(page.getByRole('alert').getByText('Последний администратор остаётся')).toBeVisible();
});

test('§8.28 a user who left while removing access learns that the colleague still has it', async ({
  page,
  failures,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/news');
  await page.getByRole('link', { name: 'Доступ' }).first().click();
  const message = 'Последний администратор остаётся';
  await failures.stage('detachRole', { code: 400, message });
  const released = Promise.withResolvers<void>();
  await page.route('**/detachRoles', async (route) => {
    await released.promise;
    await route.continue();
  });
  const requested = page.waitForRequest('**/detachRoles');
  await page.getByRole('group', { name: 'Роль: Сергей' }).getByRole('radio', { name: 'Нет доступа' }).click();
  await page
    .getByRole('dialog', { name: 'Закрыть доступ?' })
    .getByRole('button', { name: 'Закрыть доступ' })
    .click();
  await requested;
  await page.goBack();
  await expect(page).toHaveURL(/\/cabinet\/news$/);
  const alerted = page.waitForEvent('dialog');
  released.resolve();
  const alert = await alerted;
  expect(alert.message()).toBe(message);
  await alert.accept();
});

test('§2.50 §6.14 a specialist has neither the link nor the page', async ({ page }) => {
  await signIn(page, SPECIALIST);
  await page.goto('/cabinet');
  await expect(page.getByRole('heading', { name: 'Мои карты' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Доступ' })).toHaveCount(0);
  await page.goto('/cabinet/permissions');
  await expect(page.getByText('Роли назначает администратор компании.')).toBeVisible();
});

test('a client’s second employee reads so at its INN, asks its admin, and is let in', async ({
  page,
  browser,
  portal,
}) => {
  const profile = await signIn(page, ADMIN);
  const { inn } = (profile as { data: { company: { inn: string } } }).data.company;
  const second = await browser.newContext({ baseURL: portal });
  const his = await second.newPage();
  await his.goto('/login-driver');
  await fillInNewcomer(his, newPhone());
  await his.getByRole('button', { name: 'Продолжить' }).click();
  await his.getByLabel('ИНН компании').fill(inn);
  await expect(his.getByText(/Доступ к её кабинету открывает администратор/)).toBeVisible();
  await his.getByRole('spinbutton', { name: 'Карт РН-Карт' }).fill('1');
  await expect(his.getByRole('button', { name: 'Далее' })).toBeDisabled();
  await expectNoAxeViolations(his);
  await his.getByRole('button', { name: 'Попросить доступ' }).click();
  await expect(his.getByText(/увидит вашу просьбу в разделе «Доступ»/)).toBeVisible();

  await page.goto('/cabinet/permissions');
  const requested = page.getByRole('group', { name: 'Просит доступ: Иван' });
  await expect(requested).toBeVisible();
  await expectNoAxeViolations(page);
  await requested.getByRole('button', { name: 'Отклонить' }).click();
  await expect(requested).toHaveCount(0);
  await his.reload();
  await his.getByLabel('ИНН компании').fill(inn);
  await his.getByRole('button', { name: 'Попросить ещё раз' }).click();
  await expect(his.getByText(/увидит вашу просьбу/)).toBeVisible();
  await page.reload();
  await requested.getByRole('button', { name: 'Открыть доступ' }).click();
  await expect(requested).toHaveCount(0);
  await his.goto('/cabinet');
  await expect(his.getByRole('heading', { name: 'Мои карты' })).toBeVisible();
  await second.close();
});
