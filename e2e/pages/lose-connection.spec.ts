import {
  expect,
  expectNoAxeViolations,
  lastCode,
  lastMessageId,
  MANAGER,
  signIn,
  signInByScreens,
  test,
} from '../fixtures.ts';

/**
 * Answers that a browser gets in place of ours: from the proxy of a restarting server, or from a network that requires
 * its own sign-in.
 */
const PAGES_OF_OTHERS = [
  { status: 503, contentType: 'text/html', body: '<h1>503 Service Temporarily Unavailable</h1>' },
  { status: 200, contentType: 'text/html', body: '<h1>Войдите в сеть гостиницы</h1>' },
  { status: 502, body: '' },
];

test('§4.24 a proxy’s page in place of the profile signs no user out, and the order stays', async ({
  page,
}) => {
  await signIn(page, MANAGER);
  await page.goto('/create/1');
  await page
    .getByRole('button', { name: /^Больше/ })
    .first()
    .click();
  for (const answer of PAGES_OF_OTHERS) {
    await page.route('**/api/users/profile', (route) => route.fulfill(answer));
    await page.getByRole('button', { name: 'Далее' }).click();
    await expect(page.getByRole('button', { name: 'Заказать' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Далее' })).toBeEnabled();
    await page.unroute('**/api/users/profile');
  }
});

test('§4.24 §4.25 a profile refused without a word, by a status alone, signs the person out', async ({
  page,
}) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet');
  await expect(page.getByRole('table', { name: 'Мои карты' })).toBeVisible();
  await page.route('**/api/users/profile', (route) => route.fulfill({ status: 401, body: '' }));
  await page.getByRole('link', { name: 'Операции' }).first().click();
  await expect(page).toHaveURL(/\/login-driver$/);
});

test('a right code is not called wrong, though the profile after it did not come', async ({ page }) => {
  await page.goto('/login-driver');
  const before = await lastMessageId(page.request, MANAGER);
  await page.getByLabel('Телефон').fill(MANAGER.slice(1));
  await page.getByRole('button', { name: 'Получить код' }).click();
  await page.route('**/api/users/profile', (route) => route.abort());
  await page.getByLabel('Код из СМС').fill(await lastCode(page.request, MANAGER, before));
  await expect(page.getByText(/^Нет связи с сервером/)).toBeVisible();
  await page.unroute('**/api/users/profile');
  await page.getByRole('button', { name: 'Войти' }).click();
  await expect(page).toHaveURL(/\/cabinet$/);
});

test('a screen that was opened without a connection opens when it is back @phone', async ({
  page,
  context,
}) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet');
  await expect(page.getByRole('heading', { name: 'Мои карты' })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Документы' }).first().click();
  await expect(page.getByRole('heading', { name: 'Страница не открылась' })).toBeVisible();
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/cabinet\/documents$/);
  await expect(page.getByRole('heading', { name: 'Документы', level: 1 })).toBeVisible();
});

test('«Загрузить ещё раз» without a connection stays in the portal @phone', async ({ page, context }) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet');
  await expect(page.getByRole('heading', { name: 'Мои карты' })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Документы' }).first().click();
  const again = page.getByRole('button', { name: 'Загрузить ещё раз' });
  const noConnection = page.getByRole('alert').filter({ hasText: 'Нет связи с сервером' });
  await again.press('Enter');
  await expect(noConnection).toBeVisible();
  await expect(again).toBeFocused();
  await page.getByRole('link', { name: 'На главную' }).click();
  await expect(noConnection).toBeVisible();
  await expectNoAxeViolations(page);

  // The device has a network again, but the server is not reached. The proxy's page is of no use.
  await page.route('**/cabinet/documents', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
  const tried = page.waitForResponse('**/cabinet/documents');
  await context.setOffline(false);
  await tried;
  await expect(noConnection).toBeVisible();
  await page.unroute('**/cabinet/documents');
  await again.click();
  await expect(page.getByRole('heading', { name: 'Документы', level: 1 })).toBeVisible();
});

test('a call without a response is given up in time', async ({ page }) => {
  await signIn(page, MANAGER);
  await page.clock.install();
  await page.goto('/cabinet/drivers');
  await page.route('**/api/drivers', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  );
  await page.getByLabel('Фамилия').fill('Молчанов');
  await page.getByLabel('Имя').fill('Пётр');
  await page.getByRole('button', { name: 'Добавить водителя' }).click();
  await expect(page.getByRole('button', { name: 'Добавить водителя' })).toHaveAttribute('aria-busy', 'true');
  await page.clock.fastForward(60_000);
  await expect(page.getByText(/^Нет связи с сервером/)).toBeVisible();
  await expect(page.getByLabel('Фамилия')).toHaveValue('Молчанов');
});

test('a tab that is open during an update reloads itself, and shows no failed page', async ({ page }) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet');
  await expect(page.getByRole('heading', { name: 'Мои карты' })).toBeVisible();
  const failed = page.getByRole('heading', { name: 'Страница не открылась' });
  // The file of the version before is gone, once: the page that is loaded again names another.
  let isGone = true;
  await page.route('**/assets/DocumentList-*.js', (route) =>
    isGone ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  );
  const again = page.waitForRequest('**/cabinet/documents').then(() => {
    isGone = false;
  });
  await page.getByRole('link', { name: 'Документы' }).first().click();
  await again;
  await expect(page.getByRole('heading', { name: 'Документы', level: 1 })).toBeVisible();
  await expect(failed).toBeHidden();
});

test('a device whose clock is a year behind shows so, and this year’s documents', async ({ page }) => {
  await signIn(page, MANAGER);
  await page.clock.setFixedTime(Date.now() - 365 * 86_400_000);
  await page.goto('/cabinet/documents');
  await expect(page.getByText('Часы этого устройства идут неверно')).toBeVisible();
  const year = String(new Date().getFullYear());
  await expect(page.getByRole('radio', { name: year, exact: true })).toBeChecked();
});

test('a browser that keeps nothing says that the sign-in ends with the page', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await signInByScreens(page, MANAGER);
  await expect(page.getByText('Браузер не хранит данные сайта')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Мои карты' })).toBeVisible();
});
