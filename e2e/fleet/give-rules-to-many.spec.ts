import { ADMIN, expect, expectNoAxeViolations, signIn, test } from '../fixtures.ts';

test('rules are saved as a set, previewed, given to two cards, followed and undone', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/rules?part=many');
  await page.getByLabel('Откуда взять').selectOption({ label: 'Новые правила' });
  const editor = page.getByRole('dialog', { name: 'Какие правила назначить' });
  await editor.getByLabel('Добавить правило').selectOption('Литры в сутки');
  await editor.getByRole('textbox', { name: 'Литры в сутки' }).fill('377');
  await editor.getByRole('button', { name: 'Сохранить правила' }).click();
  await page.getByRole('button', { name: 'Сохранить как набор' }).click();
  await page.getByLabel('Название').fill('Дальние рейсы');
  await page.getByRole('button', { name: 'Сохранить набор' }).click();
  await expect(page.getByText('До 377 л в сутки')).toBeVisible();

  const table = page.getByRole('table', { name: 'Карты, которым назначить правила' });
  await table
    .getByRole('checkbox', { name: /^Выбрать карту/ })
    .nth(0)
    .check();
  await table
    .getByRole('checkbox', { name: /^Выбрать карту/ })
    .nth(1)
    .check();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Что изменится' }).click();
  const preview = page.getByRole('dialog', { name: 'Что изменится' });
  await expect(preview.getByText(/^Станет: .*до 377 л в сутки/i)).toHaveCount(2);
  await expectNoAxeViolations(page);
  await preview.getByRole('button', { name: 'Назначить правила 2 картам' }).click();

  const change = page.getByRole('dialog', { name: 'Изменение правил' });
  await expect(change.getByText('набор «Дальние рейсы»')).toBeVisible();
  await expect(change.getByText('Сделано')).toHaveCount(2);
  await expectNoAxeViolations(page);
  await change.getByRole('button', { name: 'Отменить изменение' }).click();
  await expect(change.getByText('Вернули как было: 2')).toBeVisible();
});

test('a card is taken off its truck on its own page, which lists its trucks', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  await page.getByRole('table', { name: 'Мои карты' }).getByRole('link').first().click();
  await page.getByRole('button', { name: 'Изменить машину' }).click();
  const sheet = page.getByRole('dialog', { name: 'Машина карты' });
  const field = sheet.getByRole('combobox', { name: 'Машина' });
  await field.fill('без машины');
  await page.getByRole('option', { name: 'Без машины' }).click();
  await expectNoAxeViolations(page);
  await sheet.getByRole('button', { name: 'Снять с машины' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByText('Машина не указана.')).toBeVisible();
  await page.getByRole('button', { name: 'Изменить машину' }).click();
  const before = sheet.getByRole('region', { name: 'История машин карты' }).getByRole('link').first();
  await expect(before).toBeVisible();
  await expectNoAxeViolations(page);
});
