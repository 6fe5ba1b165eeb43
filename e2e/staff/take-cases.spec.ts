import { expect, expectNoAxeViolations, openFilters, signIn, STAFF, test } from '../fixtures.ts';

/** The test does not wait until twenty-five attempts have failed: the list and its owners are stubbed. */
const row = (id: number, since: string) => ({
  kind: 'job',
  id,
  since,
  partner: null,
  company: null,
  card_number: null,
  asked: `Письмо № ${id}`,
  attempts: 25,
  last_word: null,
  problem: 'Не получилось, и попытки кончились',
  details: [],
  deeds: ['ask'],
});

const ROWS = [row(72, '2026-11-21T09:00:00.000Z'), row(71, '2026-11-20T09:00:00.000Z')];

test('staff take cases of «Разбор», find their own, and give one back @phone', async ({ page }) => {
  const owned = new Set<number>();
  const asked: string[] = [];
  await page.route('**/staff/api/unsettled?*', async (route) => {
    const { searchParams } = new URL(route.request().url());
    asked.push(searchParams.toString());
    const owner = { id: 1, firstname: 'Ольга', lastname: 'Ветрова', taken_at: '2026-11-21T10:00:00.000Z' };
    const data = ROWS.map((item) => ({ ...item, owner: owned.has(item.id) ? owner : null })).filter(
      (item) => searchParams.get('owner') !== 'me' || item.owner,
    );
    const sorted = searchParams.get('sort') === 'date' ? data.toReversed() : data;
    await route.fulfill({
      json: { code: 200, data: sorted, meta: { total: data.length, totals: { job: 2 } } },
    });
  });
  await page.route('**/staff/api/unsettled/*', async (route) => {
    const { cases } = route.request().postDataJSON() as { cases: { kind: string; id: number }[] };
    const isTaking = route.request().url().endsWith('/take');
    for (const { id } of cases) {
      if (isTaking) owned.add(id);
      else owned.delete(id);
    }
    await route.fulfill({ json: { code: 200, data: { [isTaking ? 'taken' : 'released']: cases } } });
  });
  await signIn(page, STAFF);
  await page.goto('/staff/unsettled?kind=job');
  const findRow = (id: number) => page.getByRole('row').filter({ hasText: `Письмо № ${id}` });
  await findRow(71).getByRole('checkbox').check();
  await findRow(72).getByRole('checkbox').check();
  const bar = page.getByRole('region', { name: 'Выбранные строки' });
  await expect(bar).toContainText(/Выбрано: 2\sстроки/);
  await bar.getByRole('button', { name: 'Взять 2' }).click();
  await expect(findRow(71).getByText(/^В работе/)).toBeVisible();
  expect([...owned].toSorted((a, b) => a - b)).toEqual([71, 72]);
  await expectNoAxeViolations(page);
  await findRow(72)
    .getByRole('button', { name: /^Действия со строкой/ })
    .click();
  await page.getByRole('menuitem', { name: 'Отдать' }).click();
  await expect(findRow(72).getByText(/^В работе/)).toHaveCount(0);
  await openFilters(page);
  await page.getByLabel('Исполнитель').selectOption('Мои');
  await expect(findRow(72)).toHaveCount(0);
  await page.getByLabel('Исполнитель').selectOption('Все исполнители');
  await page.getByLabel('Порядок').selectOption('Сначала старые');
  await expect(page.getByRole('row').filter({ hasText: 'Письмо №' }).first()).toContainText('№ 71');
  expect(asked.at(-1)).toContain('sort=date');
});
