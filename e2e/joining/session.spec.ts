import type { Page } from '@playwright/test';
import {
  ADMIN,
  chooseCard,
  chooseOfPerson,
  expect,
  lastCode,
  lastMessageId,
  MANAGER,
  openPlace,
  signIn,
  test,
  signInForToken,
} from '../fixtures.ts';
import { readOnlyWhenAsked } from '../pages/hold-time.ts';

test('§4.23 §4.24 signing out in one tab signs out another one', async ({ page, context }) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet/invoices-issued');
  const other = await context.newPage();
  await other.goto('/cabinet');
  await expect(other.getByRole('heading', { name: 'Мои карты' })).toBeVisible();
  await chooseOfPerson(other, 'Выйти');
  await expect(other).toHaveURL(/:\d+\/$/);
  await expect(page).toHaveURL(/\/login-driver$/);
  await expect(page.getByLabel('Телефон')).toBeVisible();
});

test('§4.24 a profile refused on an open page leaves nothing of one user’s cards to the next', async ({
  page,
}) => {
  await readOnlyWhenAsked(page);
  await signIn(page, MANAGER);
  await page.goto('/cabinet');
  const cards = page.getByRole('table', { name: 'Мои карты' });
  await expect(cards).toBeVisible();
  await page.route('**/api/users/profile', (route) => route.fulfill({ status: 500, json: { code: 500 } }));
  await page.getByRole('link', { name: 'АЗС' }).first().click();
  await expect.poll(() => readStoredSession(page)).toBeNull();
  // Neither the answers of the first screen nor what was opened last stays on the device.
  expect(await listPersonalKeys(page)).toEqual([]);
  await expect(page).toHaveURL(/\/map$/);
  await expect(page.getByRole('tab', { name: 'Маршрут' })).toBeVisible();
  await page.unroute('**/api/users/profile');

  // The next session's own data has not arrived yet: the page has only what was stored.
  await page.route('**/api/card', () => {});
  await page.getByRole('link', { name: 'Войти' }).first().click();
  const before = await lastMessageId(page.request, ADMIN);
  await page.getByLabel('Телефон').fill(ADMIN.slice(1));
  await page.getByRole('button', { name: 'Получить код' }).click();
  await page.getByLabel('Код из СМС').fill(await lastCode(page.request, ADMIN, before));
  await expect(page).toHaveURL(/\/cabinet$/);
  await expect(page.getByText('Загружаются карты')).toBeAttached();
  await expect(cards).toHaveCount(0);
});

test('§4.24 a profile that answers any code but 200 clears the device', async ({ page }) => {
  for (const code of [500, 503, 403]) {
    await test.step(String(code), async () => {
      await signIn(page, MANAGER);
      await page.goto('/cabinet/card?id=1');
      await page.goto('/cabinet');
      await expect(page.getByRole('table', { name: 'Мои карты' })).toBeVisible();
      await page.evaluate(() =>
        sessionStorage.setItem('magistral.objection.1', '{"comment":"Не моя заправка"}'),
      );
      await expect.poll(() => listPersonalKeys(page)).toContain('magistral.last-answers');
      await page.route('**/api/users/profile', (route) => route.fulfill({ status: code, json: { code } }));
      await page.goto('/cabinet/documents');
      await expect(page).toHaveURL(/\/login-driver$/);
      expect(await listPersonalKeys(page)).toEqual([]);
      await page.unroute('**/api/users/profile');
    });
  }
});

test('a session that ends in the middle of a form keeps what was typed @phone', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/card-payment/1');
  const card = page.getByLabel('Карта', { exact: true });
  await chooseCard(page, 2);
  const chosen = await card.inputValue();
  await page.getByLabel('Сумма', { exact: true }).fill('1234,5');
  // The session is ended on the server; the page notices it without a click.
  const token = await tokenIn(page);
  await page.request.post('/api/auth/logout', { headers: { 'X-Auth-Token': token } });

  await signInAgain(page, ADMIN);
  await expect(page).toHaveURL(/card-payment\/1/);
  await expect(card).toHaveValue(chosen);
  await expect(page.getByLabel('Сумма', { exact: true })).toHaveValue(/^1\s234,5$/);
  await page.getByRole('button', { name: 'Далее' }).click();
  await expect(page).toHaveURL(/card-payment\/2/);
});

