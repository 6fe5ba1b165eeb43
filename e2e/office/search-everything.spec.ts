import type { Page } from '@playwright/test';
import { changeAnswer } from '../pages/change-answer.ts';
import {
  ADMIN,
  chooseOfPerson,
  expect,
  expectNoAxeViolations,
  MANAGER,
  signIn,
  SPECIALIST,
  test,
  signInForToken,
} from '../fixtures.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Поиск и действия' });
const field = (page: Page) => page.getByRole('combobox', { name: 'Поиск и действия' });
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name });
const chosen = (page: Page) => palette(page).locator('[role="option"][aria-selected="true"]');

interface ListedCard {
  id: number;
  card_number: string;
  comment: string;
  status: { id: number };
  inProgressOperations: unknown[];
  drivers: { surname: string; id: number }[];
}

async function read<Data>(page: Page, path: string): Promise<Data> {
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  return (await (await page.request.get(path, { headers })).json()).data;
}

/** A working card whose last four digits no other card has. */
async function findAnyCard(page: Page): Promise<ListedCard> {
  const cards = await read<ListedCard[]>(page, '/api/card');
  const one = cards.find(
    ({ card_number: number, status, inProgressOperations }) =>
      status.id === 1 &&
      inProgressOperations.length === 0 &&
      cards.filter((card) => card.card_number.includes(number.slice(-4))).length === 1,
  );
  if (!one) throw new Error('the demonstration has no such card');
  return one;
}

async function open(page: Page, place = '/cabinet/documents'): Promise<void> {
  await page.goto(place);
  await expect(page.getByRole('navigation', { name: 'Разделы кабинета' }).first()).toBeAttached();
  // The page may be visible a moment before it reacts to keys.
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused({ timeout: 5_000 });
  }).toPass();
}

