import { ADMIN, expect, expectNoAxeViolations, openPlace, signIn, test } from '../fixtures.ts';
import { givenReceiver } from './given-receiver.ts';

test('an admin makes a sandbox, key and webhook, and a program fuels in it @phone', async ({ page }) => {
  const receiver = await givenReceiver();
  const { url, got } = receiver;
  await signIn(page, ADMIN);
  await page.goto('/cabinet/audit');
  await openPlace(page, 'Настройки', 'Интеграции', 'Ключи и песочница');
  const part = page.getByRole('region', { name: 'Песочница' });
  await part.getByRole('button', { name: 'Создать песочницу' }).click();
  const cards = part.getByRole('list', { name: 'Карты песочницы' });
  await expect(cards.getByRole('listitem')).toHaveCount(4);

  await part.getByRole('button', { name: 'Создать ключ песочницы' }).click();
  const form = page.getByRole('dialog', { name: 'Новый ключ песочницы' });
  await form.getByLabel('Название').fill('Проба интегратора');
  await form.getByRole('checkbox', { name: 'Читать операции' }).check();
  await form.getByRole('button', { name: 'Создать ключ' }).click();
  const made = page.getByRole('dialog', { name: 'Ключ создан: Проба интегратора' });
  await expect(made.getByLabel('Ключ')).toHaveValue(/^mg_test_/);
  const headers = { Authorization: `Bearer ${await made.getByLabel('Ключ').inputValue()}` };
  await made.getByRole('button', { name: 'Готово' }).click();
  const line = part.getByRole('listitem').filter({ hasText: 'Проба интегратора' });
  await expect(line.getByText('Действует')).toBeVisible();
  await expectNoAxeViolations(page);

  const state = async () => (await page.request.get('/api/v1/sandbox', { headers })).json();
  const { data } = await state();
  const fuelled = await page.request.post('/api/v1/sandbox/purchases', {
    headers,
    data: { card_id: data.cards[0].id, goods_id: 301, litres: 40, unit_price: 70, station: 'М-4, 112-й км' },
  });
  expect((await fuelled.json()).data).toMatchObject({ sold: true, sum: 2800 });
  await page.reload();
  await expect(cards.getByRole('listitem').first()).toContainText(/17\s200/);

  const webhooks = page.getByRole('region', { name: 'Вебхуки песочницы' });
  await webhooks.getByRole('button', { name: 'Подключить адрес' }).click();
  await page.getByLabel('Адрес', { exact: true }).fill(url);
  await page.getByRole('button', { name: 'Подключить', exact: true }).click();
  await expect(page.getByLabel('Секрет вебхука')).toHaveValue(/^whsec_/);
  await page.getByRole('button', { name: 'Готово' }).click();
  await expect(webhooks.getByText(url)).toBeVisible();
  await expectNoAxeViolations(page);
  const again = { card_id: data.cards[1].id, goods_id: 301, litres: 10, unit_price: 70, station: 'М-4' };
  await page.request.post('/api/v1/sandbox/purchases', { headers, data: again });
  await expect.poll(() => got.length).toBeGreaterThan(0);
  await webhooks.getByRole('button', { name: `Отправки: ${url}` }).click();
  const sent = page.getByRole('dialog', { name: `Отправки на ${url}` });
  await expect(sent.getByText('Доставлено').first()).toBeVisible();
  await expectNoAxeViolations(page, '[role=dialog]');
  await page.keyboard.press('Escape');
  await webhooks.getByRole('button', { name: `Действия: ${url}` }).click();
  await page.getByRole('menuitem', { name: 'Удалить' }).click();
  await page.getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect(webhooks.getByText(url)).toHaveCount(0);
  receiver.close();

  await part.getByRole('button', { name: 'Удалить песочницу' }).click();
  const requested = page.getByRole('dialog', { name: 'Удалить песочницу?' });
  await expectNoAxeViolations(page, '[role=dialog]');
  await requested.getByRole('button', { name: 'Удалить песочницу' }).click();
  await expect(part.getByRole('button', { name: 'Создать песочницу' })).toBeVisible();
  expect((await page.request.get('/api/v1/sandbox', { headers })).status()).toBe(401);
});
