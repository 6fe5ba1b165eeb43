import type { APIRequestContext, Page } from '@playwright/test';
import {
  expect,
  expectNoAxeViolations,
  lastCode,
  lastMessageId,
  madeUpInn,
  MANAGER,
  newPhone,
  signIn,
  SPECIALIST,
  STAFF,
  test,
  tokenOf,
} from './fixtures.ts';

type Letter = { id: number; subject: string; plain: string; headers: Record<string, string> };

let serial = 0;
/** An address that nobody has used before. */
const newAddress = () => `mail-${Date.now()}-${(serial += 1)}@example.ru`;

/** The newest letter to an address with these words in its subject. */
async function letterTo(request: APIRequestContext, address: string, subject: string): Promise<Letter> {
  let letter: Letter | undefined;
  await expect
    .poll(async () => {
      const { data } = await (
        await request.get(`/dev/letters?address=${encodeURIComponent(address)}`)
      ).json();
      letter = (data as Letter[]).find((one) => one.subject.includes(subject));
      return letter !== undefined;
    })
    .toBe(true);
  return letter as Letter;
}

/** Where a link of a letter leads: its address is the portal's own name for itself. */
function linkIn(letter: Letter): string {
  const url = new URL(/https?:\/\/\S+/.exec(letter.plain)?.[0] ?? '');
  return url.pathname + url.search + url.hash;
}

async function openOwnData(page: Page): Promise<void> {
  await page.goto('/cabinet');
  const narrow = (page.viewportSize()?.width ?? 0) < 768;
  if (narrow) await page.getByRole('button', { name: 'Ещё', exact: true }).click();
  else await page.getByRole('button', { name: /^Профиль/ }).click();
  await page.getByRole(narrow ? 'link' : 'menuitem', { name: 'Мои данные' }).click();
  await expect(page).toHaveURL(/\/cabinet\/me$/);
}

test('§2.44 §4.21 the address of the sign-in is confirmed by a link, and the letter «карты готовы» comes there @phone', async ({
  page,
}) => {
  const phone = newPhone();
  const address = newAddress();
  await test.step('a newcomer gives the address and orders', async () => {
    await page.goto('/login-driver');
    await page.getByLabel('Телефон').fill(phone);
    await page.getByRole('button', { name: 'Получить код' }).click();
    await page.getByLabel('Код из СМС').fill(await lastCode(page.request, phone));
    await page.getByLabel('Имя', { exact: true }).fill('Иван');
    await page.getByLabel('Электронная почта').fill(address);
    await page.getByRole('checkbox', { name: /персональных данных/ }).check();
    await page.getByRole('button', { name: 'Продолжить' }).click();
    await page.getByLabel('ИНН компании').fill(madeUpInn());
    await page.getByRole('spinbutton', { name: 'Карт РН-Карт' }).fill('1');
    await page.getByLabel('Фамилия получателя').fill('Петров');
    const before = await lastMessageId(page.request, phone);
    await page.getByRole('button', { name: 'Далее' }).click();
    await page.getByLabel('Код из СМС').fill(await lastCode(page.request, phone, before));
    await page.getByRole('button', { name: 'Заказать' }).click();
  });
  await test.step('the order’s page asks to confirm it', async () => {
    await expect(page.getByText('1. Дождитесь письма о готовности ваших карт на e-mail')).toBeVisible();
    const panel = page.getByRole('region', { name: 'Подтвердите почту, чтобы письмо пришло' });
    await expect(panel.or(page.getByText('Подтвердите почту, чтобы письмо пришло')).first()).toBeVisible();
    await expect(page.getByText('ждёт подтверждения')).toBeVisible();
    await expectNoAxeViolations(page, 'main');
  });
  await test.step('the link’s page confirms by a press, in another window', async () => {
    const other = await page.context().newPage();
    await other.goto(linkIn(await letterTo(page.request, address, 'Подтвердите почту')));
    await expect(other.getByRole('heading', { name: 'Подтвердите почту' })).toBeVisible();
    await expect(page.getByText('ждёт подтверждения')).toBeVisible();
    await expectNoAxeViolations(other);
    await other.getByRole('button', { name: 'Подтвердить почту' }).click();
    await expect(other.getByRole('heading', { name: 'Почта подтверждена' })).toBeVisible();
    await expect(other.getByText(`будут приходить на ${address}`)).toBeVisible();
    await other.close();
  });
  await expect(page.getByText(`Письмо придёт на ${address}`)).toBeVisible();
  const letter = await letterTo(page.request, address, 'готовы');
  expect(letter.plain).toContain('выпущена 1\u00a0карта. Она уже в личном кабинете.');
});

test('another address is asked for in «Мои данные», and is confirmed there without a reload @phone', async ({
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
  const first = await letterTo(page.request, address, 'Подтвердите почту');

  await main.getByRole('button', { name: 'Отправить ещё раз' }).click();
  await expect
    .poll(async () => (await letterTo(page.request, address, 'Подтвердите почту')).id)
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
  const token = await tokenOf(page.request, SPECIALIST);
  const headers = { 'X-Auth-Token': token };
  const address = newAddress();
  await page.request.post('/api/users/mail', { headers, data: { email: address } });
  const link = linkIn(await letterTo(page.request, address, 'Подтвердите почту'));
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

test('the letter of a month is switched off by its own link, and on again in «Мои данные» @phone', async ({
  page,
}) => {
  const headers = { 'X-Auth-Token': await tokenOf(page.request, MANAGER) };
  const { data: own } = await (await page.request.get('/api/users/mail', { headers })).json();
  const staff = { 'X-Auth-Token': await tokenOf(page.request, STAFF) };
  const lastMonth = new Date();
  lastMonth.setUTCDate(0);
  const closed = await page.request.post('/staff/api/documents/close-month', {
    headers: staff,
    data: {
      date: lastMonth.toISOString().slice(0, 7),
      despite: ['feed', 'movement', 'sale', 'payment'],
      reason: 'Остальное войдёт в следующий комплект',
    },
  });
  expect(closed.status()).toBe(200);
  const letter = await letterTo(page.request, own.email, 'Документы за');
  expect(letter.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');

  const url = new URL(/^<(.*)>$/.exec(letter.headers['List-Unsubscribe'] ?? '')?.[1] ?? '');
  await page.goto(url.pathname + url.search);
  const choice = page.getByRole('checkbox', { name: 'Документы за месяц готовы' });
  await expect(choice).toBeChecked();
  await expectNoAxeViolations(page);
  await choice.uncheck();
  await expect(page.getByText('Сохранено')).toBeVisible();

  await signIn(page, MANAGER);
  await page.goto('/cabinet/me');
  await expect(choice).not.toBeChecked();
  await choice.check();
  await page.reload();
  await expect(choice).toBeChecked();
  await page.goto('/unsubscribe?token=nobody');
  await expect(page.getByText(/^Ссылка не подходит/)).toBeVisible();
});

test('the mailbox of a development machine shows a letter as its reader sees it, and its text @phone', async ({
  page,
}) => {
  const headers = { 'X-Auth-Token': await tokenOf(page.request, SPECIALIST) };
  const address = newAddress();
  await page.request.post('/api/users/mail', { headers, data: { email: address } });
  await letterTo(page.request, address, 'Подтвердите почту');
  await page.goto(`/dev/mail?address=${address}`);
  const letter = page.frameLocator('iframe');
  await expect(letter.getByRole('link', { name: 'Подтвердить почту' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('tab', { name: 'Текст' }).click();
  await expect(page.getByText(/^Этот адрес указали в кабинете программы топливных карт/)).toBeVisible();
});
