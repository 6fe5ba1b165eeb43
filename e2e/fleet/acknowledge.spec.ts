import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolations, signIn, STAFF, test } from '../fixtures.ts';
import { readOnlyWhenAsked } from '../pages/hold-time.ts';

const COMPANY = { id: 1, inn: '5047123456', title: 'ООО «Северный путь»' };
const ROSNEFT = { id: 1, title: 'Роснефть' };

const row = (id: number, more: object) => ({
  id,
  since: '2026-11-21T09:00:00.000Z',
  partner: null,
  company: COMPANY,
  card_number: null,
  attempts: 0,
  last_word: null,
  details: [],
  deeds: ['acknowledge'],
  ...more,
});

/** The test does not wait for what goes wrong with networks, months and clients: it is stubbed. */
const ROWS = [
  row(999_999_991, {
    kind: 'card',
    partner: ROSNEFT,
    card_number: '7826010000000017',
    asked: 'Карта в списке сети',
    problem: 'Поле «SCode» пустое',
    details: [
      { label: 'Num', value: '7826010000000017' },
      { label: 'SCode', value: 'пусто' },
      { label: 'Запись журнала', value: 'SCode: Invalid input: expected string, received null' },
    ],
  }),
  row(999_999_992, {
    kind: 'surplus',
    partner: ROSNEFT,
    asked: 'Заявка № 12: заказано 2, выпущено 3',
    problem: 'Сеть выпустила больше карт, чем заказано',
    details: [{ label: 'Карты заявки', value: '7826010000000018, 7826010000000019, 7826010000000020' }],
  }),
  row(999_999_993, {
    kind: 'closing',
    asked: 'Документы за октябрь 2026 г.',
    problem: 'Документы месяца не удалось сделать',
    details: [{ label: 'Ошибка', value: 'Операция № 71 на 99,00 ₽, а по учёту на 100,00 ₽' }],
    deeds: ['ask'],
  }),
  row(999_999_994, {
    kind: 'letter',
    asked: 'УПД № 202610-1-2, топливо «Роснефть»',
    problem: 'Клиент отказался подписать документ',
    last_word: { said: 'Не сходится количество литров', heard_at: '2026-11-21T10:15:00.000Z' },
  }),
  row(999_999_995, {
    kind: 'objection',
    partner: ROSNEFT,
    asked: 'УПД № 202610-1-1',
    problem: 'Клиент возражает по документу',
    details: [
      { label: 'Возражение', value: 'По карте 4413 лишние 100 литров' },
      { label: 'Кто возражает', value: 'Орлова Анна, +79001112233' },
    ],
  }),
];

async function showUnsettled(page: Page, rows: readonly object[] = ROWS): Promise<void> {
  const totals = { block: 0, choice: 0, order: 0, debtor: 0, sale: 0, record: 0 };
  const more = { card: 1, surplus: 1, closing: 1, letter: 1, objection: 1 };
  await page.route('**/staff/api/unsettled*', async (route) => {
    const kind = new URL(route.request().url()).searchParams.get('kind');
    const data = rows.filter((item) => kind === null || (item as { kind?: string }).kind === kind);
    await route.fulfill({ json: { code: 200, data, meta: { totals: { ...totals, ...more } } } });
  });
}

