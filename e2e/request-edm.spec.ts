import {
  expect,
  expectNoAxeViolations,
  expectWhileStanding,
  lastCode,
  lastMessageId,
  MANAGER,
  signIn,
  standStill,
  test,
} from './fixtures.ts';

test('§4.33 §4.34 §9.9 §5.34 §5.35 EDM is asked for without a code or a consent, or the dialogue stays open', async ({
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
  await standStill(page);
  await dialog.getByRole('button', { name: 'Отправить запрос' }).click();
  await expectWhileStanding(page, dialog.getByText('Запрос отправлен'));
  await page.clock.runFor(5000);
  await expect(dialog).toBeVisible();
  await page.clock.runFor(2500);
  await expect(dialog).toBeHidden();
});
