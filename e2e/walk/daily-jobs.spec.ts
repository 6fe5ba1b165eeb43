import type { Page } from '@playwright/test';
import {
  ADMIN,
  expect,
  lastCode,
  lastMessageId,
  openFilters,
  signIn,
  signInForToken,
  test,
} from '../fixtures.ts';
import { countEffort, type Effort } from './count-effort.ts';

/**
 * A working day of a carrier: each job in the way that a newcomer finds, and at most what it took on 2026-11-28. Owners and
 * dispatchers do theirs on a phone too.
 */
type Job = {
  title: string;
  bounds: Effort;
  /** How much more a phone needs, below zero for less; `desk` for what an accountant does with a desk's files. */
  phone: Effort | 'desk';
  start: string;
  work: (page: Page, isPhone: boolean) => Promise<void>;
};

const NO_MORE: Effort = { clicks: 0, keys: 0 };
/** Two taps open the search in place of Ctrl+K. */
const SEARCH_BY_TAPS: Effort = { clicks: 2, keys: -1 };

/** A phone has no Ctrl+K: the search is in the sheet of all places. */
const openSearch = async (page: Page, isPhone: boolean) => {
  if (isPhone) {
    await page.getByRole('button', { name: 'Ещё', exact: true }).click();
    await page.getByRole('dialog', { name: 'Все разделы' }).getByRole('button', { name: 'Поиск' }).click();
  } else await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox', { name: 'Поиск и действия' })).toBeFocused();
};

const typeCode = async (page: Page, ask: () => Promise<void>) => {
  const before = await lastMessageId(page.request, ADMIN);
  await ask();
  await expect(page.getByLabel('Код из СМС')).toBeFocused();
  await page.keyboard.type(await lastCode(page.request, ADMIN, before));
};

