import { ADMIN, expect, expectNoAxeViolations, signIn, signInForToken, test } from '../fixtures.ts';
import { openDriverPage } from '../joining/drivers-phone.ts';

test('a driver reads on his phone what he can fill, in Russian and in Uzbek', async ({ page, browser }) => {
  await signIn(page, ADMIN);
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  const cards = (await (await page.request.get('/api/card', { headers })).json()).data;
  const card = cards.findLast(({ status }: { status: { id: number } }) => status.id === 1);
  await page.goto(`/cabinet/drivers?card=${card.id}`);
  const phone = await browser.newContext({
    viewport: { width: 360, height: 740 },
    permissions: ['geolocation'],
    geolocation: { latitude: 55.75, longitude: 37.62 },
    locale: 'ru-RU',
  });
  const own = await openDriverPage(page, await phone.newPage(), card.id);

  await page
    .getByRole('dialog', { name: 'Ссылка для водителя' })
    .getByRole('button', { name: 'Готово' })
    .click();
  await page.getByRole('button', { name: 'Изменить телефон диспетчера' }).click();
  const dialog = page.getByRole('dialog', { name: 'Телефон диспетчера' });
  await dialog.getByLabel('Телефон').fill('+7 900 123-45-67');
  await expectNoAxeViolations(page);
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByText('+7 (900) 123-45-67')).toBeVisible();

  await own.reload();
  await expect(own.getByText(/^(Можно залить до|Можно заправляться|Сейчас заправиться не)/)).toBeVisible();
  await expect(own.getByRole('link', { name: 'Позвонить диспетчеру' })).toHaveAttribute(
    'href',
    'tel:+79001234567',
  );
  // The place is allowed already, so the stations come without a click.
  await expect(own.getByText('Расстояние по прямой')).toBeVisible();
  await expect(own.getByRole('link', { name: 'Рус' })).toHaveAttribute('aria-current', 'true');
  await expectNoAxeViolations(own);

  await own.getByRole('link', { name: 'O‘zb' }).click();
  await expect(own.getByRole('heading', { name: 'So‘nggi quyishlar' })).toBeVisible();
  await expect(own.getByRole('link', { name: 'Dispetcherga qo‘ng‘iroq' })).toBeVisible();
  await expect(own.getByText('Masofa to‘g‘ri chiziq bo‘yicha')).toBeVisible();
  await expect(own.locator('html')).toHaveAttribute('lang', 'uz');
  await expectNoAxeViolations(own);
  // The narrowest phone, and one whose owner has doubled the letters.
  for (const width of [320, 180]) {
    await own.setViewportSize({ width, height: 740 });
    const overflow = await own.evaluate(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
    expect([width, overflow]).toEqual([width, 0]);
  }
  await phone.close();
});
