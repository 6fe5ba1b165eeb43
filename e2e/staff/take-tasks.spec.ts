import { chooseClient } from './choose-client.ts';
import type { Page } from '@playwright/test';
import { changeAnswer } from '../pages/change-answer.ts';
import { changeByTwoPeople } from './change-by-two-people.ts';
import {
  expect,
  expectNoAxeViolations,
  openFilters,
  SECOND_OWNER,
  signIn,
  signInForToken,
  STAFF,
  test,
} from '../fixtures.ts';
import { givenPayment } from './given-payment.ts';

/** INN without a client in the programme. */
const UNKNOWN_INN = '7707083893';

/** Two payments that wait, found by their number. */
async function givenPayments(page: Page) {
  const given = [
    await givenPayment(page, { inn: UNKNOWN_INN, state: 'review' }),
    await givenPayment(page, { inn: UNKNOWN_INN, state: 'review' }),
  ];
  const find = (place: number) => page.getByRole('row').filter({ hasText: `№ ${given[place]?.number}` });
  return { ids: given.map(({ id }) => id), first: find(0), second: find(1) };
}

async function release(page: Page, ids: readonly number[]): Promise<void> {
  const headers = { 'x-auth-token': await signInForToken(page.request, STAFF) };
  await page.request.post('/staff/api/payments/release', { headers, data: { ids } });
}

test('staff take payments, a colleague sees whose they are, and they are given back @phone', async ({
  page,
}) => {
  const { ids, first, second } = await givenPayments(page);
  await signIn(page, STAFF);
  await page.goto('/staff/payments');
  await first.getByRole('checkbox').check();
  await second.getByRole('checkbox').check();
  const bar = page.getByRole('region', { name: 'Выбранные платежи' });
  await expect(bar).toContainText(/Выбрано: 2\sплатежа/);
  await expectNoAxeViolations(page);
  await bar.getByRole('button', { name: 'Взять 2' }).click();
  await expect(first.getByText('В работе у вас')).toBeVisible();
  await expect(second.getByText('В работе у вас')).toBeVisible();
  await openFilters(page);
  await page.getByLabel('Исполнитель').selectOption('Мои');
  await expect(first).toBeVisible();
  await page.getByLabel('Исполнитель').selectOption('Без исполнителя');
  await expect(first).toHaveCount(0);

  await signIn(page, SECOND_OWNER);
  await page.goto('/staff/payments');
  await expect(first.getByText('В работе: Ольга Ветрова')).toBeVisible();
  await first.getByRole('button', { name: /^Действия с платежом/ }).click();
  await page.getByRole('menuitem', { name: 'Отдать' }).click();
  await expect(first.getByText(/^В работе/)).toHaveCount(0);
  await release(page, ids);
});

test('several payments are credited to one client at once', async ({ page }) => {
  const { ids, first, second } = await givenPayments(page);
  await signIn(page, STAFF);
  await page.goto('/staff/payments');
  await first.getByRole('checkbox').check();
  await second.getByRole('checkbox').check();
  await page
    .getByRole('region', { name: 'Выбранные платежи' })
    .getByRole('button', { name: 'Зачислить 2' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Зачислить платежи' });
  await expect(dialog.getByText('Останется на разборе')).toHaveCount(2);
  await chooseClient(dialog, 'дальний рейс', 'ИНН 5052018343');
  await expectNoAxeViolations(page, '[role=dialog]');
  await dialog.getByRole('button', { name: /^Зачислить 2 на 2\s469,12/ }).click();
  await expect(dialog.getByText('Зачислен: ООО «Дальний рейс»')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Закрыть', exact: true }).last().click();
  await expect(first.getByText('Зачислен вручную')).toBeVisible();
  await expect(second.getByText('Зачислен вручную')).toBeVisible();
  for (const id of ids) {
    const back = `/staff/api/payments/${id}/correct`;
    expect((await changeByTwoPeople(page.request, back, { reason: 'Проверка' })).ok()).toBe(true);
  }
});

test('the oldest requests come first on request, and a taken one says who has it', async ({ page }) => {
  await signIn(page, STAFF);
  await page.goto('/staff?status=1');
  const rows = page.getByRole('table', { name: 'Заявки на карты' }).getByRole('row');
  await expect(rows.nth(1)).toBeVisible();
  await page.getByLabel('Порядок').selectOption('Сначала старые');
  await expect(page).toHaveURL(/sort=date/);
  await expect
    .poll(async () => {
      const times = await rows
        .locator('time')
        .evaluateAll((all) => all.map((time) => time.getAttribute('datetime') ?? ''));
      return times.length > 0 && times.join() === times.toSorted().join();
    })
    .toBe(true);
  const number = await rows.nth(1).getByRole('cell').nth(1).innerText();
  const row = rows.filter({ has: page.getByRole('cell', { name: number, exact: true }) });
  await row.getByRole('button', { name: /^Действия с заявкой/ }).click();
  await page.getByRole('menuitem', { name: 'Взять' }).click();
  await row.getByRole('link').click();
  await expect(page.getByRole('main').getByText('В работе')).toBeVisible();
  await page.getByRole('button', { name: 'Отдать' }).click();
  await expect(page.getByRole('button', { name: 'Взять' })).toBeVisible();
  await expectNoAxeViolations(page);
});

test('rows of requests and payments are at most 56 px high', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await signIn(page, STAFF);
  for (const place of ['/staff', '/staff/payments']) {
    await page.goto(place);
    const rows = page.locator('tbody tr');
    await expect(rows.first()).toBeVisible();
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    expect(Math.max(...heights)).toBeLessThanOrEqual(56);
  }
});

test('three digits beside «Ещё» are whole on a phone @phone', async ({ page }) => {
  await changeAnswer(page, '**/api/notices/unread', ({ data }) => Object.assign(data, { unread: 202 }));
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page, STAFF);
  await page.goto('/staff');
  const badge = page.getByRole('button', { name: 'Ещё' }).getByText('202');
  await expect(badge).toBeVisible();
  const box = await badge.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
});

test('an auditor sees the payments without buttons that he may not press', async ({ page }) => {
  await changeAnswer(page, '**/api/users/profile', ({ data }) => (data.staff_role = 'auditor'));
  await signIn(page, STAFF);
  await page.goto('/staff/payments');
  await expect(page.getByRole('table', { name: 'Входящие платежи' })).toBeVisible();
  for (const name of ['Зачислить', 'Исправить зачисление', 'Выписка из файла'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);
});
