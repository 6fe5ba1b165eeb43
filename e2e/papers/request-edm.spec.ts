import {
  ADMIN,
  expect,
  expectNoAxeViolations,
  lastCode,
  lastMessageId,
  MANAGER,
  signIn,
  test,
} from '../fixtures.ts';
import { expectWhileStanding, stopTime } from '../pages/hold-time.ts';

test('§4.33 §4.34 §9.9 §5.34 §5.35 EDM is asked for with a code and a consent, and the dialogue closes', async ({
  page,
}) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet');
  await page.getByRole('button', { name: 'Подключить ЭДО' }).click();
  const dialog = page.getByRole('dialog', { name: 'Электронный документооборот' });
  const before = await lastMessageId(page.request, MANAGER);
  await dialog.getByRole('button', { name: 'Подключить ЭДО' }).click();
  const code = await lastCode(page.request, MANAGER, before);
  await expect(dialog.getByText(/^00:\d\d$/)).toBeVisible();

  await test.step('§4.18 the code is still good when the dialogue is opened again', async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Подключить ЭДО' }).click();
    await dialog.getByRole('button', { name: 'Подключить ЭДО' }).click();
    await expect(dialog.getByText(/^00:\d\d$/)).toBeVisible();
    await expect(dialog.getByText(/Слишком часто/)).toBeHidden();
  });

  await dialog.getByRole('button', { name: 'Отправить запрос' }).click();
  await expect(dialog.getByText('Укажите код из СМС')).toBeVisible();
  await expect(dialog.getByText('Нужно согласие на подключение')).toBeVisible();
  await expectNoAxeViolations(page);

  await dialog.getByLabel('Код из СМС').fill(code);
  await dialog.getByRole('checkbox').check();
  await stopTime(page);
  await dialog.getByRole('button', { name: 'Отправить запрос' }).click();
  await expectWhileStanding(page, dialog.getByText('Запрос отправлен'));
  await page.clock.runFor(5000);
  await expect(dialog).toBeVisible();
  await page.clock.runFor(2500);
  await expect(dialog).toBeHidden();
});

test('§4.33 closing the dialogue while EDM is being requested reports that it failed', async ({ page }) => {
  const { promise: goOn, resolve: fail } = Promise.withResolvers<void>();
  await signIn(page, ADMIN);
  await page.route('**/api/edoRequest', async (route) => {
    // Ignores the requests of other tests.
    if (route.request().method() === 'GET')
      return route.fulfill({ json: { code: 200, data: { state: 'none', reason: null } } });
    await goOn;
    return route.fulfill({ status: 500, json: { code: 500, message: 'Ошибка сервера' } });
  });
  await page.goto('/cabinet');
  await page.getByRole('button', { name: 'Подключить ЭДО' }).click();
  const dialog = page.getByRole('dialog', { name: 'Электронный документооборот' });
  await dialog.getByRole('button', { name: 'Подключить ЭДО' }).click();
  await dialog.getByLabel('Код из СМС').fill('000000');
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Отправить запрос' }).click();
  await page.keyboard.press('Escape');
  fail();
  await expect(dialog.getByRole('alert')).toHaveText('Ошибка сервера');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
