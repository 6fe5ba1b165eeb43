import {
  ADMIN,
  expect,
  expectNoAxeViolations,
  signIn,
  signInForToken,
  SPECIALIST,
  test,
} from '../fixtures.ts';

test('the first screen shows how the company is doing, as balances and reports do @phone', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  const overview = page.getByRole('region', { name: 'Как дела' });
  await expect(overview.getByText(/^Хватит на|^Не хватит|^За 30 дней/)).toBeVisible();
  if ((page.viewportSize()?.width ?? 0) < 768)
    await page.getByRole('button', { name: 'Счета сетей и кредит' }).click();
  const ownFunds = page.getByText('Мои средства').locator('..').getByRole('definition');
  await expect(ownFunds).toContainText('₽');
  await expect(overview.getByRole('paragraph').first()).toHaveText((await ownFunds.textContent()) ?? '');

  const month = overview.getByRole('link', { name: /^Топливо за/ });
  // A pointer that rests on a note reads the same.
  const isNarrow = (page.viewportSize()?.width ?? 0) < 768;
  await expect(overview.getByText(/^По [\d\s]+₽ в день$/)).toBeVisible({ visible: isNarrow });
  await expect(month.getByText(/^Весь \S+ [\d\s]+₽$/)).toBeVisible({ visible: isNarrow });
  await expectNoAxeViolations(page);
  await month.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Сводные отчеты' })).toBeVisible();
});

test('«Ждёт решения» shows at most four rows, and each leads to exactly what it counts @phone', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  const list = page.getByRole('list', { name: 'Ждёт решения' });
  const rows = list.getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  expect(await rows.count()).toBeLessThanOrEqual(4);
  await page.getByRole('button', { name: /^Ещё \d+$/ }).click();
  const signals = rows.filter({ hasText: /\d+\sзаправ\S+ под вопросом/ });
  await expect(signals).toContainText('₽');
  const count = Number(/\d+/.exec((await signals.textContent()) ?? '')?.[0]);
  const cards = rows.filter({ hasText: /карт\S* не настроен/ });
  const unset = Number(/\d+/.exec((await cards.textContent()) ?? '')?.[0]);
  await expectNoAxeViolations(page);
  await cards.getByRole('link', { name: /^Настроить/ }).click();
  await expect(page).toHaveURL(/status=5$/);
  await expect(page.getByText('Не настроена', { exact: true }).filter({ visible: true })).toHaveCount(unset);
  await page.goto('/cabinet');
  await page.getByRole('button', { name: /^Ещё \d+$/ }).click();
  await signals.getByRole('link', { name: /^Разобрать/ }).click();
  await expect(page).toHaveURL(/\/cabinet\/signals\?state=open$/);
  await expect(page.getByText(new RegExp(`^Ждут решения: ${count}\\sзаправ`))).toBeVisible();
});

test('the filter «Заблокирована» leads to exactly these cards', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet?status=3');
  await expect(page.getByText('Заблокирована', { exact: true }).first()).toBeVisible();
  await expect(page.getByRole('row').filter({ has: page.getByText('Активна', { exact: true }) })).toHaveCount(
    0,
  );
});

test('a request of a driver is answered from the first screen', async ({ page }) => {
  await signIn(page, ADMIN);
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  const { data: cards } = await (await page.request.get('/api/card', { headers })).json();
  const card = cards.find(
    ({ status, card_sum: sum }: { status: { id: number }; card_sum: number }) =>
      status.id === 1 && sum > 1000,
  );
  const rules = { rules: [{ kind: 'litres_filling', value: 1 }] };
  await page.request.put(`/api/card/${card.id}/rules`, { headers, data: rules });
  const request = { card_id: card.id, litres: 2, reason: 'Стою у колонки' };
  expect((await page.request.post('/api/exceptions', { headers, data: request })).ok()).toBe(true);
  await page.goto('/cabinet');
  const row = page
    .getByRole('list', { name: 'Ждёт решения' })
    .getByRole('listitem')
    .filter({ hasText: 'просит 2\u00a0л' });
  await row.getByRole('button', { name: 'Ответить на просьбу водителя' }).click();
  const dialog = page.getByRole('dialog', { name: 'Разрешить заправку' });
  await expect(dialog.getByText('Стою у колонки')).toBeVisible();
  await expectNoAxeViolations(page, '[role=dialog]');
  await dialog.getByRole('button', { name: 'Отказать' }).click();
  const refusal = page.getByRole('dialog', { name: 'Отказать' });
  await refusal.getByLabel('Причина отказа').fill('Вам хватит до базы');
  await refusal.getByRole('button', { name: 'Отказать' }).click();
  await expect(row).toHaveCount(0);
});

test('cards without money can be listed, and the filter names them', async ({ page }) => {
  await signIn(page, SPECIALIST);
  const answered = page.waitForResponse(/\/api\/card\?.*\bempty=1/);
  await page.goto('/cabinet?status=empty');
  await expect(page.getByLabel('Статус')).toHaveValue('empty');
  const { data } = (await (await answered).json()) as {
    data: { card_sum: number; status: { id: number } }[];
  };
  expect(data.every((card) => card.card_sum <= 0 && card.status.id === 1)).toBe(true);
});

test('a first screen whose overview fails still shows the cards', async ({ page, failures }) => {
  await failures.stage('readOverview', { times: 100 });
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  await expect(page.getByRole('table', { name: 'Мои карты' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Как дела' })).toHaveCount(0);
});
