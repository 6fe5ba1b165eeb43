import { emulateOldestBrowser } from '../pages/emulate-oldest-browser.ts';
import {
  ADMIN,
  expect,
  expectNoAxeViolations,
  lastCode,
  newPhone,
  signIn,
  test,
  signInForToken,
} from '../fixtures.ts';

test('a driver is sent the link to his card, and opens it on his phone by a code @phone', async ({
  page,
  browser,
  portal,
}) => {
  await signIn(page, ADMIN);
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  const cards = (await (await page.request.get('/api/card', { headers })).json()).data;
  const card = cards.find(({ status }: { status: { id: number } }) => status.id === 1);
  const phone = newPhone();
  const data = { surname: 'Телефонов', name: phone.slice(-4), phone };
  const driver = (await (await page.request.post('/api/drivers', { headers, data })).json()).data;
  await page.request.post(`/api/card/${card.id}/driver/${driver.id}/set`, { headers });

  await page.goto(`/cabinet/drivers?card=${card.id}`);
  await page.getByRole('button', { name: `Отправить ссылку: Телефонов ${phone.slice(-4)}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Ссылка для водителя' });
  const url = await dialog.getByLabel('Ссылка').inputValue();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Готово' }).click();
  await expect(
    page.getByRole('button', { name: `Закрыть ссылку: Телефонов ${phone.slice(-4)}` }),
  ).toBeVisible();

  const own = await browser.newContext({ baseURL: portal, locale: 'ru-RU', serviceWorkers: 'block' });
  // Drivers use the same phone for years.
  await emulateOldestBrowser(own);
  const onPhone = await own.newPage();
  await onPhone.goto(new URL(url).pathname);
  await expectNoAxeViolations(onPhone);
  await onPhone.getByRole('button', { name: 'Получить код' }).click();
  await onPhone.getByLabel('Код из СМС').fill(await lastCode(page.request, phone));
  await onPhone.getByRole('button', { name: 'Открыть карту' }).click();
  await expect(onPhone.getByRole('heading', { name: 'Последние заправки' })).toBeVisible();
  await expect(onPhone.getByText(`карта •• ${card.card_number.slice(-4)}`)).toBeVisible();
  await expectNoAxeViolations(onPhone);
  await own.close();
});
