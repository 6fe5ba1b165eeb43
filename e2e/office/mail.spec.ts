import type { Page } from '@playwright/test';
import {
  expect,
  expectNoAxeViolations,
  fillInNewcomer,
  lastCode,
  lastMessageId,
  madeUpInn,
  newPhone,
  signIn,
  SPECIALIST,
  test,
  signInForToken,
} from '../fixtures.ts';
import { waitForEmail, linkIn, newAddress } from './emails.ts';

async function openOwnData(page: Page): Promise<void> {
  await page.goto('/cabinet');
  const narrow = (page.viewportSize()?.width ?? 0) < 768;
  if (narrow) await page.getByRole('button', { name: 'Ещё', exact: true }).click();
  else await page.getByRole('button', { name: /^Профиль/ }).click();
  await page.getByRole(narrow ? 'link' : 'menuitem', { name: 'Мои данные' }).click();
  await expect(page).toHaveURL(/\/cabinet\/me$/);
}

/** Signs in a new user with this address, up to the first step of the wizard. */
async function registerWith(page: Page, phone: string, address: string): Promise<void> {
  await page.goto('/login-driver');
  await fillInNewcomer(page, phone);
  await page.getByLabel('Электронная почта').fill(address);
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await expect(page).toHaveURL(/\/enter\/1$/);
}

async function orderCard(page: Page, phone: string): Promise<void> {
  await page.getByLabel('ИНН компании').fill(madeUpInn());
  await page.getByRole('spinbutton', { name: 'Карт РН-Карт' }).fill('1');
  await page.getByLabel('Фамилия получателя').fill('Петров');
  const before = await lastMessageId(page.request, phone);
  await page.getByRole('button', { name: 'Далее' }).click();
  await page.getByLabel('Код из СМС').fill(await lastCode(page.request, phone, before));
  await page.getByRole('button', { name: 'Заказать' }).click();
}

async function confirmByLink(page: Page, address: string): Promise<void> {
  const other = await page.context().newPage();
  await other.goto(linkIn(await waitForEmail(page.request, address, 'Подтвердите почту')));
  await expect(other.getByRole('heading', { name: 'Подтвердите почту' })).toBeVisible();
  await expectNoAxeViolations(other);
  await other.getByRole('button', { name: 'Подтвердить почту' }).click();
  await expect(other.getByRole('heading', { name: 'Почта подтверждена' })).toBeVisible();
  await expect(other.getByText(`будут приходить на ${address}`)).toBeVisible();
  await other.close();
}

test('§2.44 §4.21 the «карты готовы» email comes to the address of the sign-in once confirmed @phone', async ({
  page,
}) => {
  const [phone, address] = [newPhone(), newAddress()];
  await registerWith(page, phone, address);
  await confirmByLink(page, address);
  await orderCard(page, phone);
  const email = await waitForEmail(page.request, address, 'готовы');
  expect(email.plain).toContain('выпущена 1\u00a0карта. Она уже в личном кабинете.');
});

test('§2.44 the order’s page asks to confirm the address, then shows it for the email @phone', async ({
  page,
}) => {
  const [phone, address] = [newPhone(), newAddress()];
  // The page stays at the state in which the order was made, however slow the machine is.
  await page.route('**/api/cardsRequest/*', (route) => route.abort());
  await registerWith(page, phone, address);
  await orderCard(page, phone);
  await expect(page.getByText('1. Дождитесь письма о готовности ваших карт на e-mail')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Подтвердите почту, чтобы письмо пришло' })).toBeVisible();
  await expect(page.getByText('ждёт подтверждения')).toBeVisible();
  await expectNoAxeViolations(page, 'main');
  await confirmByLink(page, address);
  await expect(page.getByText(`Письмо придёт на ${address}`)).toBeVisible();
});

test('another address is set in «Мои данные», and is confirmed there without a reload @phone', async ({
  page,
}) => {
  await signIn(page, SPECIALIST);
  await openOwnData(page);
  const main = page.getByRole('main');
  await expect(main.getByText('подтверждена', { exact: true })).toBeVisible();
  await expectNoAxeViolations(page);

  await main.getByRole('button', { name: 'Изменить почту' }).click();
  const field = main.getByLabel('Электронная почта');
  await field.fill('не адрес');
  await main.getByRole('button', { name: 'Сохранить' }).click();
  await expect(main.getByText('Укажите адрес электронной почты, например ivanov@example.ru')).toBeVisible();
  const address = newAddress();
  await field.fill(address);
  await main.getByRole('button', { name: 'Сохранить' }).click();
  await expect(main.getByText('ждёт подтверждения')).toBeVisible();
  await expect(main.getByText(/^Письмо со ссылкой отправлено/)).toBeVisible();
  const first = await waitForEmail(page.request, address, 'Подтвердите почту');

  await main.getByRole('button', { name: 'Отправить ещё раз' }).click();
  await expect
    .poll(async () => (await waitForEmail(page.request, address, 'Подтвердите почту')).id)
    .toBeGreaterThan(first.id);
  const token = linkIn(first).split('#')[1];
  await page.request.post('/api/mail/confirm', { data: { token } });
  await expect(main.getByText('подтверждена', { exact: true })).toBeVisible();
});

test('an address that its mail server refuses is shown so', async ({ page }) => {
  await signIn(page, SPECIALIST);
  await page.goto('/cabinet/me');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Изменить почту' }).click();
  await main.getByLabel('Электронная почта').fill('nobody@refused.example');
  await main.getByRole('button', { name: 'Сохранить' }).click();
  await expect(main.getByText('письмо не доставлено')).toBeVisible();
});

test('a link that was used, is incomplete or unknown says what to do', async ({ page }) => {
  const headers = { 'X-Auth-Token': await signInForToken(page.request, newPhone()) };
  const address = newAddress();
  await page.request.post('/api/users/mail', { headers, data: { email: address } });
  const link = linkIn(await waitForEmail(page.request, address, 'Подтвердите почту'));
  await page.goto(link);
  await page.getByRole('button', { name: 'Подтвердить почту' }).click();
  await expect(page.getByRole('heading', { name: 'Почта подтверждена' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Подтвердить почту' }).click();
  await expect(page.getByText('Эта ссылка уже сработала: больше ничего делать не нужно.')).toBeVisible();
  await page.goto('/confirm-mail');
  await expect(page.getByText(/^Ссылка неполная/)).toBeVisible();
  await page.goto('/confirm-mail#nobody');
  await page.getByRole('button', { name: 'Подтвердить почту' }).click();
  await expect(page.getByText(/^Ссылка устарела или не подходит/)).toBeVisible();
  await expectNoAxeViolations(page);
});

test('the development mailbox shows an email as its reader sees it, and its text @phone', async ({
  page,
}) => {
  const headers = { 'X-Auth-Token': await signInForToken(page.request, newPhone()) };
  const address = newAddress();
  await page.request.post('/api/users/mail', { headers, data: { email: address } });
  await waitForEmail(page.request, address, 'Подтвердите почту');
  await page.goto(`/dev/mail?address=${address}`);
  const email = page.frameLocator('iframe');
  await expect(email.getByRole('link', { name: 'Подтвердить почту' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('tab', { name: 'Текст' }).click();
  await expect(page.getByText(/^Этот адрес указали в кабинете программы топливных карт/)).toBeVisible();
});
