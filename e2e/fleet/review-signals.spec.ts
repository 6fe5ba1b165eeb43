import { ADMIN, expect, expectNoAxeViolations, signIn, signInForToken, test } from '../fixtures.ts';
import { givenTruckOfOneLitre } from './given-truck.ts';

test('an admin sees a filling beyond two tanks, judges it, and tries its rule', async ({ page }) => {
  await signIn(page, ADMIN);
  const { card } = await givenTruckOfOneLitre(page, 'А777ВС77');
  const filling = {
    card_number: card.card_number,
    goods_id: card.goods[0].cg_id,
    litres: 3,
    unit_price: 70,
    address: 'М-4, 120 км',
  };
  const sold = await (await page.request.post('/dev/fuel', { data: filling })).json();
  expect(sold.data.sold, JSON.stringify(sold)).toBe(true);

  await page.goto('/cabinet/signals?sort=time');
  const line = page
    .getByRole('listitem')
    .filter({ hasText: 'За день 3 л, это больше 2 баков по 1 л' })
    .first();
  await expect(line.getByRole('link', { name: 'А 777 ВС 77' })).toBeVisible();
  await expectNoAxeViolations(page);
  await line.getByRole('button', { name: 'Подробнее' }).click();
  await expectNoAxeViolations(page);
  await line.getByRole('button', { name: 'Беру на себя' }).click();
  await expect(line.getByText('В разборе: вы')).toBeVisible();
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  const { data } = await (await page.request.get('/api/signals?state=owned&owner=me', { headers })).json();
  await page.goto(`/cabinet/card-transactions?operation=${data[0].operation.id}`);
  await expect(
    page.getByRole('region', { name: 'Правила и проверка' }).getByText('В разборе: вы'),
  ).toBeVisible();
  await page.goto('/cabinet/signals?sort=time');
  await line.getByRole('button', { name: 'Разобрать' }).click();
  const sheet = page.getByRole('dialog', { name: 'Разобрать заправку' });
  await expect(sheet.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(sheet.getByRole('button', { name: 'Записать решение' })).toBeDisabled();
  await sheet.getByRole('radio', { name: 'Потери' }).check();
  await sheet.getByLabel('Пояснение').fill('Слил в канистру');
  await expectNoAxeViolations(page);
  await sheet.getByRole('button', { name: 'Записать решение' }).click();
  await expect(line.getByText('«Слил в канистру»')).toBeVisible();

  await page.getByRole('link', { name: 'Правила проверки' }).click();
  await page
    .getByRole('button', { name: 'Проверить на прошлых заправках: Больше двух баков за день' })
    .click();
  const trial = page.getByRole('dialog', { name: /^Проверить на прошлых заправках/ });
  await trial.getByRole('button', { name: 'Проверить', exact: true }).click();
  await expect(trial.getByText(/^Сработало бы/)).toBeVisible();
  await expectNoAxeViolations(page);
});

test('a suspicious filling takes one row of a desk and three lines of a phone', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/signals?state=open');
  const rows = page.getByRole('region', { name: 'Подозрительные заправки' }).getByRole('listitem');
  const row = rows.filter({ has: page.getByRole('button', { name: 'Разобрать' }) }).filter({
    hasText: 'Залито 650 л, бак машины 600 л',
  });
  await expect(row.getByText('Баранов К. О.')).toBeVisible();
  for (const [width, height, highest] of [
    [1280, 720, 66],
    [1440, 900, 66],
    [360, 740, 124],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect.poll(async () => (await row.boundingBox())?.height).toBeLessThanOrEqual(highest);
  }
  await expect(row.getByText(/обычно [\d,]+/)).toBeHidden();
  await row.getByRole('button', { name: 'Подробнее' }).click();
  await expect(row.getByText(/обычно [\d,]+/)).toBeVisible();
  await expectNoAxeViolations(page);
});

test('a tablet shows each value of a rule in one line', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await signIn(page, ADMIN);
  await page.goto('/cabinet/signals?part=rules');
  const values = page.getByRole('main').getByRole('definition');
  await expect(values.first()).toBeVisible();
  const heights = await values.evaluateAll((all) => all.map((value) => value.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThan(30);
});
