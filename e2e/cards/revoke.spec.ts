import {
  ADMIN,
  expect,
  expectNoAxeViolations,
  MANAGER,
  signIn,
  SPECIALIST,
  test,
  signInForToken,
} from '../fixtures.ts';

test('§2.81 §5.26 money of a network’s account comes back, and no more than it has', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  const balances = page.getByRole('region', { name: 'Балансы' });
  await balances.getByRole('button', { name: 'Перевести: Газпромнефть' }).click();
  const dialog = page.getByRole('dialog', { name: 'Вернуть на счёт' });
  await dialog.getByLabel('Сумма').fill('999999');
  await expect(dialog.getByText('Недостаточно средств').first()).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Вернуть.* на счёт$/ })).toBeDisabled();
  await expectNoAxeViolations(page);

  const sent = page.waitForRequest('**/accounts/revoke');
  await dialog.getByLabel('Сумма').fill('1 000,50');
  await dialog.getByRole('button', { name: 'Вернуть 1 000,50 ₽ на счёт' }).click();
  const request = await sent;
  expect(request.headers()['idempotency-key']).toBeTruthy();
  expect(request.postDataJSON()).toEqual({ accounts: [{ partner_id: 2, sum: 1000.5 }] });
  await expect(dialog).toBeHidden();
});

test('§2.81 typing during a transfer, or closing the dialogue, lets it be made once', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  const dialog = page.getByRole('dialog', { name: 'Вернуть на счёт' });
  await page.getByRole('button', { name: 'Перевести: Газпромнефть' }).click();
  const { promise: requested, resolve: ask } = Promise.withResolvers<void>();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/accounts/revoke', async (route) => {
    const reply = await route.fetch();
    ask();
    await answered;
    await route.fulfill({ response: reply });
  });
  await dialog.getByLabel('Сумма').fill('10');
  await dialog.getByRole('button', { name: /^Вернуть.* на счёт$/ }).click();
  await requested;
  await dialog.getByLabel('Сумма').focus();
  await page.keyboard.type('5');
  await expect(dialog.getByLabel('Сумма')).toHaveValue('10');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  answer();
  await expect(dialog).toBeHidden();
});

test('§2.81 going back during a transfer makes it once, with a notice', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/transactions');
  await page.getByRole('link', { name: 'Карты' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Вернуть на счёт' });
  const open = page.getByRole('button', { name: 'Перевести: Газпромнефть' });
  const move = dialog.getByRole('button', { name: /^Вернуть.* на счёт$/ });
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/accounts/revoke', async (route) => {
    await answered;
    await route.continue();
  });
  await open.click();
  await dialog.getByLabel('Сумма').fill('11');
  await move.click();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.goForward();
  await open.click();
  await dialog.getByLabel('Сумма').fill('11');
  await expect(move).toBeDisabled();
  answer();
  await expect(page.getByRole('status').getByText(/^Возвращено на счёт/)).toBeVisible();
  await expect(move).toBeEnabled();
});

test('§2.81 a transfer whose response was lost is the same when resent with its sum only', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  const keys: (string | undefined)[] = [];
  await page.route('**/accounts/revoke', (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    return keys.length < 3 ? route.abort() : route.continue();
  });
  await page.getByRole('button', { name: 'Перевести: Газпромнефть' }).click();
  const dialog = page.getByRole('dialog', { name: 'Вернуть на счёт' });
  const lost = dialog.getByText(/Если запрос уже дошёл, деньги не переведутся дважды/);
  await dialog.getByLabel('Сумма').fill('12');
  for (const times of [1, 2]) {
    await dialog.getByRole('button', { name: /^Вернуть.* на счёт$/ }).click();
    await expect.poll(() => keys.length).toBe(times);
    await expect(lost).toBeVisible();
  }
  await dialog.getByLabel('Сумма').fill('13');
  await expect(lost).toBeHidden();
  await dialog.getByRole('button', { name: /^Вернуть.* на счёт$/ }).click();
  await expect(dialog).toBeHidden();
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).toBeTruthy();
  expect(keys[2]).not.toBe(keys[0]);
});

test('§5.26 a dialogue no longer offers what a colleague took from the account meanwhile', async ({
  page,
}) => {
  const profile = await signIn(page, ADMIN);
  const { id } = (profile.data as { company: { id: number } }).company;
  const headers = { 'x-auth-token': await signInForToken(page.request, MANAGER) };
  const move = async (way: '' | '/revoke') => {
    const data = { accounts: [{ partner_id: 3, sum: 1.5 }] };
    const moved = await page.request.post(`/api/client/${id}/accounts${way}`, { headers, data });
    expect(moved.status()).toBe(200);
  };
  await move('');
  await page.goto('/cabinet');
  await page.getByRole('button', { name: 'Перевести: Татнефть' }).click();
  const dialog = page.getByRole('dialog', { name: 'Вернуть на счёт' });
  const onAccount = dialog.getByText(/^Со счёта «Татнефть», на нём/);
  const before = await onAccount.innerText();
  await dialog.getByLabel('Сумма').fill(/[\d\s]+,\d\d(?=\s₽)/.exec(before)![0].replaceAll(/\s/g, ''));
  await move('/revoke');
  await expect(dialog.getByText('Недостаточно средств').first()).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Вернуть.* на счёт$/ })).toBeDisabled();
  await expect(onAccount).not.toHaveText(before);
});

test('§6.8 §6.9 a specialist can’t move money from the balance panel', async ({ page }) => {
  await signIn(page, SPECIALIST);
  await page.goto('/cabinet');
  const balances = page.getByRole('region', { name: 'Балансы' });
  await expect(balances.getByRole('button', { name: 'Перевести: Газпромнефть' })).toBeDisabled();
  await expect(balances.getByRole('link', { name: 'Пополнить' })).toBeHidden();
  await expect(balances.getByRole('link', { name: 'Распределить' })).toBeHidden();
});
