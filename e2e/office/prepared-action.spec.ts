import { ADMIN, expect, expectNoAxeViolations, signIn, test, signInForToken } from '../fixtures.ts';

test('a sentence in the palette fills in a transfer’s form, and moves nothing itself', async ({ page }) => {
  await signIn(page, ADMIN);
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  const cards = (await (await page.request.get('/api/card', { headers })).json()).data;
  const card = cards.find(({ status }: { status: { id: number } }) => status.id === 1);
  const number = String(card.card_number).slice(-6);
  await page.goto('/cabinet');
  const palette = page.getByRole('dialog', { name: 'Поиск и действия' });
  const field = page.getByRole('combobox', { name: 'Поиск и действия' });
  // The page may be visible a moment before it reacts to keys.
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused({ timeout: 5_000 });
  }).toPass();
  await field.fill(`переведи 1234,50 на карту ${number}`);
  const prepared = palette.getByRole('option', { name: /Перевести 1\s234,50\s₽/ });
  await expect(prepared).toContainText('со счёта на карту');
  await expectNoAxeViolations(page);
  await prepared.click();
  await expect(page).toHaveURL(new RegExp(`card-payment/1\\?card=${card.id}`));
  await expect(page.getByRole('textbox', { name: /сумма/i })).toHaveValue(/^1\s234,50$/);
  const after = (await (await page.request.get(`/api/card/${card.id}`, { headers })).json()).data;
  expect([after.card_sum, after.inProgressOperations]).toEqual([card.card_sum, card.inProgressOperations]);
});
