import { readFileSync } from 'node:fs';
import {
  ADMIN,
  expect,
  expectNoAxeViolations,
  openFilters,
  openPlace,
  SPECIALIST,
  signIn,
  STAFF,
  test,
  signInForToken,
} from '../fixtures.ts';

test('staff find a card’s history, with before and after, and save the view as a file', async ({ page }) => {
  const headers = { 'X-Auth-Token': await signInForToken(page.request, ADMIN) };
  const { data: cards } = await (await page.request.get('/api/card', { headers })).json();
  const card = cards[0];
  const comment = `Бортовой ${Date.now()}`;
  const input = await page.request.post(`/api/card/${card.id}/setComment`, { headers, data: { comment } });
  expect(input.ok()).toBe(true);

  await signIn(page, STAFF);
  await page.goto('/staff');
  await openPlace(page, 'Люди', 'Журнал');
  await expect(page.getByRole('heading', { name: 'Журнал действий', level: 1 })).toBeVisible();
  await page.getByLabel('Чего касается').fill(card.card_number);
  await page.getByLabel('Действие', { exact: true }).selectOption({ label: 'Изменён комментарий карты' });
  await expect(page).toHaveURL(/action=setCardComment/);
  await expect(page).toHaveURL(/target=\d+/);
  const row = page.getByRole('row').filter({ hasText: comment });
  await expect(row).toContainText('Изменён комментарий карты');
  await expect(row).toContainText(card.card_number.slice(-4));
  await expect(row).toContainText('Админ');
  await expectNoAxeViolations(page);

  await page.getByRole('button', { name: 'Экспорт журнала' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'JSON Lines' }).click();
  const lines = readFileSync(await (await saved).path(), 'utf8')
    .trim()
    .split('\n');
  expect(lines.map((line) => JSON.parse(line).action)).toContain('setCardComment');
  expect(new Set(lines.map((line) => JSON.parse(line).targets[0].id))).toEqual(new Set([card.id]));
});

test('an admin opens his company’s log from the menu, a specialist reads whose it is @phone', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/audit');
  await expect(page.getByRole('heading', { name: 'Журнал действий', level: 1 })).toBeVisible();
  const log = page.getByRole('table', { name: 'Журнал действий' });
  await expect(log.getByText('Вход в кабинет').first()).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Компания' })).toHaveCount(0);
  await openFilters(page);
  // The programme's own actions are no choice of a company.
  const actions = page.getByLabel('Действие', { exact: true });
  await expect(actions.getByRole('option', { name: 'Изменён лимит карты' })).toHaveCount(1);
  await expect(actions.getByRole('option', { name: 'Введён тариф' })).toHaveCount(0);
  await expectNoAxeViolations(page);
  await page.goto('/cabinet/audit?actor=никого такого нет');
  await expect(page.getByText('Измените фильтры.')).toBeVisible();

  await signIn(page, SPECIALIST);
  await page.goto('/cabinet/audit');
  await expect(page.getByText('Журнал действий читает администратор компании.')).toBeVisible();
});
