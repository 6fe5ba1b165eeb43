import {
  ADMIN,
  expect,
  expectNoAxeViolations,
  signIn,
  signInForToken,
  SPECIALIST,
  test,
} from '../fixtures.ts';

test('a virtual card is issued from the order page and works at once @phone', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/create');
  await page.getByRole('button', { name: 'Выпустить виртуальную' }).click();
  const form = page.getByRole('dialog', { name: 'Виртуальная карта' });
  await form.getByLabel('Комментарий').fill('Подменный тягач');
  await expectNoAxeViolations(page);
  await form.getByRole('button', { name: 'Выпустить карту' }).click();
  await expect(page).toHaveURL(/\/cabinet\/card\?id=\d+/);
  await expect(page.getByText('Активна', { exact: true })).toBeVisible();
  await expect(page.getByText(/, виртуальная/)).toBeVisible();
  await expect(page.getByLabel('Комментарий')).toHaveValue('Подменный тягач');
});

test('an order of virtual cards alone asks for no address', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/create');
  await expect(page.getByRole('heading', { name: 'Доставка' })).toBeVisible();
  await page.getByRole('radio', { name: 'Виртуальные, сейчас' }).check();
  await expect(page.getByRole('heading', { name: 'Доставка' })).toHaveCount(0);
  await page
    .getByRole('group', { name: 'Виртуальных карт Газпромнефть' })
    .getByRole('button', { name: 'Больше' })
    .click();
  await expect(page.getByRole('heading', { name: 'Доставка' })).toHaveCount(0);
  await expect(page.getByText('Газпромнефть, 1 виртуальная карта')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('radio', { name: 'Пластиковые' }).check();
  await page
    .getByRole('group', { name: 'Карт Газпромнефть' })
    .getByRole('button', { name: 'Больше' })
    .click();
  await expect(page.getByRole('heading', { name: 'Доставка' })).toBeVisible();
});

test('a lost card is replaced by one click, and its money is on the new card @phone', async ({ page }) => {
  await signIn(page, ADMIN);
  const headers = { 'X-Auth-Token': await signInForToken(page.request, ADMIN) };
  const { data } = await (await page.request.get('/api/card?status_id=1&partner_id=2', { headers })).json();
  const card = data.find(
    (found: { card_sum: number; inProgressOperations: unknown[] }) =>
      found.card_sum > 0 && found.inProgressOperations.length === 0,
  );
  await page.goto(`/cabinet/card?id=${card.id}`);
  await page.getByRole('button', { name: 'Карта потеряна' }).click();
  const question = page.getByRole('dialog', { name: /^Заменить карту/ });
  await expectNoAxeViolations(page);
  await question.getByRole('button', { name: 'Заблокировать и заменить' }).click();
  const panel = page.getByRole('region', { name: 'Замена карты' });
  await expect(panel.getByText('Карта заменена')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('button', { name: 'Карта потеряна' })).toHaveCount(0);
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Справка о блокировке' }).click();
  expect((await download).suggestedFilename()).toMatch(/^Блокировка \d{4}\.pdf$/);
  const hero = page.getByRole('region', { name: 'Карта', exact: true });
  await expect(hero.getByText('Пополнить')).toHaveCount(0);
  await panel.getByRole('link', { name: 'Новая карта' }).click();
  await expect(page.getByRole('heading', { name: /^Выпущена взамен/ })).toBeVisible();
  await expect(page.getByText(/, виртуальная/)).toBeVisible();
  await expectNoAxeViolations(page);
});

test('a specialist is offered no virtual card and no replacement', async ({ page }) => {
  await signIn(page, SPECIALIST);
  await page.goto('/cabinet');
  await page.getByRole('table', { name: 'Мои карты' }).getByRole('link').first().click();
  await expect(page.getByRole('button', { name: 'Карта потеряна' })).toHaveCount(0);
});
