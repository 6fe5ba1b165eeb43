import { ADMIN, expect, signIn, test } from '../fixtures.ts';

test.use({ viewport: { width: 360, height: 740 } });

test('the money stands on a phone before any file of the cabinet has come', async ({ page }) => {
  await signIn(page, ADMIN);
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*', async (route) => {
    await released;
    await route.continue();
  });
  const read: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/') && request.method() === 'GET') read.push(pathname);
  });
  await page.goto('/cabinet', { waitUntil: 'commit' });

  const money = page.getByRole('heading', { name: 'Нераспределённые средства' }).locator('..');
  await expect(money).toContainText(/\d,\d\d\s₽/);
  await expect(page.getByRole('button', { name: 'Пополнить' })).toHaveCount(0);
  const early = await money.getByText(/₽/).first().textContent();

  expect(read.toSorted()).toEqual([
    '/api/card',
    '/api/cardsRequest',
    expect.stringMatching(/^\/api\/client\/\d+$/),
    '/api/overview',
    '/api/termsOfService/check',
    '/api/users/profile',
  ]);

  release();
  await expect(page.getByRole('table', { name: 'Мои карты' })).toBeVisible();
  await expect(money).toContainText(early?.split(',')[0] ?? 'no sum');
});

test('on the next visit the last sum stands before any answer, with its time', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  await expect(page.getByRole('table', { name: 'Мои карты' })).toBeVisible();
  const isStored = () =>
    page.evaluate(() => Object.keys(localStorage).some((key) => /last-answers.*readClient/.test(key)));
  await expect.poll(isStored).toBe(true);

  const waiting: (() => void)[] = [];
  const hold = () => new Promise<void>((resolve) => waiting.push(resolve));
  await page.route('**/assets/*', (route) => hold().then(() => route.continue()));
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/client/*', (route) => answered.then(() => route.continue()));
  await page.goto('/cabinet', { waitUntil: 'commit' });
  const money = page.getByRole('heading', { name: 'Нераспределённые средства' }).locator('..');
  await expect(money).toContainText(/\d,\d\d\s₽на \d\d:\d\d$/);
  answer();
  await expect(money).toContainText(/\d,\d\d\s₽$/);
  await page.unroute('**/assets/*');
  for (const release of waiting) release();
  await expect(page.getByRole('table', { name: 'Мои карты' })).toBeVisible();
});

test('a session that the server has ended leaves no money on the page', async ({ page }) => {
  await signIn(page, ADMIN);
  // Before any code of the page: that of a page that is open may store its own session again.
  await page.addInitScript(() => {
    const stored = localStorage.getItem('magistral.auth');
    if (stored === null) return;
    const session = JSON.parse(stored) as { tokens: { access: string } };
    session.tokens.access = 'ended';
    localStorage.setItem('magistral.auth', JSON.stringify(session));
  });
  await page.goto('/cabinet');
  await expect(page).toHaveURL(/login-driver/);
  await expect(page.getByText('Нераспределённые средства')).toHaveCount(0);
});

test('the cards take at most ten scripts', async ({ page }) => {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) scripts.add(request.url());
  });
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  await expect(page.getByRole('table', { name: 'Мои карты' })).toBeVisible();
  expect(scripts.size).toBeGreaterThan(0);
  expect([...scripts].slice(10)).toEqual([]);
});
