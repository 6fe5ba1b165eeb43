import type { Locator, Page } from '@playwright/test';
import { changeByTwoPeople } from './change-by-two-people.ts';
import { expect, expectNoAxeViolations, newPhone, signIn, STAFF, test, signInForToken } from '../fixtures.ts';
import { givenReturns } from './given-returns.ts';
import { ALREADY_PROPOSED, propose, read, WAITS_FOR_SECOND, withdraw } from './propose.ts';

/** Expects the proposal with its author and a link, and a button that says why it does nothing. */
async function expectProposed(place: Locator, title: string | RegExp, button: Locator): Promise<void> {
  await expect(place.getByRole('link', { name: title })).toBeVisible();
  await expect(place).toContainText(WAITS_FOR_SECOND);
  await expect(place).toContainText('Предложил Ольга Ветрова');
  await expect(button).toHaveAccessibleDescription(ALREADY_PROPOSED);
}

const getDialog = (page: Page, name: string) => page.getByRole('dialog', { name });

test('a tariff of the same network and goods is not proposed twice, another one is @phone', async ({
  page,
}) => {
  const tariff = { partner_id: 2, change: 'discount', rate: 1, first_day: '2030-02-01' };
  const id = await propose(page, '/staff/api/tariffs', tariff);
  await signIn(page, STAFF);
  await page.goto('/staff/tariffs');
  await page.getByRole('button', { name: 'Новый тариф' }).click();
  const form = getDialog(page, 'Новый тариф');
  await form.getByLabel(/^Размер/).fill('2');
  await form.getByRole('textbox', { name: 'Первый день' }).fill('01.02.2030');
  const send = form.getByRole('button', { name: 'Предложить тариф' });
  await expect(form.getByText(WAITS_FOR_SECOND)).toHaveCount(0);
  await expect(send).toBeEnabled();
  await form.getByLabel('Сеть').selectOption('2');
  await expectProposed(form, 'Новый тариф', send);
  await expectNoAxeViolations(page, '[role=dialog]');
  await withdraw(page, id);
});

test('a member is invited once, and a role that waits is not proposed again @phone', async ({ page }) => {
  const [phone, other] = [newPhone(), newPhone()];
  const invitation = { phone, firstname: 'Зоя', role: 'treasurer' };
  const invited = await propose(page, '/staff/api/members', invitation);
  const headers = { 'x-auth-token': await signInForToken(page.request, STAFF) };
  const data = { phone: other, firstname: 'Римма', role: 'operator' };
  const added = await page.request.post('/staff/api/members', { headers, data });
  const member = (await added.json()).data as { id: number };
  const role = await propose(page, `/staff/api/members/${member.id}`, { role: 'treasurer' }, 'PUT');
  await signIn(page, STAFF);
  await page.goto('/staff/members');
  await expect(page.getByRole('link', { name: 'Новый сотрудник программы' })).toBeVisible();
  const row = page.getByRole('row', { name: /Римма/ });
  await expect(row).toContainText(WAITS_FOR_SECOND);
  await expectNoAxeViolations(page);
  await row.getByRole('button', { name: 'Действия: Римма' }).click();
  await expect(page.getByRole('menuitem', { name: 'Изменить роль' })).toContainText(ALREADY_PROPOSED);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Добавить сотрудника' }).click();
  const form = getDialog(page, 'Добавить сотрудника программы');
  await form.getByLabel('Имя').fill('Зоя');
  await form.getByLabel('Телефон').fill(phone.slice(1));
  await expectProposed(form, 'Новый сотрудник программы', form.getByRole('button', { name: 'Добавить' }));
  await withdraw(page, invited);
  await withdraw(page, role);
  await page.request.delete(`/staff/api/members/${member.id}`, { headers });
});

