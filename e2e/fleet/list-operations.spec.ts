import type { Page } from '@playwright/test';
import { changeAnswer } from '../pages/change-answer.ts';
import {
  ADMIN,
  expect,
  expectNoAxeViolations,
  signIn,
  test,
  signInForToken,
  UNTIL_ENDED,
  openFilters,
} from '../fixtures.ts';
import { readOnlyWhenAsked } from '../pages/hold-time.ts';
import { moscowDay } from './moscow-calendar.ts';
import { readOpacity } from '../pages/read-opacity.ts';

test('§2.62 §3.14 §3.15 §9.38 filters start from everything, are in the address and count exact pages @phone', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/card-transactions');
  await expect(page.getByRole('heading', { name: 'Последние транзакции' })).toBeVisible();
  await expect(page.getByLabel('Карта', { exact: true })).toHaveValue('');
  await expect(page.getByLabel('Карта', { exact: true }).locator('option').first()).toHaveText('Все карты');
  await expect(page.getByLabel('Тип').locator('option').first()).toHaveText('Все транзакции');
  await expect(page.getByLabel('Статус').locator('option').first()).toHaveText('Все статусы');
  await openFilters(page);
  await page.getByLabel('Тип').selectOption({ label: 'Возврат' });
  await expect(page).toHaveURL(/type=10/);
  await expect(page.getByRole('row').nth(1)).toContainText('+');
  await expectNoAxeViolations(page);
});

test('filters of operations take one line at 1280, the button counts the chosen', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await signIn(page, ADMIN);
  await page.goto('/cabinet/card-transactions');
  const bar = page.getByRole('search', { name: 'Фильтры операций' });
  const button = bar.getByRole('button', { name: /^Фильтры/ });
  await expect(button).toHaveText('Фильтры');
  await expect(bar.getByLabel('Тип')).toBeHidden();
  const line = await button.boundingBox();
  expect((await bar.boundingBox())?.height).toBeLessThan(1.5 * (line?.height ?? 0));

  await button.click();
  await bar.getByLabel('Тип').selectOption({ label: 'Возврат' });
  await expect(button).toHaveText('Фильтры · 1');
  await button.click();
  await expect(bar.getByLabel('Тип')).toBeHidden();
  await expect(page.getByRole('button', { name: /Тип: Возврат/ })).toBeVisible();
});

test('§3.14 a card that the list names by its driver is named so in the filters too', async ({ page }) => {
  await signIn(page, ADMIN);
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  const { data } = await (await page.request.get('/api/card?status_id=1', { headers })).json();
  const card = data.find(({ drivers }: { drivers: unknown[] }) => drivers.length === 1);
  await changeAnswer(page, /\/api\/card(\?|$)/, (answer) => {
    for (const item of answer.data) if (item.id === card.id) item.comment = '';
  });
  const [{ surname, initialName, initialPatronymic }] = card.drivers;
  const driver = [surname, initialName, initialPatronymic].join('\\s').replaceAll('.', '\\.');
  const named = new RegExp(`${card.card_number.slice(-4)}\\s${driver}`);

  await page.goto(`/cabinet?search=${card.card_number}`);
  await expect(page.getByRole('link', { name: new RegExp(`^${driver}`) })).toBeVisible();
  for (const place of ['card-transactions', 'transactions', 'statement']) {
    await page.goto(`/cabinet/${place}`);
    await expect(page.getByRole('option', { name: named })).toHaveCount(1);
  }
  await page.goto('/cabinet/transactions?by=card');
  await expect(page.getByRole('row', { name: named })).toBeVisible();
});

test('§2.62 two cards with the same last digits and no driver are distinguishable in a list', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  const answer = await page.request.get('/api/operations/summary?by=card', { headers });
  const [one, other] = (await answer.json()).data;
  const numbers = ['7005800000014821', '7005800000024821'];
  await changeAnswer(page, /\/api\/card(\?|$)/, ({ data }) => {
    for (const card of data) {
      const place = [one, other].findIndex(({ key }) => key === String(card.id));
      if (place >= 0) Object.assign(card, { card_number: numbers[place], comment: '', drivers: [] });
    }
  });
  const named = [/••\s0001\s4821/, /••\s0002\s4821/];
  for (const place of ['card-transactions', 'transactions', 'statement', 'card-payment/1']) {
    await page.goto(`/cabinet/${place}`);
    if (place === 'card-payment/1') await page.getByRole('combobox', { name: 'Карта' }).click();
    for (const name of named) await expect(page.getByRole('option', { name })).toHaveCount(1);
    // The other cards retain their shorter names.
    await expect(page.getByRole('option', { name: /••\s\d{4}\s[^\d]/ })).not.toHaveCount(0);
  }
  await page.goto('/cabinet/transactions?by=card');
  for (const name of named) await expect(page.getByRole('row', { name })).toBeVisible();
});

