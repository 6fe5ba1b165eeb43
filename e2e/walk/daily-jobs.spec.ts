import type { Page } from '@playwright/test';
import { ADMIN, expect, lastCode, lastMessageId, signIn, signInForToken, test } from '../fixtures.ts';
import { countEffort, type Effort } from './count-effort.ts';

/** A working day of a carrier: each job in the way that a newcomer finds, and at most what it took on 2026-11-28. */
type Job = {
  title: string;
  bounds: Effort;
  start: string;
  work: (page: Page) => Promise<void>;
  width?: number;
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
    start: '/cabinet?status=1',
    async work(page) {
      const boxes = page
        .getByRole('table', { name: 'Мои карты' })
        .getByRole('checkbox', { name: /^Выбрать карту/ });
      await boxes.first().click();
      await boxes.nth(11).click({ modifiers: ['Shift'] });
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
    start: '/cabinet',
    async work(page) {
      const [bought] = await read<{ sum: number; number: string }[]>(page, '/api/operations?typeId=11');
      await page.keyboard.press('Control+k');
      const field = page.getByRole('combobox', { name: 'Поиск и действия' });
      await expect(field).toBeFocused();
      await page.keyboard.type(bought!.sum.toFixed(2).replace('.', ','));
      await expect(page.getByRole('group', { name: 'Операции' }).getByRole('option').first()).toBeVisible();
      await page.keyboard.press('Enter');
      const panel = page.getByRole('dialog', { name: /^Покупка/ });
      await expect(panel).toContainText(bought!.number);
      await expect(panel.getByRole('button', { name: /^Не сходится/ })).toBeVisible();
    },
  },
  {
    title: 'the documents of a month are downloaded as one ZIP',
    bounds: { clicks: 6, keys: 0 },
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
    // One key more than on that day: Enter shows what the rule replaces, which was the gap of the job.
    bounds: { clicks: 3, keys: 5 },
    start: '/cabinet/rules',
    async work(page) {
      await page
        .getByRole('button', { name: /^Изменить: Правила группы/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Добавить: Литры в неделю' }).click();
      await expect(page.getByRole('textbox', { name: 'Литры в неделю' })).toBeFocused();
      await page.keyboard.type('1500');
      await page.keyboard.press('Enter');
      const preview = page.getByRole('dialog', { name: 'Что изменится' });
      await expect(preview.getByText(/^Было: /).first()).toBeVisible();
      await preview.getByRole('button', { name: 'Сохранить правила' }).click();
      await expect(preview).toBeHidden();
      await expect(page.getByText(/1\s500 л в неделю/).first()).toBeVisible();
    },
  },
  {
    title: 'the fillings of a truck show who drove it',
    // Two choices and two dates of ten keys.
    bounds: { clicks: 8, keys: 20 },
    start: '/cabinet/card-transactions',
    async work(page) {
      const operations = await read<{ vehicle: { id: number } | null }[]>(page, '/api/operations?typeId=11');
      const { vehicle } = operations.find((operation) => operation.vehicle !== null)!;
      await page.getByLabel('Машина', { exact: true }).selectOption(String(vehicle!.id));
      await page.getByRole('button', { name: 'Календарь и готовые периоды' }).click();
      await page.getByRole('button', { name: 'Этот месяц' }).click();
      await expect(page).toHaveURL(/vehicle=\d+.*from=|from=.*vehicle=\d+/);
      const row = page.getByRole('table', { name: 'Операции' }).locator('tbody').getByRole('row').first();
      await expect(row).toContainText('••');
    },
  },
  {
    title: 'a lost card is blocked on a phone',
    bounds: { clicks: 5, keys: 4 },
    start: '/cabinet',
    width: 360,
    async work(page) {
      const cards = await read<{ card_number: string }[]>(page, '/api/card?status_id=1');
      await page.getByRole('button', { name: 'Ещё', exact: true }).click();
      await page.getByRole('dialog', { name: 'Все разделы' }).getByRole('button', { name: 'Поиск' }).click();
      await expect(page.getByRole('combobox', { name: 'Поиск и действия' })).toBeFocused();
      await page.keyboard.type(cards.at(-1)!.card_number.slice(-4));
      await page.getByRole('option', { name: /^Заблокировать/ }).click();
      const question = page.getByRole('dialog', { name: 'Блокировка карты' });
      await question.getByRole('button', { name: 'Заблокировать' }).click();
      await expect(question).toBeHidden();
    },
  },
];

for (const job of JOBS)
  test(`daily job: ${job.title}`, async ({ page }) => {
    await page.setViewportSize(job.width ? { width: job.width, height: 740 } : { width: 1440, height: 900 });
    const effort = await countEffort(page);
    await signIn(page, ADMIN);
    await page.goto(job.start);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html[data-loading], [aria-busy="true"]')).toHaveCount(0);
    effort.restart();
    await job.work(page);
    const { clicks, keys } = effort.read();
    expect(clicks + keys, 'the listeners count').toBeGreaterThan(0);
    expect(clicks, 'clicks').toBeLessThanOrEqual(job.bounds.clicks);
    expect(keys, 'keys').toBeLessThanOrEqual(job.bounds.keys);
  });

async function read<Data>(page: Page, path: string): Promise<Data> {
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  return (await (await page.request.get(path, { headers })).json()).data as Data;
}