test('a network and a version of the agreement are proposed once', async ({ page }) => {
  const title = 'Ожидаемая';
  const network = await propose(page, '/staff/api/partners', {
    key: 'waiting',
    title,
    adapter: 'opti24',
    settings: 'NETWORK_X',
    card_price: 0,
    colour: 'teal',
    goods: [301],
    limit_periods: ['P1D'],
  });
  const terms = await propose(page, '/staff/api/terms', { text: 'Новая редакция', begins: '2030-01-01' });
  await signIn(page, STAFF);
  await page.goto('/staff/partners');
  await expect(page.getByRole('link', { name: 'Новая сеть' })).toBeVisible();
  await page.getByRole('button', { name: 'Добавить сеть' }).click();
  const form = getDialog(page, 'Новая сеть');
  await form.getByLabel('Название').fill(` ${title.toUpperCase()} `);
  await form.getByLabel('Код').fill('other');
  await expectProposed(form, 'Новая сеть', form.getByRole('button', { name: 'Добавить сеть' }));
  await page.goto('/staff/terms');
  const add = page.getByRole('button', { name: 'Новая редакция', exact: true });
  await expectProposed(page.getByRole('main'), 'Новая редакция рамочного соглашения', add);
  await expectNoAxeViolations(page);
  await withdraw(page, network);
  await withdraw(page, terms);
});

test('a returned advance and a lost phone that wait are not decided again @phone', async ({ page }) => {
  const [number] = await givenReturns(page, 250_000);
  const returns = await read(page, '/staff/api/advance-returns');
  const found = returns.find((item: { number: string }) => item.number === number);
  const booked = await propose(page, `/staff/api/advance-returns/${found.id}/book`, {});
  const [lost, fresh] = [newPhone(), newPhone()];
  await signInForToken(page.request, lost);
  const request = { phone: lost, new_phone: fresh, name: 'Пётр Потеряхин', comment: 'Утопил' };
  expect((await page.request.post('/api/lost-phone', { data: request })).ok()).toBe(true);
  const changes = await read(page, '/staff/api/phone-changes');
  const change = changes.find((item: { new_phone: string }) => item.new_phone === fresh);
  const allowed = await propose(page, `/staff/api/phone-changes/${change.id}/allow`, { reason: 'Звонили' });
  await signIn(page, STAFF);
  await page.goto('/staff/payments?tab=returns');
  const row = page.getByRole('row').filter({ hasText: number as string });
  await expectProposed(row, 'Списать возврат аванса', row.getByRole('button', { name: 'Списать со счёта' }));
  await expectNoAxeViolations(page);
  await page.goto('/staff/phone-changes');
  const phoneRow = page.getByRole('row', { name: /Пётр Потеряхин/ });
  const allow = phoneRow.getByRole('button', { name: 'Разрешить' });
  await expectProposed(phoneRow, 'Другой телефон для входа', allow);
  await withdraw(page, booked);
  await withdraw(page, allowed);
});

test('the sum of one member and the closing of a month wait where they are proposed', async ({ page }) => {
  const limit = await propose(page, '/staff/api/approval-limit', { credit_above: 90_000 }, 'PUT');
  await signIn(page, STAFF);
  await page.goto('/staff/approvals');
  await expect(page.getByRole('button', { name: 'Изменить дневную сумму' })).toHaveAccessibleDescription(
    ALREADY_PROPOSED,
  );
  await withdraw(page, limit);
  await page.goto('/staff/closing');
  const date = await page.getByRole('main').getByLabel('Месяц').inputValue();
  const despite = ['feed', 'movement', 'sale', 'payment'];
  const closing = await propose(page, '/staff/api/documents/close-month', { date, despite, reason: 'Проба' });
  await page.reload();
  const main = page.getByRole('main');
  await expectProposed(main, /^Закрыть месяц/, main.getByRole('button', { name: /закрыть|закрытие/i }));
  await expectNoAxeViolations(page);
  await withdraw(page, closing);
});