test('a user who has signed in again no longer reads that he has to', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/distribute');
  page.on('dialog', (alert) => void alert.accept());
  const message = 'Войдите, чтобы продолжить';
  await page.route('**/accounts', (route) => route.fulfill({ status: 401, json: { code: 401, message } }), {
    times: 1,
  });
  const sum = page.getByLabel('Сколько добавить: Татнефть');
  await sum.fill('1');
  await page.getByRole('button', { name: /^Распределить/ }).click();
  await signInAgain(page, ADMIN);
  await expect(sum).toHaveValue('1');
  await expect(page.getByText(message)).toBeHidden();
  await expect(page.getByRole('button', { name: /^Распределить/ })).toBeEnabled();
});

test('a user who has signed in again over a limit no longer reads that he has to', async ({ page }) => {
  await signIn(page, ADMIN);
  const { id } = await findLimitedCard(page);
  await refuseOnce(page, '**/setLimit');
  await page.goto(`/cabinet/services?card=${id}`);
  const save = page.getByRole('button', { name: 'Сохранить лимит' });
  await save.click();
  await signInAgain(page, ADMIN);
  await expect(page.getByText(SIGN_IN_FIRST)).toBeHidden();
  await save.click();
  await expect(page.getByText('Изменения успешно сохранены')).toBeVisible();
});

test('a comment suspended by an ended session is shown as unsaved, and can be saved', async ({ page }) => {
  await signIn(page, ADMIN);
  const { id, comment } = await findLimitedCard(page);
  await refuseOnce(page, '**/setComment');
  await page.goto(`/cabinet/card?id=${id}`);
  const field = page.getByLabel('Комментарий');
  await field.fill('Новый тягач');
  await signInAgain(page, ADMIN);
  await expect(field).toHaveValue('Новый тягач');
  await expect(page.getByText('Не сохранено')).toBeVisible();
  await expect(page.getByText(SIGN_IN_FIRST)).toBeHidden();
  await page.getByRole('button', { name: 'Сохранить ещё раз' }).click();
  await expect(page.getByText('Сохранено', { exact: true })).toBeVisible();
  await field.fill(comment);
  await expect(page.getByText('Сохраним, когда закончите печатать')).toBeHidden();
  await expect(page.getByText('Сохранено', { exact: true })).toBeVisible();
});

test('a code suspended by an ended session is sent after the sign-in', async ({ page }) => {
  await signIn(page, ADMIN);
  await refuseOnce(page, '**/api/sms?*');
  await page.goto('/cabinet/card-payment/1');
  await chooseCard(page, 1);
  await page.getByLabel('Сумма', { exact: true }).fill('1');
  await page.getByRole('button', { name: 'Далее' }).click();
  const sent = page.waitForResponse((reply) => reply.url().includes('/api/sms?') && reply.ok());
  await signInAgain(page, ADMIN);
  await sent;
  await expect(page.getByText(SIGN_IN_FIRST)).toBeHidden();
  await expect(page.getByText('Отправили на')).toBeVisible();
});

test('a session that ends after a new version has come out keeps what was typed', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.clock.install();
  await page.goto('/cabinet/drivers');
  await page.getByLabel('Фамилия').fill('Долгов');
  const loaded = page.waitForResponse(/\/SignInAgain-[^/]*\.js$/);
  await page.clock.fastForward(60_000);
  await loaded;
  // The files of the version that this page belongs to are gone.
  await page.route('**/assets/**', (route) => route.fulfill({ status: 404 }));
  const token = await tokenIn(page);
  await page.request.post('/api/auth/logout', { headers: { 'X-Auth-Token': token } });
  const again = page.getByRole('dialog', { name: 'Сессия закончилась' });
  await expect(again.getByRole('button', { name: 'Получить код' })).toBeVisible();
  await expect(page.getByLabel('Фамилия')).toHaveValue('Долгов');
});

test('§4.23 §4.25 §8.29 a profile that is refused at a route change takes the cabinet’s data away', async ({
  page,
}) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet');
  await expect(page.getByRole('heading', { name: 'Мои карты' })).toBeVisible();
  for (const [place, stays] of [
    ['/cabinet/documents', false],
    ['/staff', false],
    ['/news', true],
    ['/no-such-page', true],
    ['/map', true],
    ['/', true],
  ] as const) {
    await signIn(page, MANAGER);
    await page.route('**/api/users/profile', (route) =>
      route.fulfill({ status: 500, json: { code: 500, message: 'Ошибка' } }),
    );
    const requested = page.waitForResponse('**/api/users/profile');
    await page.goto(place);
    await requested;
    await expect.poll(() => readStoredSession(page)).toBeNull();
    if (!stays) await expect(page).toHaveURL(/\/login-driver$/);
    else expect(new URL(page.url()).pathname).toBe(place);
    await page.unroute('**/api/users/profile');
  }
});

