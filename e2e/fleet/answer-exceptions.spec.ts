import { ADMIN, expect, expectNoAxeViolations, signIn, test, signInForToken } from '../fixtures.ts';

test('an admin lets one purchase pass and declines another, and both stay listed', async ({ page }) => {
  await signIn(page, ADMIN);
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  const cards = (await (await page.request.get('/api/card', { headers })).json()).data;
  const working = cards.filter(({ status }: { status: { id: number } }) => status.id === 1);
  const run = Date.now();
  for (const [index, card] of working.slice(-2).entries()) {
    const rules = { rules: [{ kind: 'litres_filling', value: 60 }] };
    await page.request.put(`/api/card/${card.id}/rules`, { headers, data: rules });
    const request = {
      card_id: card.id,
      goods_id: card.goods[0].cg_id,
      litres: 90,
      reason: `Рейс ${run}${index}`,
    };
    const answer = await page.request.post('/api/exceptions', { headers, data: request });
    expect(answer.ok(), await answer.text()).toBe(true);
  }

  await page.goto('/cabinet/declines');
  await page.getByRole('link', { name: 'Просьбы водителей' }).click();
  const line = (index: number) => page.getByRole('listitem').filter({ hasText: `Рейс ${run}${index}` });
  await expect(line(0).getByText(/^Ответить до/)).toBeVisible();
  await expectNoAxeViolations(page);
  await line(0).getByRole('button', { name: 'Разрешить' }).click();
  const allow = page.getByRole('dialog', { name: 'Разрешить заправку' });
  await expectNoAxeViolations(page);
  await allow.getByRole('button', { name: 'Разрешить' }).click();
  await expect(line(0).getByText(/^Разрешено до/)).toBeVisible();

  await line(1).getByRole('button', { name: 'Отказать' }).click();
  const refuse = page.getByRole('dialog', { name: 'Отказать' });
  await refuse.getByLabel('Причина отказа').fill('Заправьтесь завтра');
  await refuse.getByRole('button', { name: 'Отказать' }).click();
  await expect(line(1).getByText(/«Заправьтесь завтра»/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'По причинам' })).toBeVisible();
});