test('§2.62 totals of the filter before do not look like what a new one has found', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/card-transactions');
  const totals = page.getByText(/^Топливо:/);
  await expect(totals).toBeVisible();
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route('**/api/operations?*', async (route) => {
    await answered;
    await route.continue();
  });
  await openFilters(page);
  await page.getByLabel('Статус').selectOption({ index: 1 });
  await expect.poll(() => readOpacity(totals)).toBeLessThan(0.8);
  answer();
  await expect.poll(() => readOpacity(totals)).toBe(1);
});

test('§2.62 the number of a year of operations is grouped by thousands', async ({ page }) => {
  await changeAnswer(page, /\/api\/operations\?/, ({ meta }) => {
    meta.pagination.total = 58192;
  });
  await signIn(page, ADMIN);
  await page.goto('/cabinet/card-transactions');
  await expect(page.getByText(/^Топливо:/)).toContainText(/операций 58\s192$/);
});

test('§9.38 a page past the last one does not say that there are no operations', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/card-transactions?page=99999');
  await expect(page.getByText('На этой странице операций нет')).toBeVisible();
  await page.getByRole('button', { name: 'К последним операциям' }).click();
  await expect(page.getByRole('table', { name: 'Операции' })).toBeVisible();
});

test('§2.61 a card shows its operations, and all of them are one step away, filtered by it', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/card-transactions?type=11');
  const choice = page.getByRole('combobox', { name: 'Карта' });
  const sold = page.getByRole('table', { name: 'Операции' }).getByRole('row').nth(1);
  await expect(sold).toContainText(/••\s\d{4}/);
  const [number = ''] = /••\s\d{4}/.exec((await sold.textContent()) ?? '') ?? [];
  const id = await choice.locator('option', { hasText: number }).first().getAttribute('value');
  await page.goto(`/cabinet/card?id=${id}`);
  await page.getByRole('link', { name: 'Все операции карты' }).click();
  await expect(page).toHaveURL(new RegExp(`card=${id}`));
  await expect(choice).toHaveValue(id ?? '');
  await expect(page.getByRole('table', { name: 'Операции' })).toBeVisible();
});

test('§8.30 a list that could not be read shows one alert, with the server’s words', async ({
  page,
  failures,
}) => {
  await readOnlyWhenAsked(page);
  await signIn(page, ADMIN);
  const alerts = listAlerts(page);
  const failing = { code: 400, message: 'Период слишком длинный', times: UNTIL_ENDED };
  await failures.stage('listOperations', failing);
  await page.goto('/cabinet/card-transactions');
  await expect.poll(() => alerts).toEqual([failing.message]);
  // A retry by hand and an automatic one fail in the same way.
  const refused = page.waitForResponse(/\/api\/operations\?/);
  await page.getByRole('button', { name: 'Перезагрузить' }).click();
  await refused;
  await failures.end('listOperations');
  await page.getByRole('button', { name: 'Перезагрузить' }).click();
  await expect(page.getByRole('table', { name: 'Операции' })).toBeVisible();
  expect(alerts).toEqual([failing.message]);
});

test('§2.62 §8.30 a year that is being typed is not asked for digit by digit', async ({ page }) => {
  await signIn(page, ADMIN);
  const alerts = listAlerts(page);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  const [from, to] = [moscowDay(200), moscowDay(20)];
  await page.goto(`/cabinet/card-transactions?from=${from}`);
  const last = page.getByLabel('По', { exact: true });
  await last.focus();
  // Day and month are the same: which of them comes first is up to the browser.
  await page.keyboard.type(`0101${Number(from.slice(0, 4)) - 1}`);
  await expect(page.getByText('Начало периода позже его конца')).toBeVisible();
  await expectNoAxeViolations(page);
  await last.fill(to);
  await expect(page).toHaveURL(new RegExp(`from=${from}&to=${to}`));
  await expect(page.getByText('Начало периода позже его конца')).toBeHidden();
  await expect(page.getByRole('table', { name: 'Операции' })).toBeVisible();
  expect(requested.filter((url) => /dateTo=/.test(url) && !url.includes(`dateTo=${to}`))).toEqual([]);
  expect(alerts).toEqual([]);
});

