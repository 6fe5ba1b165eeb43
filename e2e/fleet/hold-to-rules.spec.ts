import { changeAnswer } from '../pages/change-answer.ts';
import { ADMIN, expect, expectNoAxeViolations, signIn, test, signInForToken } from '../fixtures.ts';

test('a rule for all cards is written, shown on a card, and refuses at the pump', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/rules');
  await page.getByRole('button', { name: 'Изменить: Правила всех карт' }).click();
  const sheet = page.getByRole('dialog', { name: 'Правила всех карт' });
  await sheet.getByLabel('Добавить правило').selectOption('Литров за заправку');
  await sheet.getByRole('radio', { name: 'Числа литров' }).check();
  await sheet.getByRole('textbox', { name: 'Литров за заправку' }).fill('590');
  const preview = sheet.getByRole('region', { name: 'Что изменится' });
  await expect(preview.getByText('до 590 л за раз').first()).toBeVisible();
  await expectNoAxeViolations(page);
  await sheet.getByRole('button', { name: 'Сохранить правила' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByText('До 590 л за раз').first()).toBeVisible();
  await expectNoAxeViolations(page);

  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  const [card] = (await (await page.request.get('/api/card?status_id=1', { headers })).json()).data;
  const data = { card_number: card.card_number, goods_id: 301, litres: 591, unit_price: 70, address: 'М-4' };
  const answer = await page.request.post('/dev/fuel', { data });
  expect((await answer.json()).data.declined.code).toBe('rule');

  await page.goto(`/cabinet/card?id=${card.id}`);
  const rules = page.getByRole('region', { name: 'Правила компании' });
  await expect(rules.getByText('До 590 л за раз').first()).toBeVisible();
  await rules.getByText('Кто контролирует: сеть или портал').click();
  await expect(rules.getByText('контролирует портал', { exact: true })).toBeVisible();
  await expectNoAxeViolations(page);

  await page.goto('/cabinet/declines');
  await expect(page.getByText('По правилу до 590 л за одну заправку.').first()).toBeVisible();
  await expectNoAxeViolations(page);

  await page.goto('/cabinet/rules');
  await page.getByRole('button', { name: 'Отменить' }).first().click();
  await expect(page.getByText('Без ограничений')).toBeVisible();
});

test('the rules lead a company without groups of trucks to its first one', async ({ page }) => {
  let isFirst = true;
  await changeAnswer(page, '**/api/rules/groups', (answer) => {
    if (isFirst) answer.data = [];
    isFirst = false;
  });
  await signIn(page, ADMIN);
  await page.goto('/cabinet/rules');
  await expect(page.getByText('Групп пока нет')).toBeVisible();
  await page.getByRole('link', { name: 'Создать группу' }).click();
  const dialog = page.getByRole('dialog', { name: 'Группы' });
  await dialog.getByRole('textbox', { name: 'Новая группа' }).fill('Малый тоннаж');
  await dialog.getByRole('button', { name: 'Добавить группу' }).click();
  await expect(dialog.getByText('Малый тоннаж')).toBeVisible();
  // Its title and cost centre are changed in their place, and back again.
  await dialog.getByRole('button', { name: 'Изменить группу: Малый тоннаж' }).click();
  await dialog.getByRole('textbox', { name: 'Название группы' }).fill('Большой тоннаж');
  await dialog.getByRole('textbox', { name: 'Центр затрат' }).fill('26-03');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog.getByText('центр затрат 26-03')).toBeVisible();
  const budget = dialog.getByRole('button', { name: 'группы «Большой тоннаж»' });
  await expect(budget).toHaveText('Задать бюджет');
  await budget.click();
  const rules = page.getByRole('dialog', { name: 'Правила группы «Большой тоннаж»' });
  await expect(rules.getByRole('textbox', { name: 'Вся группа вместе: сумма в месяц' })).toBeFocused();
  await expectNoAxeViolations(page, '[role=dialog]');
  await page.keyboard.press('Escape');
  await expect(rules).toBeHidden();
  await dialog.getByRole('button', { name: 'Отменить' }).click();
  await expect(dialog.getByText('центр затрат 26-03')).toBeHidden();
  await dialog.getByRole('button', { name: 'Закрыть' }).click();
  await expect(page).toHaveURL('/cabinet/fleet');
  await page.goto('/cabinet/rules');
  await expect(page.getByRole('heading', { name: 'Малый тоннаж' })).toBeVisible();
});
