import type { Page } from '@playwright/test';
import {
  ADMIN,
  chooseCard,
  expect,
  lastCode,
  lastMessageId,
  MANAGER,
  newPhone,
  signIn,
  SPECIALIST,
  test,
} from '../fixtures.ts';

test('§3.28 §4.22 only a valid session with a name lets a user in, and no valid one is ended', async ({
  page,
}) => {
  await signIn(page, MANAGER);
  await page.goto('/healthz');
  const good = await readStored(page, 'magistral.auth');
  for (const [what, stored, inside] of [
    ['there is no driver expiry', { ...good, tokens: null }, false],
    ['all of it holds', good, true],
    ['the driver’s expiry is past, and the server still knows the session', past(good), true],
    ['the session has ended', { ...good, expiresAt: Date.now() - 1000 }, false],
  ] as const) {
    await test.step(what, async () => {
      await page.goto('/healthz');
      if (what === 'the session has ended') await endSession(page, good.tokens.access);
      await page.evaluate((text) => localStorage.setItem('magistral.auth', text), JSON.stringify(stored));
      await page.goto('/cabinet');
      if (inside) await expect(page.getByRole('heading', { name: 'Мои карты' })).toBeVisible();
      else await expect(page).toHaveURL(/\/login-driver/);
    });
  }
  await test.step('a session that has lapsed shows nothing before the server has answered', async () => {
    await signIn(page, MANAGER);
    const lapsed = past(await readStored(page, 'magistral.auth'));
    await page.evaluate((text) => localStorage.setItem('magistral.auth', text), JSON.stringify(lapsed));
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/users/profile', async (route) => {
      await answered;
      await route.fulfill({ status: 401, json: { code: 401, message: 'Войдите, чтобы продолжить' } });
    });
    const requested = page.waitForRequest('**/api/users/profile');
    await page.goto('/cabinet');
    await requested;
    await expect(page.getByRole('banner')).toHaveCount(0);
    answer();
    await expect(page).toHaveURL(/\/login-driver/);
    await page.unroute('**/api/users/profile');
  });
  await test.step('a newcomer has not given a name', async () => {
    await signIn(page, newPhone());
    await page.goto('/cabinet');
    await expect(page).toHaveURL(/\/login-driver/);
  });
});

test('§3.30 until the server has answered, the rights of the last visit hold', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.route('**/api/users/profile', () => {});
  await page.goto('/cabinet');
  await expect(page.getByRole('link', { name: 'Доступ' }).first()).toBeVisible();
  const stored = await readStored(page, 'magistral.auth');
  expect(stored.permissions).toHaveLength(3);
  // A browser that was left open must not contain money figures.
  const everything = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
  expect(everything).not.toMatch(/notDistSum|ownFunds|card_sum/);
});

test('§3.9 §3.10 §3.29 an order that is being filled survives a reload, and closing the browser', async ({
  page,
  context,
}) => {
  await signIn(page, MANAGER);
  await page.goto('/create/1');
  await page.getByRole('spinbutton', { name: 'Карт РН-Карт' }).fill('7');
  await page.getByRole('spinbutton', { name: 'Карт Татнефть' }).fill('2');
  await page.reload();
  await expect(page.getByRole('spinbutton', { name: 'Карт РН-Карт' })).toHaveValue('7');
  await expect
    .poll(() => readStored(page, 'magistral.order'))
    .toMatchObject({
      partners: [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }],
      inn: '',
      companyName: '',
      counts: { rn: 7, gpn: 0, third: 2 },
      selectedCardId: null,
      selectedPartnerId: null,
      paymentAmount: null,
      step1Done: false,
      step2Done: false,
      step3Done: false,
      canEdit: false,
      createdOrder: false,
      createdAt: null,
      orderId: null,
      partnerTitle: '',
      cardPrice: null,
      userInformed: false,
      createdRequest: null,
    });

  const next = await context.newPage();
  await page.close();
  await next.goto('/create/1');
  await expect(next.getByRole('spinbutton', { name: 'Карт Татнефть' })).toHaveValue('2');
});