test('§8.33 a report that fails shows nothing, is logged, and can be asked for again', async ({
  page,
  failures,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/card-transactions');
  await failures.stage('downloadOperationsReport');
  const logged = page.waitForRequest('**/api/log');
  const button = page.getByRole('button', { name: 'Скачать отчёт' });
  await button.click();
  expect((await logged).postDataJSON().message).toContain('report download');
  await expect(button).toBeEnabled();
});

test('§2.62 a click on the sum puts the largest first, fillings and top-ups alike', async ({ page }) => {
  await signIn(page, ADMIN);
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  const { data } = await (await page.request.get('/api/operations?sort=-size', { headers })).json();
  const sums = (data as { sum: number }[]).map(({ sum }) => sum);
  expect(sums).toEqual(sums.toSorted((a, b) => b - a));
  await page.goto('/cabinet/card-transactions?type=11');
  await page.getByRole('columnheader', { name: 'Сумма' }).getByRole('button').click();
  await expect(page).toHaveURL(/sort=-sum/);
  const largest = (await (await page.request.get('/api/operations?typeId=11&sort=-size', { headers })).json())
    .data[0] as { number: string };
  const box = page.getByRole('checkbox', { name: `Выбрать операцию № ${largest.number}` });
  await expect(page.getByRole('row').nth(1).filter({ has: box })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test('§2.62 a filling has its litres and its station in the row', async ({ page }) => {
    await signIn(page, ADMIN);
    const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
    const { data } = await (await page.request.get('/api/operations?typeId=11', { headers })).json();
    const bought = data as { purchase: { unit: string; unit_cnt: number; address: string } }[];
    const filling = bought.find(({ purchase }) => purchase.unit === 'litres');
    await page.goto('/cabinet/card-transactions');
    const rows = page.getByRole('table', { name: 'Операции' }).getByRole('row');
    const { y } = (await rows.nth(1).boundingBox()) ?? { y: Infinity };
    expect(y).toBeLessThan(460);
    const litres = filling?.purchase.unit_cnt.toLocaleString('ru-RU', { minimumFractionDigits: 2 }) ?? '';
    const row = rows.filter({ hasText: new RegExp(`, ${litres}\\sл`) }).first();
    await expect(row).toContainText(
      new RegExp((filling?.purchase.address.split(',')[0] ?? '').replaceAll(' ', '\\s')),
    );
  });
});

test.describe('on a device in Vladivostok', () => {
  test.use({ timezoneId: 'Asia/Vladivostok' });

  test('§3.11 a dispatcher reads times as Moscow ones, and finds who fuelled at night', async ({ page }) => {
    await signIn(page, ADMIN);
    const answered = page.waitForResponse(/\/api\/operations\?/);
    await page.goto('/cabinet/card-transactions?type=11');
    const [first] = (await (await answered).json()).data;
    const moscow = new Date(first.created_at).toLocaleString('ru-RU', {
      timeZone: 'Europe/Moscow',
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    });
    await expect(page.getByRole('columnheader').nth(1)).toHaveAccessibleName(/^Дата и время, МСК/);
    await expect(page.getByRole('row').nth(1).getByRole('cell').nth(1)).toContainText(moscow);
  });
});

/** The texts of this page's alerts; each is dismissed at once. */
function listAlerts(page: Page): string[] {
  const input: string[] = [];
  page.on('dialog', (alert) => {
    input.push(alert.message());
    void alert.accept();
  });
  return input;
}

for (const width of [768, 1440]) {
  test(`a chosen type or status fits into its field at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await signIn(page, ADMIN);
    await page.goto('/cabinet/card-transactions');
    await page.getByRole('button', { name: /^Фильтры/ }).click();
    for (const [label, choice] of [
      ['Тип', 'Вывод средств с карты'],
      ['Статус', 'В обработке'],
    ] as const) {
      const field = page.getByLabel(label, { exact: true });
      await field.selectOption(choice);
      expect(await field.evaluate(missingWidth)).toBeLessThanOrEqual(0);
    }
  });
}

/** Runs in the page. Returns by how many px the chosen text is wider than its box. */
function missingWidth(box: SVGElement | HTMLElement): number {
  const span = document.createElement('span');
  span.style.font = getComputedStyle(box).font;
  span.append((box as HTMLSelectElement).selectedOptions[0]!.text);
  document.body.append(span);
  const { paddingLeft, paddingRight } = getComputedStyle(box);
  return span.offsetWidth - (box.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight));
}

test('a purchase in Хабаровск shows its own day beside Moscow’s in list and card', async ({ page }) => {
  await signIn(page, ADMIN);
  let number = '';
  await changeAnswer(page, /\/api\/operations\?/, ({ data }) => {
    const bought = data.find(({ purchase }: { purchase: unknown }) => purchase);
    if (!bought) return;
    number = bought.number;
    bought.created_at = '2026-10-01T20:30:00.000Z';
    Object.assign(bought.purchase, { created_at: bought.created_at, time_zone: 'Asia/Vladivostok' });
  });
  const row = page.getByRole('row').filter({ hasText: 'на АЗС 02.10, 06:30' });
  await page.goto('/cabinet/card-transactions');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('01.10.2026, 23:30');
  await row.getByRole('link').click();
  const receipt = page.getByRole('dialog', { name: /^Покупка топлива/ });
  await expect(receipt).toContainText('на АЗС 02.10, 06:30');
  await expect(receipt).toContainText(number);
  await page.goto('/cabinet');
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await expect(row).toHaveCount(1);
});