test('§4.26 §4.27 §4.28 §9.8 a route change moves the session’s end, and brings granted or lost rights', async ({
  page,
}) => {
  await signIn(page, MANAGER);
  // The first page's profile may arrive after its heading; it must not be taken for that of the route change.
  const opened = page.waitForResponse('**/api/users/profile');
  await page.goto('/cabinet');
  await opened;
  await expect(page.getByRole('heading', { name: 'Мои карты' })).toBeVisible();
  const requested = page.waitForResponse('**/api/users/profile');
  await openPlace(page, 'Деньги', 'Счета');
  await requested;
  const now = await page.evaluate(() => Date.now());
  await expect
    .poll(async () => Math.abs(((await readStoredSession(page))?.expiresAt ?? 0) - now - 3_600_000))
    .toBeLessThan(10_000);

  const headers = { 'X-Auth-Token': await tokenIn(page) };
  const profile = await (await page.request.get('/api/users/profile', { headers })).json();
  await page.route('**/api/users/profile', (route) =>
    route.fulfill({ json: { ...profile, permissions: [] } }),
  );
  await page.getByRole('link', { name: 'Карты' }).first().click();
  await expect(page).toHaveURL(/\/permissions-denied$/);
  await expect.poll(async () => (await readStoredSession(page))?.permissions).toEqual([]);

  // The admin gives a role meanwhile; the person comes back to this page.
  await page.unroute('**/api/users/profile');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page).toHaveURL(/\/cabinet$/);
});

test('§4.29 §4.30 maintenance of one network leaves the cabinet open, that of all closes it', async ({
  page,
}) => {
  let partner: number | null = 2;
  const profile = await signIn(page, MANAGER);
  await page.route('**/api/users/profile', (route) => {
    const maintenance = {
      message: 'Обновляем процессинг.',
      start: { date: '2026-10-01', time: '10:00' },
      end: { date: '2026-10-01', time: '18:00' },
      partner,
    };
    return route.fulfill({ json: partner === null ? profile : { ...profile, maintenance } });
  });
  await page.goto('/cabinet');
  await expect(page.getByText('Обновляем процессинг.')).toBeVisible();
  partner = 0;
  await openPlace(page, 'Деньги');
  await expect(page).toHaveURL(/\/maintenance$/);
  await expect(page.getByText('Обновляем процессинг.')).toBeVisible();
  partner = null;
  await page.goto('/cabinet');
  await expect(page.getByRole('heading', { name: 'Мои карты' })).toBeVisible();
  await expect(page.getByText('Обновляем процессинг.')).toBeHidden();
});

type StoredSession = { tokens: { access: string }; expiresAt: number; permissions: string[] };

function readStoredSession(page: Page): Promise<StoredSession | null> {
  return page.evaluate(
    () => JSON.parse(localStorage.getItem('magistral.auth') ?? 'null') as StoredSession | null,
  );
}

async function tokenIn(page: Page): Promise<string> {
  return (await readStoredSession(page))?.tokens.access ?? '';
}

const SIGN_IN_FIRST = 'Войдите, чтобы продолжить';

/** Refuses the next such call as if the session had ended. */
async function refuseOnce(page: Page, call: string): Promise<void> {
  const refusal = { status: 401, json: { code: 401, message: SIGN_IN_FIRST } };
  await page.route(call, (route) => route.fulfill(refusal), { times: 1 });
}

/** Through the dialogue of an ended session. */
async function signInAgain(page: Page, phone: string): Promise<void> {
  const again = page.getByRole('dialog', { name: 'Сессия закончилась' });
  await expect(again).toBeVisible();
  const before = await lastMessageId(page.request, phone);
  await again.getByRole('button', { name: 'Получить код' }).click();
  await again.getByLabel('Код из СМС').fill(await lastCode(page.request, phone, before));
  await expect(again).toBeHidden();
}

/** An active card whose limit can be saved. */
async function findLimitedCard(page: Page): Promise<{ id: number; comment: string }> {
  const headers = { 'X-Auth-Token': await signInForToken(page.request, ADMIN) };
  const { data } = await (await page.request.get('/api/card?partner_id=2&status_id=1', { headers })).json();
  return data[0];
}

/** Keys of the device's storages that hold what a user has read or typed, beside looks and views of tables. */
function listPersonalKeys(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter(
      (key) => key.startsWith('magistral.') && !/scheme|sidebar|holiday|reloaded/.test(key),
    ),
  );
}
