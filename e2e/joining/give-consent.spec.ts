import { ROLE } from '#contract/ids.ts';
import {
  ADMIN,
  chooseOfPerson,
  expect,
  expectNoAxeViolations,
  fillInNewcomer,
  newPhone,
  signIn,
  SPECIALIST,
  test,
  signInForToken,
} from '../fixtures.ts';

test('a withdrawn consent to personal data is no longer shown as given', async ({ page }) => {
  await signIn(page, SPECIALIST);
  await page.goto('/cabinet');
  await expect(page.getByRole('heading', { name: 'Мои карты' })).toBeVisible();
  const requested = page.getByRole('status').filter({ hasText: 'Согласие на обработку персональных данных' });
  await expect(requested).toBeHidden();
  await chooseOfPerson(page, 'Согласия');
  const dialog = page.getByRole('dialog', { name: 'Согласие на обработку персональных данных' });
  await expect(dialog.getByText(/Как отозвать/)).toBeVisible();
  await expect(dialog.getByText(/^Дано/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Отозвать согласие' }).click();
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Отозвать и выйти' }).click();
  // The landing page is a separate document: once it is shown, no request of the old one is pending.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Топливные карты/);
  await page.goto('/cabinet');
  await expect(page.getByLabel('Телефон')).toBeVisible();
  await expect(page).not.toHaveURL(/\/cabinet/);

  await signIn(page, SPECIALIST);
  await page.goto('/cabinet');
  await requested.getByRole('button', { name: 'Прочитать' }).click();
  const tick = dialog.getByRole('checkbox', { name: /персональных данных/ });
  await expect(tick).not.toBeChecked();
  await dialog.getByRole('button', { name: 'Дать согласие' }).click();
  await expect(dialog.getByText('Отметьте согласие, если согласны с текстом')).toBeVisible();
  await tick.check();
  await dialog.getByRole('button', { name: 'Дать согласие' }).click();
  await expect(dialog).toBeHidden();
  await expect(requested).toBeHidden();
});

test('a consent whose wording changed meanwhile is asked for in its new wording', async ({ page }) => {
  await signIn(page, SPECIALIST);
  // The dialogue opens with the wording of yesterday.
  const isOld = { times: 1 };
  await page.route('**/api/consent', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const reply = await route.fetch();
    const { data, ...rest } = await reply.json();
    await route.fulfill({
      response: reply,
      json: { ...rest, data: { ...data, version: data.version + isOld.times, given_at: null } },
    });
  });
  await page.goto('/cabinet');
  await page
    .getByRole('status')
    .filter({ hasText: 'Согласие на обработку персональных данных' })
    .getByRole('button', { name: 'Прочитать' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Согласие на обработку персональных данных' });
  const tick = dialog.getByRole('checkbox', { name: /персональных данных/ });
  await tick.check();
  isOld.times = 0;
  const read = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/consent') && answer.status() === 200,
  );
  await dialog.getByRole('button', { name: 'Дать согласие' }).click();
  await read;
  // Another wording is another tick.
  await expect(tick).not.toBeChecked();
  await tick.check();
  await dialog.getByRole('button', { name: 'Дать согласие' }).click();
  await expect(dialog).toBeHidden();
});

test('closing the dialogue while a consent is being withdrawn leaves the cabinet', async ({ page }) => {
  await signIn(page, SPECIALIST);
  await page.goto('/cabinet');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/consent/withdraw', async (route) => {
    await released;
    await route.fulfill({ json: { code: 200, data: { withdrawn_at: new Date().toISOString() } } });
  });
  await chooseOfPerson(page, 'Согласия');
  const dialog = page.getByRole('dialog', { name: 'Согласие на обработку персональных данных' });
  await dialog.getByRole('button', { name: 'Отозвать согласие' }).click();
  await dialog.getByRole('button', { name: 'Отозвать и выйти' }).click();
  await page.keyboard.press('Escape');
  release();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Топливные карты/);
});

test('a user who has just given the consent is not asked again in the cabinet', async ({ page }) => {
  const phone = newPhone();
  await page.goto('/cabinet');
  await fillInNewcomer(page, phone);
  // Meanwhile the company lets her in, so that she comes straight to its cabinet.
  const invited = await page.request.post('/api/users', {
    headers: { 'x-auth-token': await signInForToken(page.request, ADMIN) },
    data: { phone, firstname: 'Анна', role_id: ROLE.specialist },
  });
  expect(invited.status()).toBe(200);
  const { data: invitation } = await invited.json();
  const accepted = await page.request.post(`/api/invitations/${invitation.id}/accept`, {
    headers: { 'x-auth-token': await signInForToken(page.request, phone) },
  });
  expect(accepted.status()).toBe(200);
  // The server records the consent at once, but its answer is slow.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/consent', async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await expect(page.getByRole('heading', { name: 'Мои карты' })).toBeVisible();
  await expect(page.getByText('Карта •• ').or(page.getByRole('table')).first()).toBeVisible();
  await expect(page.getByText('Прочитайте текст и отметьте, согласны ли вы.')).toBeHidden();
  release();
});

test('going on before the consent’s wording has loaded is refused with the reason', async ({ page }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let lost = 3;
  await page.route('**/api/consent', async (route) => {
    await released;
    lost -= 1;
    if (lost < 0) return route.continue();
    return route.abort();
  });
  await page.goto('/login-driver');
  await fillInNewcomer(page, newPhone());
  const go = page.getByRole('button', { name: 'Продолжить' });
  await go.click();
  await expect(go).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(page.getByText('Текст согласия не загрузился. Попробуйте ещё раз')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await go.click();
  await expect(page).toHaveURL(/\/enter\/1$/);
});
