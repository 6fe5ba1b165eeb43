import {
  expect,
  expectNoAxeViolations,
  lastCode,
  lastMessageId,
  MANAGER,
  signIn,
  signInForToken,
  STAFF,
  test,
} from '../fixtures.ts';

test('staff send the cards of an order, and the client confirms that he has them', async ({ page }) => {
  const { request } = page;
  const headers = { 'x-auth-token': await signInForToken(request, MANAGER) };
  const before = await lastMessageId(request, MANAGER);
  expect((await request.get('/api/sms', { headers })).ok()).toBe(true);
  const sms = await lastCode(request, MANAGER, before);
  const ordered = await request.post('/api/cardsRequest', {
    headers,
    form: { sms, 'item[0][cards_cnt]': '3', 'item[0][partner_id]': '2' },
  });
  const { id } = (await ordered.json()).data as { id: number };
  const staff = { 'x-auth-token': await signInForToken(request, STAFF) };
  expect((await request.post(`/staff/api/requests/${id}/approve`, { headers: staff })).ok()).toBe(true);
  await expect
    .poll(async () => {
      const order = await request.get(`/api/cardsRequest/${id}`, { headers });
      return (await order.json()).data.delivery?.state;
    })
    .toBe('to-send');

  await signIn(page, STAFF);
  await page.goto(`/staff/shipments?state=to-send&q=${id}`);
  await expect(page.getByRole('link', { name: `Заявка № ${id}` })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('checkbox', { name: `Выбрать заявку № ${id}` }).check();
  await page.getByRole('button', { name: 'Отметить отправку: 1' }).click();
  const dialog = page.getByRole('dialog', { name: 'Карты отправлены' });
  await dialog.getByLabel('Чем отправлено').fill('СДЭК');
  await dialog.getByLabel('Номер отправления').fill('10045678');
  await dialog.getByRole('button', { name: 'Отметить отправку' }).click();
  await expect(dialog).toBeHidden();

  await signIn(page, MANAGER);
  await page.goto(`/cabinet/card-request?id=${id}`);
  await expect(page.getByText('10045678')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Карты получены' }).click();
  await expect(page.getByText('Получены').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Карты получены' })).toBeHidden();
});

test('staff enter a batch of blank cards and see how many are left', async ({ page }) => {
  await signIn(page, STAFF);
  await page.goto('/staff/shipments?tab=stock');
  await page.getByRole('button', { name: 'Пришла партия' }).click();
  const dialog = page.getByRole('dialog', { name: 'Пришла партия карт' });
  await dialog.getByLabel('Сколько карт').fill('40');
  await dialog.getByRole('button', { name: 'Добавить' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Карт осталось мало')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Поступления и списания' })).toContainText('+40');
  await expectNoAxeViolations(page);
});
