import { expect, expectNoAxeViolations, signIn, STAFF, test } from '../fixtures.ts';

/** The test does not wait until twenty-five attempts have failed: it is stubbed. */
const ROWS = [
  {
    kind: 'job',
    id: 71,
    since: '2026-11-21T09:00:00.000Z',
    partner: { id: 2, title: 'Газпромнефть' },
    company: { id: 1, inn: '5047123456', title: 'ООО «Северный путь»' },
    card_number: '7005830000000017',
    asked: 'Передача услуг и лимита карты в сеть',
    attempts: 25,
    last_word: null,
    problem: 'Не получилось, и попытки кончились',
    details: [
      { label: 'Последняя ошибка', value: 'network 2 refuses the call: HTTP 400' },
      { label: 'Задача', value: 'sync-card, № 71' },
    ],
    deeds: ['ask'],
  },
  {
    kind: 'job',
    id: 72,
    since: '2026-11-20T23:30:00.000Z',
    partner: null,
    company: null,
    card_number: null,
    asked: 'Ночная сверка',
    attempts: 5,
    last_word: null,
    problem: 'Не получилось, и попытки кончились',
    details: [{ label: 'Последняя ошибка', value: 'canceling statement due to statement timeout' }],
    deeds: ['ask'],
  },
];

test(
  'staff see a job that the queue has given up, with its error, and repeat it',
  { tag: '@phone' },
  async ({ page }) => {
    const kinds = ['block', 'choice', 'order', 'debtor', 'sale', 'record', 'card', 'surplus', 'closing'];
    const totals = Object.fromEntries([...kinds, 'letter', 'objection'].map((kind) => [kind, 0]));
    await page.route('**/staff/api/unsettled*', (route) =>
      route.fulfill({ json: { code: 200, data: ROWS, meta: { totals: { ...totals, job: 2 } } } }),
    );
    const requested: string[] = [];
    await page.route('**/staff/api/unsettled/job/*/ask-again', async (route) => {
      requested.push(new URL(route.request().url()).pathname);
      await route.fulfill({ json: { code: 200, data: { kind: 'job', id: 71 } } });
    });
    await signIn(page, STAFF);
    await page.goto('/staff/unsettled');
    await page.getByLabel('Что ждёт').selectOption({ label: 'Невыполненные задачи: 2' });
    await expect(page.getByText('попытки кончились. Передайте подробности разработчикам')).toBeVisible();
    const row = page.getByRole('row').filter({ hasText: 'Передача услуг и лимита' });
    await expect(row).toContainText('попыток: 25');
    await row.getByText('Подробности').click();
    await expect(row.getByText('network 2 refuses the call: HTTP 400')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: 'Ночная сверка' })).toContainText('Весь портал');
    await expectNoAxeViolations(page);
    await row.getByRole('button', { name: 'Повторить' }).click();
    await expect(page.getByText('Если снова не получится, строка вернётся')).toBeVisible();
    expect(requested).toEqual(['/staff/api/unsettled/job/71/ask-again']);
  },
);
