import { ADMIN, expect, expectNoAxeViolations, signIn, SPECIALIST, test } from '../fixtures.ts';

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
  await expectNoAxeViolations(page);
  await month.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Сводные отчеты' })).toBeVisible();
});

for (const [kind, status, label] of [
  ['Не настроены', '5', 'Не настроена'],
  ['Заблокированы', '3', 'Заблокирована'],
] as const) {
  test(`«${kind}» leads to exactly these cards`, async ({ page }) => {
    await signIn(page, ADMIN);
    await page.goto('/cabinet');
    const link = page.getByRole('link', { name: new RegExp(`^${kind}: \\d+`) });
    const count = Number(/\d+/.exec((await link.textContent()) ?? '')?.[0]);
    await link.click();
    await expect(page).toHaveURL(new RegExp(`status=${status}$`));
    await expect(page.getByRole('row').filter({ has: page.getByText(label, { exact: true }) })).toHaveCount(
      count,
    );
    await expect(
      page.getByRole('row').filter({ has: page.getByText('Активна', { exact: true }) }),
    ).toHaveCount(0);
  });
}

test('cards without money can be listed, and the filter names them', async ({ page }) => {
  await signIn(page, SPECIALIST);
  await page.goto('/cabinet?status=empty');
  await expect(page.getByLabel('Статус')).toHaveValue('empty');
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().includes('/api/card?')),
    page.reload(),
  ]);
  const { data } = (await answer.json()) as { data: { card_sum: number; status: { id: number } }[] };
  expect(data.every((card) => card.card_sum <= 0 && card.status.id === 1)).toBe(true);
});

test('a first screen whose overview fails still shows the cards', async ({ page, failures }) => {
  await failures.stage('readOverview', { times: 100 });
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  await expect(page.getByRole('table', { name: 'Мои карты' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Как дела' })).toHaveCount(0);
});