test('§3.9 a started transfer keeps its card, network and sum over a reload', async ({ page }) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet/card-payment/1');
  const card = page.getByLabel('Карта', { exact: true });
  await chooseCard(page, 2);
  const chosen = await card.inputValue();
  await page.getByLabel('Сумма', { exact: true }).fill('1500,5');
  await page.getByRole('button', { name: 'Далее' }).click();
  await expect(page).toHaveURL(/\/card-payment\/2/);
  await expect
    .poll(() => readStored(page, 'magistral.order'))
    .toMatchObject({
      selectedCardId: expect.any(Number),
      selectedPartnerId: expect.any(Number),
      paymentAmount: 1500.5,
    });
  await page.reload();
  await expect(page).toHaveURL(/\/card-payment\/1/);
  await expect(card).toHaveValue(chosen);
  await expect(page.getByLabel('Сумма', { exact: true })).toHaveValue(/^1\s500,50$/);
});

test('§3.10 §4.13 a created order is in the draft with its networks, price, time and steps', async ({
  page,
}) => {
  const phone = MANAGER;
  await signIn(page, phone);
  await page.goto('/create/1');
  await page.getByRole('spinbutton', { name: 'Карт Татнефть' }).fill('1');
  const before = await lastMessageId(page.request, phone);
  await page.getByRole('button', { name: 'Далее' }).click();
  await page.getByLabel('Код из СМС').fill(await lastCode(page.request, phone, before));
  await page.getByRole('button', { name: 'Заказать' }).click();
  await expect(page.getByText(/^Заявка № \d+$/)).toBeVisible();
  await expect.poll(async () => (await readStored(page, 'magistral.order')).userInformed).toBe(true);
  await expect
    .poll(() => readStored(page, 'magistral.order'))
    .toMatchObject({
      step1Done: true,
      step2Done: true,
      step3Done: true,
      canEdit: true,
      createdOrder: true,
      createdAt: expect.stringMatching(/^20\d\d-/),
      orderId: expect.any(Number),
      partnerTitle: 'Татнефть',
      cardPrice: expect.any(Number),
      createdRequest: { items: [{ partner_id: 3, cards_cnt: 1 }] },
    });
});

test('§3.29 the older of two tabs does not write its draft over the newer one’s', async ({
  page,
  context,
}) => {
  await signIn(page, MANAGER);
  await page.goto('/create/1');
  const older = page.getByRole('spinbutton', { name: 'Карт РН-Карт' });
  await older.fill('3');
  const next = await context.newPage();
  await next.goto('/create/1');
  await next.getByRole('spinbutton', { name: 'Карт РН-Карт' }).fill('9');
  await expect(older).toHaveValue('9');
  await page.getByRole('spinbutton', { name: 'Карт Татнефть' }).fill('4');
  await expect.poll(() => readStored(page, 'magistral.order')).toMatchObject({ counts: { rn: 9, third: 4 } });
});

test('§2.11 a user with rights does not read that he has none', async ({ page }) => {
  await signIn(page, SPECIALIST);
  await page.goto('/permissions-denied');
  await expect(page).toHaveURL(/\/cabinet\/?$/);
  await expect(page.getByRole('heading', { name: 'Мои карты' })).toBeVisible();
});

// eslint-disable-next-line typescript/no-explicit-any -- as kept by the browser.
function past(stored: any): unknown {
  return { ...stored, tokens: { ...stored.tokens, expiry: new Date(Date.now() - 1000).toISOString() } };
}

async function endSession(page: Page, token: string): Promise<void> {
  expect((await page.request.post('/api/auth/logout', { headers: { 'X-Auth-Token': token } })).ok()).toBe(
    true,
  );
}

// eslint-disable-next-line typescript/no-explicit-any -- what a browser keeps has the shape that the test says.
async function readStored(page: Page, key: string): Promise<any> {
  return page.evaluate((name) => JSON.parse(localStorage.getItem(name) ?? 'null'), key);
}
