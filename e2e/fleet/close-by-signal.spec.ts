import { ADMIN, expect, expectNoAxeViolations, signIn, test } from '../fixtures.ts';
import { givenTruckOfOneLitre } from './given-truck.ts';

test('a rule that closes blocks the card, says why, and opens it again by one click', async ({ page }) => {
  await signIn(page, ADMIN);
  const { card } = await givenTruckOfOneLitre(page, 'А778ВС77');

  await page.goto('/cabinet/signals?part=rules');
  await expect(page.getByLabel('Ответственный')).toBeVisible();
  await page.getByRole('button', { name: 'Изменить правило: Больше бака' }).click();
  const rule = page.getByRole('dialog', { name: 'Больше бака' });
  await rule.getByRole('radio', { name: 'Закрыть карту' }).check();
  await expect(rule.getByText(/Пока сеть не ответит/)).toBeVisible();
  await expectNoAxeViolations(page);
  await rule.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByText('Закрывает карту').first()).toBeVisible();

  const filling = {
    card_number: card.card_number,
    goods_id: card.goods[0].cg_id,
    litres: 5,
    unit_price: 70,
    address: 'М-4, 120 км',
  };
  const sold = await (await page.request.post('/dev/fuel', { data: filling })).json();
  expect(sold.data.sold, JSON.stringify(sold)).toBe(true);
  await page.goto(`/cabinet/signals?card=${card.id}&rule=over-tank`);
  const line = page.getByRole('listitem').filter({ hasText: 'Залито 5 л, бак машины 1 л' }).first();
  await expect(line.getByText('Карта закрыта')).toBeVisible({ timeout: 60_000 });
  await expectNoAxeViolations(page);
  await page.goto(`/cabinet/card?id=${card.id}`);
  await expect(page.getByText(/Карту закрыла проверка заправок: Больше бака/)).toBeVisible();
  await page.getByRole('link', { name: 'Разобрать', exact: true }).click();
  await line.getByRole('button', { name: 'Открыть карту' }).click();
  await expect(line.getByText('Карту открыли')).toBeVisible({ timeout: 60_000 });
});

test('the Wialon page shows the last exchange and each truck, and takes a file', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/fleet?part=wialon');
  await expect(page.getByText('Подключён', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Объект «/).first()).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Загрузить файл' }).click();
  const sheet = page.getByRole('dialog', { name: 'Места машин из файла' });
  const file = {
    name: 'places.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('нет;нет;нет;нет\nнет;1;2;3'),
  };
  await sheet.locator('input[type=file]').setInputFiles(file);
  await sheet.getByRole('button', { name: 'Посмотреть, что изменится' }).click();
  await expect(sheet.getByText(/Это не номер машины/)).toBeVisible();
  await expectNoAxeViolations(page);
});