const JOBS: readonly Job[] = [
  {
    title: 'twelve cards are topped up to a level by one code',
    bounds: { clicks: 15, keys: 11 },
    // A finger has no Shift, so each of the twelve is chosen by itself.
    phone: { clicks: 1, keys: 0 },
    start: '/cabinet?status=1',
    async work(page, isPhone) {
      const boxes = page
        .getByRole('table', { name: 'Мои карты' })
        .getByRole('checkbox', { name: /^Выбрать карту/ });
      if (isPhone) for (let place = 0; place < 12; place += 1) await boxes.nth(place).click();
      else {
        await boxes.first().click();
        await boxes.nth(11).click({ modifiers: ['Shift'] });
      }
      const bar = page.getByRole('region', { name: 'Выбранные карты' });
      await bar.getByRole('button', { name: 'Пополнить' }).click();
      await page.getByRole('radio', { name: 'Остаток' }).locator('..').click();
      await page.getByLabel('Остаток на каждой карте').click();
      await page.keyboard.type('15000');
      await typeCode(page, () => page.getByRole('button', { name: 'Получить код' }).click());
      await expect(page.getByText('Деньги на картах')).toBeVisible();
    },
  },
  {
    title: 'a sum that does not add up is found, opened and may be disputed',
    bounds: { clicks: 0, keys: 12 },
    phone: SEARCH_BY_TAPS,
    start: '/cabinet',
    async work(page, isPhone) {
      const done = await read<{ sum: number; number: string; type: { id: number } }[]>(
        page,
        '/api/operations?perPage=100',
      );
      const isOnly = (sum: number) => done.filter((operation) => operation.sum === sum).length === 1;
      const bought = done.find(({ sum, type }) => type.id === 11 && isOnly(sum));
      await openSearch(page, isPhone);
      await page.keyboard.type(bought!.sum.toFixed(2).replace('.', ','));
      await page.keyboard.press('Enter');
      const panel = page.getByRole('dialog', { name: /^Покупка/ });
      await expect(panel).toContainText(bought!.number);
      await expect(panel.getByRole('button', { name: /^Не сходится/ })).toBeVisible();
    },
  },
  {
    title: 'the documents of a month are downloaded as one ZIP',
    bounds: { clicks: 6, keys: 0 },
    phone: 'desk',
    start: '/cabinet/documents',
    async work(page) {
      const file = page.waitForEvent('download');
      await page
        .getByRole('button', { name: /^Скачать ZIP за / })
        .first()
        .click();
      expect((await file).suggestedFilename()).toMatch(/\.zip$/);
    },
  },
  {
    title: 'the documents of a month of all networks are confirmed by one code',
    bounds: { clicks: 12, keys: 24 },
    phone: NO_MORE,
    start: '/cabinet/documents',
    async work(page) {
      await page
        .getByRole('button', { name: /^Подтвердить \d+ за / })
        .first()
        .click();
      const dialog = page.getByRole('dialog');
      await typeCode(page, () => dialog.getByRole('button', { name: 'Получить код' }).click());
      await expect(page.getByRole('dialog', { name: 'Документы подтверждены' })).toBeVisible();
    },
  },
  {
    title: 'a group gets a weekly limit, and what it replaces is shown before',
    bounds: { clicks: 3, keys: 4 },
    phone: NO_MORE,
    start: '/cabinet/rules',
    async work(page) {
      await page
        .getByRole('button', { name: /^Изменить: Правила группы/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Добавить: Литры в неделю' }).click();
      await expect(page.getByRole('textbox', { name: 'Литры в неделю' })).toBeFocused();
      await page.keyboard.type('1500');
      const dialog = page.getByRole('dialog', { name: /^Правила группы/ });
      const preview = dialog.getByRole('region', { name: 'Что изменится' });
      await expect(preview.getByText(/^Было: /).first()).toBeVisible();
      await dialog.getByRole('button', { name: 'Сохранить правила' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByText(/1\s500 л в неделю/).first()).toBeVisible();
    },
  },
  {
    title: 'the fillings of a truck show who drove it',
    // Two choices and two dates of ten keys.
    bounds: { clicks: 8, keys: 20 },
    phone: NO_MORE,
    start: '/cabinet/card-transactions',
    async work(page) {
      const operations = await read<{ vehicle: { id: number } | null }[]>(page, '/api/operations?typeId=11');
      const { vehicle } = operations.find((operation) => operation.vehicle !== null)!;
      await openFilters(page);
      await page.getByLabel('Машина', { exact: true }).selectOption(String(vehicle!.id));
      await page.getByRole('button', { name: 'Календарь и готовые периоды' }).click();
      await page.getByRole('button', { name: 'Прошлый месяц' }).click();
      await expect(page).toHaveURL(/vehicle=\d+.*from=|from=.*vehicle=\d+/);
      const row = page.getByRole('table', { name: 'Операции' }).locator('tbody').getByRole('row').first();
      await expect(row).toContainText('••');
    },
  },
  {
    title: 'a lost card is blocked',
    bounds: { clicks: 3, keys: 5 },
    phone: SEARCH_BY_TAPS,
    start: '/cabinet',
    async work(page, isPhone) {
      const cards = await read<{ card_number: string }[]>(page, '/api/card?status_id=1');
      await openSearch(page, isPhone);
      await page.keyboard.type(cards.at(-1)!.card_number.slice(-4));
      await page.getByRole('option', { name: /^Заблокировать/ }).click();
      const question = page.getByRole('dialog', { name: 'Блокировка карты' });
      await question.getByRole('button', { name: 'Заблокировать' }).click();
      await expect(question).toBeHidden();
    },
  },
  {
    title: 'an invoice is issued from the first screen',
    bounds: { clicks: 3, keys: 6 },
    // The money is one line there, and a tap unfolds what can be done with it.
    phone: { clicks: 1, keys: 0 },
    start: '/cabinet',
    async work(page, isPhone) {
      if (isPhone) await page.getByRole('button', { name: 'Счета сетей и кредит' }).click();
      await page.getByRole('link', { name: 'Пополнить', exact: true }).first().click();
      await page.getByLabel('Сумма пополнения').click();
      await page.keyboard.type('150000');
      await page.getByRole('button', { name: 'Выставить счёт' }).click();
      await expect(page.getByRole('heading', { name: /^Счёт № М-\d{6}$/ })).toBeVisible();
      await expect(page.getByText(/^150\s000,00\s₽$/).first()).toBeVisible();
    },
  },
  {
    title: 'a truck is added with its card, and its driver after it',
    // Two forms: a plate of eight characters, a surname and a name.
    bounds: { clicks: 8, keys: 20 },
    // The form of a driver opens by a button there, so that the list comes first. The other clicks leave room for it.
    phone: NO_MORE,
    start: '/cabinet/fleet',
    async work(page, isPhone) {
      await page.getByRole('button', { name: 'Добавить машину' }).click();
      const form = page.getByRole('dialog', { name: 'Новая машина' });
      await expect(form.getByLabel('Госномер')).toBeFocused();
      await page.keyboard.type('к777мм77');
      await form.getByText('Выбрать карты').click();
      await form.getByRole('checkbox').last().click();
      await form.getByRole('button', { name: 'Добавить машину' }).click();
      await expect(form).toBeHidden();
      await expect(page.getByText(/К\s777\sММ\s77/).first()).toBeVisible();
      await page.getByRole('link', { name: 'Водители', exact: true }).first().click();
      if (isPhone) await page.getByRole('button', { name: 'Новый водитель' }).click();
      await page.getByLabel('Фамилия').click();
      await page.keyboard.type('Лугов');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Иван');
      await page.getByRole('button', { name: 'Добавить водителя' }).click();
      await expect(
        page.getByRole('button', { name: 'Исправить водителя: Лугов Иван', exact: true }),
      ).toBeVisible();
    },
  },
  {
    title: 'a driver at the pump is let fill from the first screen',
    bounds: { clicks: 2, keys: 0 },
    phone: NO_MORE,
    start: '/cabinet',
    async work(page) {
      const cards = await read<{ id: number; card_sum: number }[]>(page, '/api/card?status_id=1');
      const { id } = cards.find(({ card_sum: sum }) => sum > 1000)!;
      await write(page, 'PUT', `/api/card/${id}/rules`, { rules: [{ kind: 'litres_filling', value: 1 }] });
      await write(page, 'POST', '/api/exceptions', { card_id: id, litres: 2, reason: 'Стою у колонки' });
      await page.reload();
      const request = page
        .getByRole('list', { name: 'Ждёт решения' })
        .getByRole('listitem')
        .filter({ hasText: 'просит 2\u00a0л' });
      await request.getByRole('button', { name: 'Ответить на просьбу водителя' }).click();
      const answer = page.getByRole('dialog', { name: 'Разрешить заправку' });
      await answer.getByRole('button', { name: 'Разрешить' }).click();
      await expect(request).toHaveCount(0);
    },
  },
  {
    title: 'the operations of the last month become a sheet for Excel',
    bounds: { clicks: 4, keys: 0 },
    phone: 'desk',
    start: '/cabinet/card-transactions',
    async work(page) {
      await page.getByRole('button', { name: 'Календарь и готовые периоды' }).click();
      await page.getByRole('button', { name: 'Прошлый месяц' }).click();
      await expect(page).toHaveURL(/from=/);
      const file = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Экспорт таблицы' }).click();
      await page.getByRole('menuitem', { name: 'XLSX для Excel' }).click();
      expect((await file).suggestedFilename()).toBe('Операции.xlsx');
    },
  },
];

for (const job of JOBS)
  test(`daily job: ${job.title}${job.phone === 'desk' ? '' : ' @phone'}`, async ({ page, isMobile }) => {
    const effort = await countEffort(page);
    await signIn(page, ADMIN);
    await page.goto(job.start);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html[data-loading], [aria-busy="true"]')).toHaveCount(0);
    effort.restart();
    await job.work(page, isMobile);
    const { clicks, keys } = effort.read();
    expect(clicks + keys, 'the listeners count').toBeGreaterThan(0);
    const more = isMobile && job.phone !== 'desk' ? job.phone : NO_MORE;
    expect(clicks, 'clicks').toBeLessThanOrEqual(job.bounds.clicks + more.clicks);
    expect(keys, 'keys').toBeLessThanOrEqual(job.bounds.keys + more.keys);
  });

async function read<Data>(page: Page, path: string): Promise<Data> {
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  return (await (await page.request.get(path, { headers })).json()).data as Data;
}

async function write(page: Page, method: 'POST' | 'PUT', path: string, data: object): Promise<void> {
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  const response = await page.request.fetch(path, { method, headers, data });
  expect(response.ok(), await response.text()).toBe(true);
}
