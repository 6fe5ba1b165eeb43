import { ADMIN, expect, lastCode, lastMessageId, signIn, test } from './fixtures.ts';

test('a field full of a wrong code takes neither a right one that is pasted, nor one that is typed', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, ADMIN);
  await page.goto('/cabinet/card-payment/1');
  await page.getByLabel('Карта', { exact: true }).selectOption({ index: 2 });
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
