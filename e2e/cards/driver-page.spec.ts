import { emulateOldestBrowser } from '../pages/emulate-oldest-browser.ts';
import { givenDriver, openDriverPage } from '../joining/drivers-phone.ts';
import { ADMIN, expect, expectNoAxeViolations, lastCode, signIn, test, signInForToken } from '../fixtures.ts';

test('a driver is sent the link to his card, and opens it on his phone by a code @firefox @phone', async ({
  page,
  browser,
  portal,
}) => {
  await signIn(page, ADMIN);
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  const cards = (await (await page.request.get('/api/card', { headers })).json()).data;
  const card = cards.find(({ status }: { status: { id: number } }) => status.id === 1);
  const { name, phone } = await givenDriver(page.request, card.id);

  await page.goto(`/cabinet/drivers?card=${card.id}`);
  await page.getByRole('button', { name: `Отправить ссылку: ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Ссылка для водителя' });
  const url = await dialog.getByLabel('Ссылка').inputValue();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Готово' }).click();
  await expect(page.getByRole('button', { name: `Закрыть ссылку: ${name}` })).toBeVisible();

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

test('a driver’s page that was opened once opens without a network', async ({ page, browser, portal }) => {
  await signIn(page, ADMIN);
  const phone = await browser.newContext({ baseURL: portal, locale: 'ru-RU', serviceWorkers: 'allow' });
  const own = await openDriverPage(page, await phone.newPage(), 1);
  await own.evaluate(async () => void (await navigator.serviceWorker.ready));
  await own.reload();
  await expect(own.locator('#offline')).toBeHidden();
  await phone.setOffline(true);
  await own.reload();
  await expect(own.getByRole('heading', { name: 'Последние заправки' })).toBeVisible();
  await expect(own.locator('#offline')).toBeVisible();
  await phone.close();
});
