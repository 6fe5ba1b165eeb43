import type { Locator } from '@playwright/test';
import { changeAnswer } from '../pages/change-answer.ts';
import {
  expect,
  expectNoAxeViolations,
  MANAGER,
  signIn,
  SPECIALIST,
  test,
  signInForToken,
} from '../fixtures.ts';

test('§2.73 §5.29 §8.38 more than the unallocated funds is «Превышена сумма», and nothing can be saved @firefox @phone', async ({
  page,
}) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet/distribute');
  await expect(page.getByRole('heading', { name: 'Распределение' })).toBeVisible();
  const save = page.getByRole('button', { name: /^Распределить/ });
  await expect(save).toBeDisabled();
  await page.getByLabel('Сколько добавить: Газпромнефть').fill('999999');
  await page.getByLabel('Сколько добавить: Татнефть').fill('999999');
  await expect(page.getByRole('status').getByText('Превышена сумма')).toBeVisible();
  await expect(save).toBeDisabled();
  await expectNoAxeViolations(page);
});

test('§1.8 §7.36 a distributed sum leaves the unallocated funds and is on the partner’s account', async ({
  page,
}) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet/distribute');
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/accounts'),
  );
  await page.getByLabel('Сколько добавить: Татнефть').fill('1 250,75');
  await page.getByRole('button', { name: /^Распределить 1\s250,75\s₽$/ }).click();
  const request = await sent;
  expect(request.postDataJSON()).toEqual({ accounts: [{ partner_id: 3, sum: 1250.75 }] });
  expect(request.headers()['idempotency-key']).toBeTruthy();
  await expect(page.getByText('Средства распределены.')).toBeVisible();
});

test('§2.73 all own money goes to the account whose field was used last, and is named', async ({ page }) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet/distribute');
  const rest = page.getByRole('button', { name: /^Все свои/ });
  await expect(rest).toHaveCount(1);
  const network = page.getByLabel('Сколько добавить: Татнефть');
  await network.focus();
  await expect(rest).toHaveText(/^Все свои на Татнефть: [\d\s]+,\d\d\s₽$/);
  const sum = /: ([\d\s]+,\d\d)/.exec(await rest.innerText())?.[1] ?? '';
  await rest.click();
  await expect(network).toHaveValue(sum);
  await expect(page.getByRole('button', { name: `Распределить ${sum} ₽` })).toBeEnabled();
});

test('§1.8 typing during a distribution does not hide its success, and it is made once', async ({ page }) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet/distribute');
  const { promise: requested, resolve: ask } = Promise.withResolvers<void>();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/accounts', async (route) => {
    const reply = await route.fetch();
    ask();
    await answered;
    await route.fulfill({ response: reply });
  });
  const [made, other] = ['Татнефть', 'РН-Карт'].map((name) => page.getByLabel(`Сколько добавить: ${name}`));
  await made?.fill('10');
  await page.getByRole('button', { name: /^Распределить/ }).click();
  await requested;
  await other?.focus();
  await page.keyboard.type('5');
  answer();
  await expect(page.getByText('Средства распределены.')).toBeVisible();
  await expect(made as Locator).toHaveValue('');
  await expect(other as Locator).toHaveValue('');
});

test('§1.8 a user who leaves during a distribution makes it once, and is notified @firefox', async ({
  page,
}) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet/distribute');
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/accounts', async (route) => {
    await answered;
    await route.continue();
  });
  const sum = page.getByLabel('Сколько добавить: Татнефть');
  const save = page.getByRole('button', { name: /^Распределить/ });
  await sum.fill('11');
  await save.click();
  await page.getByRole('link', { name: 'Операции' }).first().click();
  await expect(sum).toBeHidden();
  await page.goBack();
  await sum.fill('11');
  await expect(save).toBeDisabled();
  answer();
  await expect(page.getByRole('status').getByText('Средства распределены')).toBeVisible();
  await expect(save).toBeEnabled();
});

