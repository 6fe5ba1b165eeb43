import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolations, signIn, STAFF, test } from '../fixtures.ts';

const COMPANY = { id: 1, inn: '5047123456', title: 'ООО «Северный путь»' };
const ROSNEFT = { id: 1, title: 'Роснефть' };
const GAZPROM = { id: 2, title: 'Газпромнефть' };

const row = (id: number, more: object) => ({
  id,
  since: '2026-11-21T09:00:00.000Z',
  partner: ROSNEFT,
  company: COMPANY,
  card_number: '7826010000000017',
  attempts: 7,
  last_word: null,
  problem: null,
  details: [],
  ...more,
});
const input = (text: string) => ({ said: text, heard_at: '2026-11-21T10:15:00.000Z' });

/** The test does not wait for what silent networks leave behind: it is stubbed. */
const ROWS = [
  row(999_999_991, {
    kind: 'block',
    asked: 'Блокировка карты',
    last_word: input('Не отвечает (network 1: HTTP 503)'),
    deeds: ['ask', 'executed', 'not-executed'],
  }),
  row(999_999_992, {
    kind: 'choice',
    partner: GAZPROM,
    asked: 'Лимит 5 000,00 ₽ за сутки: Дизельное топливо',
    last_word: input('Исполнение не подтверждено'),
    deeds: ['ask', 'executed', 'not-executed'],
  }),
  row(999_999_993, {
    kind: 'order',
    card_number: null,
    asked: 'Заявка № 12, карт: 3',
    last_word: input('Исполнение не подтверждено'),
    deeds: ['ask', 'not-executed'],
  }),
  row(999_999_994, {
    kind: 'debtor',
    asked: 'Блокировка карты с долгом',
    last_word: input('Сеть отказала: карта в стоп-листе эмитента'),
    deeds: ['ask'],
  }),
  row(999_999_995, {
    kind: 'sale',
    company: null,
    attempts: 1,
    asked: 'Продажа',
    problem: 'Такой карты у нас нет',
    details: [
      { label: 'Номер у сети', value: '9f1c-22' },
      { label: 'Сумма', value: '5 880,00 ₽' },
    ],
    deeds: ['close'],
  }),
  row(999_999_996, {
    kind: 'record',
    company: null,
    card_number: null,
    attempts: 0,
    asked: 'Запись списка продаж',
    problem: 'Поле «Value» пустое',
    details: [
      { label: 'Code', value: '101' },
      { label: 'Card', value: '7826010000000017' },
      { label: 'Value', value: 'пусто' },
      {
        label: 'Запись журнала',
        value: 'Value: Invalid input: expected number, received null',
      },
    ],
    deeds: ['close'],
  }),
];

const NONE = {
  block: 0,
  choice: 0,
  order: 0,
  debtor: 0,
  sale: 0,
  record: 0,
  card: 0,
  surplus: 0,
  closing: 0,
  letter: 0,
  objection: 0,
};

async function showUnsettled(page: Page): Promise<void> {
  const totals = { ...NONE, block: 1, choice: 1, order: 1, debtor: 1, sale: 401, record: 1 };
  const total = 406;
  await page.route('**/staff/api/unsettled*', async (route) => {
    const kind = new URL(route.request().url()).searchParams.get('kind');
    const data = ROWS.filter((item) => kind === null || (item as { kind?: string }).kind === kind);
    await route.fulfill({ json: { code: 200, data, meta: { total, totals } } });
  });
}

test('staff see that nothing waits for a person, or what does', async ({ page }) => {
  await signIn(page, STAFF);
  await page.goto('/staff');
  await page.getByRole('link', { name: 'Разбор' }).click();
  await expect(page.getByRole('heading', { name: 'Ждут разбора', level: 1 })).toBeVisible();
  await expect(page.getByText('Разбирать нечего').or(page.getByRole('table'))).toBeVisible();
  await expectNoAxeViolations(page);
});

test('before staff decide for a network they read what will happen', { tag: '@phone' }, async ({ page }) => {
  await showUnsettled(page);
  await signIn(page, STAFF);
  await page.goto('/staff/unsettled');
  await expect(page.getByText('Показаны 200 последних, ещё 206 ждут.')).toBeVisible();
  await expectNoAxeViolations(page);

  const block = page.getByRole('row').filter({ hasText: 'Не отвечает (network 1' });
  await block.getByRole('button', { name: 'Сеть исполнила' }).click();
  const dialog = page.getByRole('dialog', { name: 'Сеть исполнила' });
  await expect(dialog.getByText('Карта станет заблокированной.')).toBeVisible();
  await expectNoAxeViolations(page, '[role=dialog]');
  await dialog.getByLabel('Основание').fill('Письмо сети № 5');
  await dialog.getByRole('button', { name: 'Подтвердить исполнение' }).click();
  // The real portal has no such operation.
  await expect(dialog.getByText('Операция не найдена')).toBeVisible();
  await page.keyboard.press('Escape');

  await block.getByRole('button', { name: 'Спросить ещё раз' }).click();
  await expect(page.getByText('Операция не найдена')).toBeVisible();

  await page.getByLabel('Что ждёт').selectOption({ label: 'Нечитаемые записи: 1' });
  await expect(page.getByText('Попросите сеть исправить её')).toBeVisible();
  await expect(block).toBeHidden();
  await page.getByText('Что прислала сеть').click();
  await expect(page.getByText('7826010000000017')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Закрыть' }).click();
  const closing = page.getByRole('dialog', { name: 'Закрыть запись' });
  await expect(closing.getByText('Деньги не двинутся')).toBeVisible();
  await expectNoAxeViolations(page, '[role=dialog]');
  await closing.getByLabel('Основание').fill('Письмо сети № 6');
  await closing.getByRole('button', { name: 'Закрыть: не требуется' }).click();
  await expect(closing.getByText('Запись не найдена')).toBeVisible();
});

test('a user’s decision is confirmed once, with his reason, and leaves the list', async ({ page }) => {
  await showUnsettled(page);
  await signIn(page, STAFF);
  await page.goto('/staff/unsettled?kind=record');
  const requests: { path: string; body: unknown; key: string | undefined }[] = [];
  await page.route('**/staff/api/unsettled/*/*/*', async (route) => {
    const request = route.request();
    const { pathname: path } = new URL(request.url());
    requests.push({ path, body: request.postDataJSON(), key: request.headers()['idempotency-key'] });
    await page.route('**/staff/api/unsettled?*', (again) =>
      again.fulfill({
        json: {
          code: 200,
          data: [],
          meta: { total: 0, totals: NONE },
        },
      }),
    );
    await route.fulfill({ json: { code: 200, data: { kind: 'record', id: 999_999_996 } } });
  });
  await page.getByRole('button', { name: 'Закрыть' }).click();
  const closing = page.getByRole('dialog', { name: 'Закрыть запись' });
  await closing.getByLabel('Основание').fill('Письмо сети № 6');
  await closing.getByRole('button', { name: 'Закрыть: не требуется' }).click();
  await expect(closing).toBeHidden();
  await expect(page.getByText('Такого сейчас нет.')).toBeVisible();
  expect(requests).toEqual([
    {
      path: '/staff/api/unsettled/record/999999996/close',
      body: { reason: 'Письмо сети № 6' },
      key: expect.stringMatching(/.+/),
    },
  ]);
});
