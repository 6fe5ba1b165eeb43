import { changeAnswer } from './change-answer.ts';
import { ADMIN, expect, MANAGER, signIn, test, signInForToken } from '../fixtures.ts';
import { disablePolling, stopTime } from './hold-time.ts';

test('a card blocked in one tab is blocked in another one at once', async ({ page, context }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet?status=1&partner=1');
  const row = page.getByRole('table', { name: 'Мои карты' }).getByRole('row').nth(1);
  await expect(row).toBeVisible();
  const place = await row.getByRole('link').first().getAttribute('href');
  await page.goto(`${place}`);
  await expect(page.getByRole('button', { name: 'Заблокировать' })).toBeEnabled();

  // The second tab gets its news through the first one's stream.
  const other = await context.newPage();
  await other.addInitScript(disablePolling);
  const streams: string[] = [];
  other.on('request', (request) => {
    if (request.url().endsWith('/api/events')) streams.push(request.url());
  });
  await other.goto(`${place}`);
  await expect(other.getByText('Активна', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Заблокировать' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Заблокировать' }).click();
  await other.getByRole('button', { name: 'Карта блокируется' }).waitFor();
  await expect(other.getByText('Заблокирована', { exact: true })).toBeVisible();
  expect(streams).toEqual([]);

  // The tab with the stream closes; the remaining one opens its own.
  const taken = other.waitForRequest('**/api/events');
  await page.close();
  await taken;
});

test('screens without the stream learn what has changed', async ({ page }) => {
  await page.route('**/api/events', (route) => route.abort());
  await signIn(page, ADMIN);
  await page.goto('/cabinet?status=1&partner=4');
  const rows = page.getByRole('table', { name: 'Мои карты' }).getByRole('row');
  const place = await rows.nth(1).getByRole('link').first().getAttribute('href');
  await page.goto(`${place}`);
  await expect(page.getByText('Активна', { exact: true })).toBeVisible();
  const token = await signInForToken(page.request, MANAGER);
  const cardId = new URL(page.url()).searchParams.get('id');
  await page.request.post(`/api/card/${cardId}/changeStatus`, { headers: { 'X-Auth-Token': token } });
  await expect(page.getByText('Заблокирована', { exact: true })).toBeVisible();
});

test('a row that a colleague changes glows once, and the others do not', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await signIn(page, ADMIN);
  await page.goto('/cabinet?status=1&partner=2');
  const rows = page.getByRole('table', { name: 'Мои карты' }).getByRole('row');
  const place = (await rows.nth(1).getByRole('link').first().getAttribute('href')) ?? '';
  await page.evaluate(() => {
    const glowed: string[] = [];
    Object.assign(window, { glowed });
    document.addEventListener('animationstart', ({ target }) => {
      if (target instanceof HTMLTableRowElement) glowed.push(target.textContent);
    });
  });
  const headers = { 'X-Auth-Token': await signInForToken(page.request, MANAGER) };
  const comment = `Тягач ${place.replace(/\D/g, '')} в рейсе`;
  const path = `/api/card/${place.replace(/\D/g, '')}/setComment`;
  await page.request.post(path, { headers, data: { comment } });
  await expect(rows.filter({ hasText: comment })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { glowed: string[] }).glowed))
    .toEqual([expect.stringContaining(comment)]);
});

test('a company whose cards change by the hundred makes its screens read with pauses', async ({ page }) => {
  await signIn(page, ADMIN);
  const headers = { 'X-Auth-Token': await signInForToken(page.request, MANAGER) };
  const { data: cards } = await (await page.request.get('/api/card', { headers })).json();
  const [card] = cards;
  const path = `/api/card/${card.id}`;
  const say = (comment: string) => page.request.post(`${path}/setComment`, { headers, data: { comment } });
  await page.goto(`/cabinet/card?id=${card.id}`);
  await expect(page.getByRole('heading', { name: 'Последние операции' })).toBeVisible();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  let reads = 0;
  await page.route(`**${path}`, async (route) => {
    reads += 1;
    await answered;
    await route.continue();
  });
  await stopTime(page);
  await say('Первая перемена');
  await expect(async () => {
    await page.clock.runFor(100);
    expect(reads).toBe(1);
  }).toPass();
  // While the screen reads, the card changes again.
  await page.clock.runFor(1000);
  const read = page.waitForResponse(`**${path}`);
  await say('Вторая перемена');
  answer();
  await (await read).finished();
  await page.clock.runFor(1000);
  expect(reads).toBe(1);
  // The page may learn of the second change later than its answer.
  await expect(async () => {
    await page.clock.runFor(1000);
    expect(reads).toBe(2);
  }).toPass();
  await page.clock.resume();
  await say(card.comment);
});

test('§2.74 a summary that is open learns of a new sale', async ({ page }) => {
  await page.addInitScript(disablePolling);
  await signIn(page, ADMIN);
  await page.goto('/cabinet/transactions');
  const total = page.getByRole('row', { name: 'Итого' });
  await expect(total).toBeVisible();
  const before = await total.textContent();
  const headers = { 'X-Auth-Token': await signInForToken(page.request, MANAGER) };
  const { data: cards } = await (await page.request.get('/api/card', { headers })).json();
  // Cards of this network have no limits.
  const card = cards.find(
    (item: { status: { id: number }; card_sum: number; partner: { id: number } }) =>
      item.status.id === 1 && item.card_sum > 1000 && item.partner.id === 1,
  );
  const sold = await page.request.post('/dev/fuel', {
    data: {
      card_number: card.card_number,
      goods_id: 301,
      litres: 10,
      unit_price: 65.05,
      address: 'М-4, 102 км',
    },
  });
  expect((await sold.json()).data.sold).toBe(true);
  await expect(total).not.toHaveText(before ?? '');
});

test('a balance counts to its new sum, and ends at it to the kopeck', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  let unallocated = 1000;
  await changeAnswer(page, /\/api\/client\/\d+$/, ({ data }) => {
    data.notDistSum = unallocated;
    data.creditSum = 0;
    data.creditAvailable = 0;
  });
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  const balances = page.getByRole('region', { name: 'Балансы' });
  const figure = balances.getByText(/^[\d\s]+,\d\d\s₽$/).first();
  await expect(figure).toHaveText(/1[\s\u00a0]000,00/);

  await stopTime(page);
  unallocated = 2000.55;
  const response = page.waitForResponse(/\/api\/client\/\d+$/);
  await page.clock.fastForward(6000);
  // A user who returns to a page sees the current state.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await response;
  const seen = new Set<string>();
  await expect(async () => {
    await page.clock.runFor(40);
    const text = (await figure.textContent()) ?? '';
    seen.add(text);
    expect(text).toMatch(/2[\s\u00a0]000,55/);
  }).toPass({ intervals: [50] });

  expect(seen.size).toBeGreaterThan(2);
});
