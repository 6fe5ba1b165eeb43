import { SMS_CODE_MAX_TRIES } from '#contract/limits.ts';
import { ADMIN, chooseCard, expect, lastCode, lastMessageId, signIn, test } from '../fixtures.ts';

test('a field full of a wrong code takes a right one, pasted or typed', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, ADMIN);
  await page.goto('/cabinet/card-payment/1');
  await chooseCard(page, 2);
  await page.getByLabel('Сумма', { exact: true }).fill('6');
  const before = await lastMessageId(page.request, ADMIN);
  await page.getByRole('button', { name: 'Далее' }).click();
  const right = await lastCode(page.request, ADMIN, before);
  const wrong = right === '000000' ? '111111' : '000000';
  const field = page.getByLabel('Код из СМС');
  const refused = page.getByText('Неверный код из СМС');

  await field.pressSequentially(wrong);
  await expect(refused).toBeVisible();
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    `Код ${wrong.slice(1)}3: перевод 6,00 ₽ на карту *1234`,
  );
  await field.press('ControlOrMeta+V');
  await expect(field).toHaveValue(`${wrong.slice(1)}3`);
  await expect(refused).toBeVisible();

  await field.pressSequentially(right);
  await expect(page.getByText(/Деньги на карте|Деньги в пути/)).toBeVisible();
  // The field has gone, and the focus is where the outcome is.
  await expect(page.getByRole('main')).toBeFocused();
});

test('§4.19 §8.6 another code is sent, and the screen asks for it alone', async ({ page }) => {
  await page.clock.install();
  await signIn(page, ADMIN);
  await page.goto('/cabinet/card-payment/1');
  await chooseCard(page, 1);
  await page.getByLabel('Сумма', { exact: true }).fill('0,01');
  const before = await lastMessageId(page.request, ADMIN);
  await page.getByRole('button', { name: 'Далее' }).click();
  const right = await lastCode(page.request, ADMIN, before);
  const field = page.getByLabel('Код из СМС');
  const wrong = ['000001', '000002', '000003', '000004', '000005', '000006'].filter(
    (value) => value !== right,
  );
  for (const code of wrong.slice(0, SMS_CODE_MAX_TRIES)) {
    const refused = page.waitForResponse('**/transaction');
    await field.fill(code);
    await refused;
    // The next one is typed into a field that is no longer being checked.
    await expect(field).toBeEditable();
  }
  const exhausted = page.getByText('Слишком много неверных попыток. Запросите новый код');
  await expect(exhausted).toBeVisible();
  await page.clock.fastForward(45_000);
  await page.getByRole('button', { name: 'Отправить код ещё раз' }).click();
  await expect(exhausted).toBeHidden();
  await expect(field).toHaveValue('');
});

test('§8.3 a code that could not be sent is not shown as sent to the phone', async ({ page, failures }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/card-payment/1');
  await chooseCard(page, 1);
  await page.getByLabel('Сумма', { exact: true }).fill('0,02');
  const notSent = 'Не удалось отправить СМС. Попробуйте ещё раз через минуту';
  await failures.stage('sendSmsCode', { code: 503, message: notSent });
  await page.getByRole('button', { name: 'Далее' }).click();
  await expect(page.getByText(notSent)).toBeVisible();
  await expect(page.getByText(/^Отправили на/)).toBeHidden();
  await page.getByRole('button', { name: 'Получить код' }).click();
  await expect(page.getByText(/^Отправили на/)).toBeVisible();
});