/** The test does not wait for a network's silence: the lists are stubbed with what that would leave behind. */
async function showLeftOpen(page: Page): Promise<void> {
  const company = { id: 1, inn: '5047123456', title: 'ООО «Северный путь»' };
  const partner = { id: 1, title: 'Роснефть' };
  const since = '2026-11-21T09:00:00.000Z';
  const about = new Map([
    ['movement', { deed: 'settleMovement', title: 'Решить, дошли ли деньги', key: { id: 7 } }],
    ['sale', { deed: 'closeOrphan', title: 'Закрыть продажу без списания', key: { kind: 'sale', id: 7 } }],
  ]);
  await page.route('**/staff/api/approvals?*', async (route) => {
    const kind = new URL(route.request().url()).searchParams.get('about') ?? '';
    const found = about.get(kind);
    if (!found) return route.continue();
    const { key, ...proposal } = found;
    const author = { id: 1, firstname: 'Ольга', lastname: 'Ветрова' };
    const times = { proposed_at: since, expires_at: since, decided_at: null };
    const rest = { decided_by: null, reason: null, obstacle: null, stale: null, details: [], company };
    const data = { id: 1, state: 'waiting', proposed_by: author, about: { kind, id: 7, key } };
    await route.fulfill({
      json: {
        code: 200,
        data: [{ ...proposal, ...data, ...times, ...rest }],
        meta: { credit_above: 1, left_today: 1 },
      },
    });
  });
  const movement = {
    id: 7,
    to_card: true,
    sum: 1234.5,
    created_at: since,
    company,
    card: { id: 1, card_number: '7826010000000017' },
    partner,
    attempts: 7,
    last_word: null,
  };
  await page.route('**/staff/api/unclear-movements', (route) =>
    route.fulfill({ json: { code: 200, data: [movement] } }),
  );
  const left = (kind: string) => ({
    kind,
    id: 7,
    since,
    partner,
    company: null,
    card_number: null,
    asked: `Запись: ${kind}`,
    attempts: 0,
    last_word: null,
    problem: 'Карта неизвестна',
    details: [],
    deeds: ['close'],
  });
  await page.route('**/staff/api/unsettled*', (route) =>
    route.fulfill({ json: { code: 200, data: [left('sale'), left('record')], meta: { totals: {} } } }),
  );
}

test('a movement and an unbooked sale that wait are not decided again @phone', async ({ page }) => {
  await showLeftOpen(page);
  await signIn(page, STAFF);
  await page.goto('/staff/movements');
  const movement = page.getByRole('row').filter({ hasText: '7826010000000017' });
  for (const name of ['Сеть исполнила', 'Сеть не исполнила'])
    await expectProposed(
      movement,
      'Решить, дошли ли деньги',
      movement.getByRole('button', { name, exact: true }),
    );
  await expectNoAxeViolations(page);
  await page.goto('/staff/unsettled');
  const sale = page.getByRole('row').filter({ hasText: 'Запись: sale' });
  await expectProposed(sale, 'Закрыть продажу без списания', sale.getByRole('button', { name: 'Закрыть' }));
  // An unreadable record has an id of its own, which may be the same number.
  const record = page.getByRole('row').filter({ hasText: 'Запись: record' });
  await expect(record).not.toContainText(WAITS_FOR_SECOND);
  await expect(record.getByRole('button', { name: 'Закрыть' })).toBeEnabled();
});

test('an auditor reads why he can’t credit, lend, or add a tariff or a network', async ({ page }) => {
  const phone = newPhone();
  const auditor = { phone, firstname: 'Аудитор', role: 'auditor' };
  expect((await changeByTwoPeople(page.request, '/staff/api/members', auditor)).ok()).toBe(true);
  await signIn(page, phone);
  const NOT_IN_ROLE = 'Это действие не входит в вашу роль';
  const buttons = [
    ['/staff/tariffs', 'Новый тариф'],
    ['/staff/credits', 'Дать кредит'],
    ['/staff/partners', 'Добавить сеть'],
    ['/staff/terms', 'Новая редакция'],
    ['/staff/approvals', 'Изменить дневную сумму'],
  ] as const;
  for (const [path, name] of buttons) {
    await page.goto(path);
    await expect(page.getByRole('button', { name, exact: true }).first()).toHaveAccessibleDescription(
      NOT_IN_ROLE,
    );
  }
  await page.goto('/staff/payments');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Исправить зачисление' })).toHaveCount(0);
});