test('§8.27 a failed distribution shows «Сохранить не удалось», and nothing looks saved', async ({
  page,
  failures,
}) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet/distribute');
  await failures.stage('distribute');
  const alerted = page.waitForEvent('dialog');
  await page.getByLabel('Сколько добавить: Татнефть').fill('5');
  // The click returns only after the alert is answered.
  void page.getByRole('button', { name: /^Распределить/ }).click();
  const alert = await alerted;
  expect(alert.message()).toBe('Сохранить не удалось');
  await alert.accept();
  await expect(page.getByLabel('Сколько добавить: Татнефть')).toHaveValue('5');
});

test('§5.29 a distribution whose response was lost succeeds on retry, and is made once', async ({ page }) => {
  const profile = await signIn(page, MANAGER);
  const { id } = (profile.data as { company: { id: number } }).company;
  const headers = { 'x-auth-token': await signInForToken(page.request, MANAGER) };
  const unallocated = async () => {
    const answer = await page.request.get(`/api/client/${id}`, { headers });
    return (await answer.json()).data.notDistSum as number;
  };
  const before = await unallocated();
  const third = Math.floor(before / 3);
  page.on('dialog', (alert) => void alert.accept());
  await page.goto('/cabinet/distribute');
  await page.route(
    '**/accounts',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  for (const name of ['Татнефть', 'РН-Карт'])
    await page.getByLabel(`Сколько добавить: ${name}`).fill(String(third));
  const save = page.getByRole('button', { name: /^Распределить/ });
  const news = page.waitForResponse(/\/api\/client\/\d+$/);
  await save.click();
  await expect(page.getByText(/^Нет связи с сервером.*деньги не переведутся дважды$/)).toBeVisible();
  await news;
  await save.click();
  await expect(page.getByText('Средства распределены.')).toBeVisible();
  expect(await unallocated()).toBeCloseTo(before - 2 * third);
  const accounts = [1, 3].map((partner) => ({ partner_id: partner, sum: third }));
  await page.request.post(`/api/client/${id}/accounts/revoke`, { headers, data: { accounts } });
});

test('§2.73 the account of a network in maintenance shows its money and takes more', async ({ page }) => {
  await changeAnswer(page, '**/api/users/profile', (answer) => {
    const at = { date: '2026-11-23', time: '01:00' };
    answer.maintenance = { message: 'Обновление', partner: 2, start: at, end: at };
  });
  await signIn(page, MANAGER);
  await page.goto('/cabinet/distribute');
  const network = page.getByRole('listitem').filter({ hasText: 'Газпромнефть' });
  await expect(network.getByRole('textbox')).toBeEnabled();
  await expect(network.getByText(/^Сейчас [\d\s]+,\d\d\s₽$/)).toBeVisible();
  await expect(network.getByText('Технические работы', { exact: true })).toBeVisible();
});

test('§5.29 «Превышена сумма» stands beside its sign', async ({ page }) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet/distribute');
  await page.getByLabel('Сколько добавить: Газпромнефть').fill('999999');
  await page.getByLabel('Сколько добавить: Татнефть').fill('999999');
  const notice = page.getByRole('alert').filter({ hasText: 'Превышена сумма' });
  const sign = await notice.locator('svg').boundingBox();
  const textBox = await notice.getByText('Превышена сумма').boundingBox();
  expect(textBox!.x).toBeGreaterThan(sign!.x + sign!.width);
});

test('§6.8 a specialist reads why he can’t distribute', async ({ page }) => {
  await signIn(page, SPECIALIST);
  await page.goto('/cabinet/distribute');
  await expect(page.getByText(/распоряжаются администратор и менеджер/)).toBeVisible();
});

test('a balance of billions keeps the buttons of its panel within the edge', async ({ page }) => {
  await signIn(page, MANAGER);
  await changeAnswer(page, /\/api\/client\/\d+$/, ({ data }) => {
    data.notDistSum = 9_999_999_999.99;
  });
  await page.goto('/cabinet');
  const aside = page.getByRole('complementary');
  await expect(aside.getByText('9 999 999 999')).toBeVisible();
  const over = await aside.evaluate((element) => element.scrollWidth - element.clientWidth);
  expect(over).toBeLessThanOrEqual(0);
});
