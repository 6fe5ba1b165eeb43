import { ADMIN, expect, expectNoAxeViolations, signIn, signInForToken, test } from '../fixtures.ts';

test('a budget that is spent already says whom it stops, and then how to raise it @phone', async ({
  page,
}) => {
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  const send = async (method: 'POST' | 'PUT' | 'DELETE', path: string, data?: object) => {
    const answer = await page.request.fetch(path, { method, headers, ...(data && { data }) });
    expect(answer.ok(), path).toBe(true);
    return (await answer.json()).data;
  };
  const [card] = (await (await page.request.get('/api/card?status_id=1', { headers })).json()).data;
  const title = `Склад ${card.id}`;
  const { id: group } = await send('POST', '/api/card-groups', { title });
  await send('POST', '/api/card-groups/cards', { ids: [card.id], group_id: group });
  const sale = { card_number: card.card_number, goods_id: 301, litres: 2, unit_price: 70, address: 'М-4' };
  const sold = await (await page.request.post('/dev/fuel', { data: sale })).json();
  expect(sold.data).toMatchObject({ sold: true });
  try {
    await signIn(page, ADMIN);
    await page.goto('/cabinet/rules');
    await page.getByRole('button', { name: `Изменить: Правила группы «${title}»` }).click();
    const sheet = page.getByRole('dialog', { name: `Правила группы «${title}»` });
    await sheet.getByLabel('Добавить правило').selectOption('Вся группа вместе: сумма в месяц');
    const sum = sheet.getByRole('textbox', { name: 'Вся группа вместе: сумма в месяц' });
    await sum.fill('100');
    await page.keyboard.press('Escape');
    const ask = page.getByRole('dialog', { name: 'Закрыть без сохранения?' });
    await ask.getByRole('button', { name: 'Отмена' }).click();
    await expect(sum).toHaveValue('100');
    await expect(sheet.getByText('Перестанут заправлять сразу: 1 карта')).toBeVisible();
    const reason = new RegExp(`Бюджет группы «${title}» исчерпан: 140 из 100\\s₽ в месяц`);
    await expect(sheet.getByText(reason)).toBeVisible();
    await expectNoAxeViolations(page);
    await sum.press('Enter');
    await expect(sheet).toHaveCount(0);
    await expect(page.getByText(/^Бюджет исчерпан: 1\sкарта стоит$/)).toBeVisible();

    await page.goto('/cabinet');
    await page.getByRole('link', { name: 'Поднять бюджет: 1 карта стоит: бюджет группы исчерпан' }).click();
    await expect(page).toHaveURL(/\/cabinet\/rules$/);
    await page.goto(`/cabinet/card?id=${card.id}`);
    await expect(page.getByText('Карта закрыта правилом')).toBeVisible();
    const rules = page.getByRole('region', { name: 'Правила компании' });
    await expect(rules.getByText(reason)).toBeVisible();
    await expect(rules.getByText(/исчерпан до/)).toBeVisible();
    await expect(page.getByText('Карту заблокировала программа')).toHaveCount(0);
    await rules.getByRole('link', { name: 'Изменить бюджет' }).click();
    await expect(page).toHaveURL(/\/cabinet\/rules$/);
  } finally {
    await send('PUT', `/api/rules/groups/${group}`, { rules: [] });
    await send('POST', '/api/card-groups/cards', { ids: [card.id], group_id: null });
    await send('DELETE', `/api/card-groups/${group}`);
  }
});