test(
  'a case that was only in the log is on screen: what, whose, what to do',
  { tag: '@phone' },
  async ({ page }) => {
    await showUnsettled(page);
    await signIn(page, STAFF);
    await page.goto('/staff/unsettled');
    const findRow = (text: string) => page.getByRole('row').filter({ hasText: text });
    await expect(findRow('Клиент отказался подписать документ')).toContainText(
      'Не сходится количество литров',
    );
    await expect(findRow('заказано 2, выпущено 3')).toContainText('Роснефть');
    await expect(findRow('Документы за')).toContainText('Устраните причину и повторите');
    await findRow('заказано 2, выпущено 3').getByText('Номера карт').click();
    await expect(page.getByText('7826010000000020')).toBeVisible();
    await expect(findRow('Клиент возражает')).toContainText('Ответьте клиенту за десять рабочих дней');
    await findRow('Клиент возражает').getByText('Что пишет клиент').click();
    await expect(page.getByText('По карте 4413 лишние 100 литров')).toBeVisible();
    await expectNoAxeViolations(page);

    await page.getByLabel('Что ждёт').selectOption({ label: 'Нечитаемые карты: 1' });
    await expect(page.getByText('строка уйдёт сама')).toBeVisible();
    await findRow('Поле «SCode» пустое').getByRole('button', { name: 'Прочитано', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Прочитано', exact: true });
    await expect(dialog.getByText('Карта в списке сети (Роснефть, карта 7826010000000017)')).toBeVisible();
    await expect(dialog.getByText('Деньги не двинутся')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Прочитано, убрать' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
    await expectNoAxeViolations(page, '[role=dialog]');
    await dialog.getByLabel('Что сделано').fill('Написали в сеть, письмо № 6');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    // The real portal has no such card.
    await expect(dialog.getByText('Запись не найдена')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    await page.getByLabel('Что ждёт').selectOption({ label: 'Закрытие месяца: 1' });
    await expect(page.getByText('нажмите «Повторить»')).toBeVisible();
    await expect(findRow('Документы за').getByRole('button')).toHaveText(['Повторить', '']);
    await findRow('Документы за').getByRole('button', { name: 'Повторить' }).click();
    await expect(page.getByText('Закрытие месяца не найдено')).toBeVisible();
  },
);

test(
  'what a network reports against the books is beside ours, and a user reads it',
  { tag: '@phone' },
  async ({ page }) => {
    await showUnsettled(page, [
      row(999_999_996, {
        kind: 'answer',
        partner: ROSNEFT,
        card_number: '7826010000000017',
        asked: 'Пополнение карты, 3 000,00 ₽',
        problem: 'У нас отказ, а сеть исполнила',
        details: [{ label: 'Номер команды', value: '0f8fad5b-d9cb-469f-a165-70867728950e' }],
        compared: [
          { label: 'Итог', ours: 'Отказ: Карта закрыта', theirs: 'Исполнено' },
          { label: 'Когда', ours: '21.11.2026 12:00', theirs: '21.11.2026 14:30' },
        ],
      }),
      row(999_999_997, {
        kind: 'resale',
        partner: ROSNEFT,
        card_number: '7826010000000018',
        asked: 'Продажа',
        problem: 'Продажа проведена, а сеть сообщила её иначе',
        details: [{ label: 'Номер у сети', value: '4413-17' }],
        compared: [
          { label: 'Вид', ours: 'Продажа', theirs: 'Продажа' },
          { label: 'Сумма', ours: '500,00 ₽', theirs: '700,00 ₽' },
          { label: 'Литры', ours: '10,00', theirs: '14,00' },
        ],
      }),
    ]);
    await signIn(page, STAFF);
    await page.goto('/staff/unsettled');
    const late = page.getByRole('row').filter({ hasText: 'У нас отказ, а сеть исполнила' });
    await expect(late.getByRole('group', { name: 'У нас' })).toContainText('Отказ: Карта закрыта');
    await expect(late.getByRole('group', { name: 'У сети' })).toContainText('Исполнено');
    const changed = page.getByRole('row').filter({ hasText: 'сеть сообщила её иначе' });
    await expect(changed.getByRole('group', { name: 'У нас' })).toContainText('500,00 ₽');
    await expect(changed.getByRole('group', { name: 'У сети' })).toContainText('700,00 ₽');
    const [ours, theirs] = await Promise.all(
      ['У нас', 'У сети'].map((name) => changed.getByRole('group', { name }).boundingBox()),
    );
    expect(theirs!.y).toBe(ours!.y);
    await expectNoAxeViolations(page);

    await page.getByLabel('Что ждёт').selectOption({ label: 'Сеть изменила ответ' });
    await expect(page.getByText('Учёт от этого не изменился')).toBeVisible();
    await late.getByRole('button', { name: 'Прочитано', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Прочитано', exact: true });
    await expect(dialog.getByText('Учёт останется как есть')).toBeVisible();
    await dialog.getByLabel('Что сделано').fill('Сеть сняла деньги с карты, письмо № 7');
    await dialog.getByRole('button', { name: 'Прочитано, убрать' }).click();
    // The real portal has no such word.
    await expect(dialog.getByText('Запись не найдена')).toBeVisible();
  },
);

test('a read case is confirmed once, with the user’s comment, and leaves the list', async ({ page }) => {
  await showUnsettled(page);
  await signIn(page, STAFF);
  await page.goto('/staff/unsettled?kind=letter');
  const requests: { path: string; body: unknown; key: string | undefined }[] = [];
  await page.route('**/staff/api/unsettled/*/*/*', async (route) => {
    const request = route.request();
    const { pathname: path } = new URL(request.url());
    requests.push({ path, body: request.postDataJSON(), key: request.headers()['idempotency-key'] });
    await showUnsettled(page, []);
    await route.fulfill({ json: { code: 200, data: { kind: 'letter', id: 999_999_994 } } });
  });
  await page.getByRole('button', { name: 'Прочитано', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Прочитано', exact: true });
  await dialog.getByLabel('Что сделано').fill('Передали исправленный УПД');
  await dialog.getByRole('button', { name: 'Прочитано, убрать' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Такого сейчас нет.')).toBeVisible();
  expect(requests).toEqual([
    {
      path: '/staff/api/unsettled/letter/999999994/acknowledge',
      body: { reason: 'Передали исправленный УПД' },
      key: expect.stringMatching(/.+/),
    },
  ]);
});

test('a month that is tried again says so, and staff read why a list can’t be shown', async ({
  page,
  failures,
}) => {
  await showUnsettled(page);
  await signIn(page, STAFF);
  await page.route('**/staff/api/unsettled/closing/*/ask-again', (route) =>
    route.fulfill({ json: { code: 200, data: { kind: 'closing', id: 999_999_993 } } }),
  );
  await page.goto('/staff/unsettled?kind=closing');
  await page.getByRole('button', { name: 'Повторить' }).click();
  await expect(page.getByText('Документы делают ещё раз')).toBeVisible();
  await page.unrouteAll();
  await readOnlyWhenAsked(page);
  await failures.stage('listUnsettled', { times: 10, code: 409, message: 'Список сейчас не прочитать' });
  await page.reload();
  await expect(page.getByText('Список сейчас не прочитать')).toBeVisible();
  await failures.end('listUnsettled');
  await page.getByRole('button', { name: 'Перезагрузить' }).click();
  await expect(page.getByText('Разбирать нечего').or(page.getByRole('table'))).toBeVisible();
});