test('«перевести» with four digits opens the transfer to that card, by keyboard alone', async ({ page }) => {
  await signIn(page, ADMIN);
  const card = await findAnyCard(page);
  await open(page);
  const four = card.card_number.slice(-4);
  await page.keyboard.type(`перевести на карту ${four}`);
  await expect(chosen(page)).toContainText(`Перевести на карту •• ${four}`);
  await expectNoAxeViolations(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/cabinet/card-payment/1?card=${card.id}`);
  await expect(palette(page)).toBeHidden();
  await expect(page.getByLabel('Сумма', { exact: true })).toBeFocused();
});

test('the search opens by «/» outside of fields, and Escape gives the focus back', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/drivers');
  const place = page.getByRole('link', { name: /^Операции/ }).filter({ visible: true });
  await place.focus();
  await page.keyboard.press('/');
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await expect(place).toBeFocused();

  const name = page.getByLabel('Фамилия');
  await name.focus();
  await page.keyboard.type('а/б');
  await expect(name).toHaveValue('а/б');
  await expect(palette(page)).toBeHidden();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(name).toBeFocused();
});

test('arrows, Home and End choose, and the number of results is announced', async ({ page }) => {
  await signIn(page, ADMIN);
  await open(page);
  const options = palette(page).getByRole('option');
  await expect(palette(page).getByRole('group', { name: 'Разделы' })).toBeVisible();
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('End');
  await expect(options.last()).toHaveAttribute('aria-selected', 'true');
  await expect(options.last()).toBeInViewport();
  await expect(options.last()).toHaveText(/Выйти/);
  await page.keyboard.press('ArrowDown');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  const id = await options.first().getAttribute('id');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', id ?? '');
  await page.keyboard.type('распределение');
  await expect(palette(page).getByRole('status')).toHaveText('1 результат');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/cabinet/distribute');
  await expect(page.locator('main:focus, main :focus')).toHaveCount(1);
});

test('a card is found by its number with spaces and by comment, then stands first', async ({ page }) => {
  await signIn(page, ADMIN);
  const card = await findAnyCard(page);
  await open(page);
  await page.keyboard.type(card.card_number.replace(/(\d{4})(?=\d)/g, '$1 '));
  await expect(chosen(page)).toContainText(card.card_number.slice(-4));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`/cabinet/card?id=${card.id}`);
  const stored = await page.evaluate(() => localStorage.getItem('magistral.recent'));
  expect(JSON.parse(stored ?? '').opened).toEqual([{ key: `card:${card.id}` }]);

  await page.keyboard.press('Control+k');
  const recent = palette(page).getByRole('group', { name: 'Недавнее' });
  await expect(recent.getByRole('option')).toHaveCount(1);
  await expect(chosen(page)).toContainText(card.card_number.slice(-4));
  await page.keyboard.press('Escape');

  await signIn(page, MANAGER);
  await open(page);
  await expect(palette(page).getByRole('group', { name: 'Разделы' })).toBeVisible();
  await expect(recent).toHaveCount(0);
});

test('opened entries are forgotten at the sign-out', async ({ page }) => {
  await signIn(page, ADMIN);
  await open(page);
  await page.keyboard.type('сводный отчёт');
  await expect(chosen(page)).toContainText('Сводные');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/cabinet/transactions');
  await expect.poll(() => recent(page)).toContain('transactions');
  await chooseOfPerson(page, 'Выйти');
  await expect(page).toHaveURL('/');
  // The landing page is another document, on its way at first.
  await expect.poll(() => recent(page).catch(() => 'on the way')).toBeNull();
});

function recent(page: Page): Promise<string | null> {
  return page.evaluate(() => localStorage.getItem('magistral.recent'));
}

test('operations are found by sum and day, documents by month, invoices by number', async ({ page }) => {
  await signIn(page, ADMIN);
  const [bought] = await read<{ sum: number; created_at: string; card: { id: number } }[]>(
    page,
    '/api/operations?typeId=11',
  );
  const [invoice] = await read<{ number: string }[]>(page, '/api/invoices');
  const [documents] = Object.values(await read<Record<string, { title: string }[]>>(page, '/api/doc'));
  const sum = (bought?.sum ?? 0).toFixed(2).replace('.', ',');
  const day = new Intl.DateTimeFormat('ru-RU', { timeZone: 'Europe/Moscow' }).format(
    new Date(bought?.created_at ?? ''),
  );
  await open(page);
  await page.keyboard.type(`${day} ${sum}`);
  const operations = palette(page).getByRole('group', { name: 'Операции' });
  await expect(operations.getByRole('option').nth(1)).toBeVisible();
  await expect(operations.getByRole('option').last()).toHaveText(/^Все операции за/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(
    new RegExp(`card-transactions\\?card=${bought?.card.id}&from=(.*)&to=\\1&operation=\\d+$`),
  );
  await expect(page.getByRole('dialog', { name: /^Покупка/ })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Операции' })).toContainText(day.slice(0, 5));

  await page.keyboard.press('Control+k');
  await page.keyboard.type(invoice?.number ?? '');
  await expect(option(page, `Счёт № ${invoice?.number}`)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/invoices-issued\?page=1&invoice=/);
  await expect(page.getByRole('row', { name: invoice?.number ?? '' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.keyboard.type(documents?.[0]?.title ?? '');
  await expect(option(page, documents?.[0]?.title ?? '').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/documents\?year=\d{4}&document=\d+/);
});

test('a question is answered with the figures of the report, and leads to it', async ({ page }) => {
  await signIn(page, ADMIN);
  const request = { by: 'card', dateFrom: '2026-01-01', dateTo: '2026-12-31' };
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  const report = await page.request.get('/api/operations/summary', { headers, params: request });
  const { litres } = (await report.json()).meta.totals;
  await open(page);
  await field(page).fill('сколько сожгли в 2026 году');
  const answer = option(page, /2026 год/);
  await expect(answer).toBeVisible();
  const digits = (await answer.innerText()).replace(/[^\d,]/g, '');
  expect(digits).toContain(String(litres).replace('.', ','));
  await answer.click();
  await expect(page).toHaveURL(/\/cabinet\/transactions\?by=card&from=2026-01-01&to=2026-12-31/);
});

test('a specialist finds cards and pages, and no action that needs a right', async ({ page }) => {
  await signIn(page, SPECIALIST);
  const four = (await findAnyCard(page)).card_number.slice(-4);
  await open(page);
  await expect(palette(page).getByRole('group', { name: 'Разделы' })).toBeVisible();
  for (const name of [
    /^Перевести/,
    /^Пополнить/,
    /^Заказать/,
    /^Новый водитель/,
    /^Счёт\s+Деньги/,
    /^Доступ/,
  ])
    await expect(option(page, name)).toHaveCount(0);
  await page.keyboard.type(four);
  await expect(
    palette(page)
      .getByRole('group', { name: `Действия с картой •• ${four}` })
      .getByRole('option', { name: 'Лимит карты' }),
  ).toBeVisible();
  await expect(option(page, /^(Перевести|Вывести|Заблокировать|Разблокировать)/)).toHaveCount(0);
  await field(page).fill(`заблокировать ${four}`);
  await expect(chosen(page)).toContainText(
    'Вам это недоступно: это делают администратор и менеджер компании',
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Блокировка карты' })).toHaveCount(0);
});

test('a card is blocked from the search only after a question, by action or card first', async ({ page }) => {
  await signIn(page, ADMIN);
  const four = (await findAnyCard(page)).card_number.slice(-4);
  await open(page, '/cabinet/news');
  await page.keyboard.type('заблок');
  await expect(chosen(page)).toHaveText(/^Заблокировать карту…/);
  await page.keyboard.press('Enter');
  await expect(field(page)).toHaveValue('Заблокировать карту ');
  await expect(field(page)).toBeFocused();
  await page.keyboard.type(four);
  await expect(chosen(page)).toContainText(`Заблокировать карту •• ${four}`);
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: 'Блокировка карты' });
  await expect(question).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(palette(page)).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
});

test('a page is found by the names that it has had before', async ({ page }) => {
  await signIn(page, ADMIN);
  await open(page);
  for (const [old, title] of [
    ['что не так', 'Подозрительные заправки'],
    ['дать правила многим', 'Сразу нескольким'],
    ['wialon', 'Телематика'],
    ['последние транзакции', 'Все'],
    ['выписка по счёту', 'Выписка'],
    ['рассылка отчётов', 'Рассылка'],
    ['журнал действий', 'Журнал'],
  ] as const) {
    await field(page).fill(old);
    const places = palette(page).getByRole('group', { name: 'Разделы' });
    await expect(places.getByRole('option').first()).toContainText(title);
  }
});

test('a sum with kopecks is a sum, not a card with such a number', async ({ page }) => {
  await changeAnswer(page, /\/api\/card$/, ({ data }) => (data[0].card_number = '7005830000804000'));
  await changeAnswer(page, '**/api/search?*', ({ data }) => {
    data.operations = [
      {
        id: 1,
        day: '2026-11-20',
        sum: 4000,
        goods: 'ДТ',
        card: { id: 1, card_number: '7005830000801234', comment: '' },
        type: { id: 11, title: 'Покупка' },
        status: { id: 1, title: 'Выполнена' },
      },
    ];
  });
  await signIn(page, ADMIN);
  await open(page);
  await page.keyboard.type('4000,00');
  await expect(chosen(page)).toHaveText(/^ДТ.*4\s000,00\s₽$/);
  await expect(palette(page).getByRole('option')).toHaveCount(1);
});

test('no result and a failing server are explained, and the search can be repeated', async ({
  page,
  failures,
}) => {
  await signIn(page, ADMIN);
  await open(page);
  await page.keyboard.type('ъъъъ');
  await expect(
    palette(page)
      .getByText(/^Ничего не нашли/)
      .last(),
  ).toBeVisible();
  await expect(palette(page).getByRole('status')).toHaveText(/^Ничего не нашли/);
  await expectNoAxeViolations(page);
  await failures.stage('searchEverything', { times: 1, code: 500, message: 'Поиск не работает' });
  await field(page).fill('ъъъъъ');
  await expect(palette(page).getByText(/найти не удалось/)).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(palette(page).getByRole('button', { name: 'Перезагрузить' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(palette(page).getByText(/найти не удалось/)).toBeHidden();
});

test('on a phone the search fills the screen and opens from the sheet of all places @phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  await page.getByRole('button', { name: 'Ещё', exact: true }).click();
  await page.getByRole('dialog', { name: 'Все разделы' }).getByRole('button', { name: 'Поиск' }).click();
  await expect(field(page)).toBeFocused();
  expect(await palette(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: 360, height: 740 });
  await expect(palette(page).getByRole('group', { name: 'Разделы' })).toBeVisible();
  for (const part of [...(await palette(page).getByRole('option').all()), palette(page).getByRole('button')])
    expect((await part.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await expectNoAxeViolations(page);
  await field(page).fill('водители');
  await option(page, /^Водители/)
    .first()
    .click();
  await expect(page).toHaveURL('/cabinet/drivers');
});
