import type { APIRequestContext, Page } from '@playwright/test';
import { ADMIN, expect, lastCode, newPhone, signInForToken } from '../fixtures.ts';

/** Gives a card to a new driver. Returns his name and phone. */
export async function givenDriver(
  request: APIRequestContext,
  cardId: number,
): Promise<{ name: string; phone: string }> {
  const headers = { 'x-auth-token': await signInForToken(request, ADMIN) };
  const phone = newPhone();
  const data = { surname: 'Дорогин', name: phone.slice(-4), phone };
  const driver = (await (await request.post('/api/drivers', { headers, data })).json()).data;
  await request.post(`/api/card/${cardId}/driver/${driver.id}/set`, { headers });
  return { name: `${data.surname} ${data.name}`, phone };
}

/** A new driver's page of a card, on his own phone: by the link that is sent from the screen, and the code that comes to it. */
export async function openDriverPage(page: Page, own: Page, cardId: number): Promise<Page> {
  const { name, phone } = await givenDriver(page.request, cardId);
  await page.goto(`/cabinet/drivers?card=${cardId}`);
  await page.getByRole('button', { name: `Отправить ссылку: ${name}` }).click();
  const url = await page
    .getByRole('dialog', { name: 'Ссылка для водителя' })
    .getByLabel('Ссылка')
    .inputValue();
  await own.goto(new URL(url).pathname);
  await own.getByRole('button', { name: 'Получить код' }).click();
  await own.getByLabel('Код из СМС').fill(await lastCode(page.request, phone));
  await own.getByRole('button', { name: 'Открыть карту' }).click();
  await expect(own.getByRole('heading', { name: 'Последние заправки' })).toBeVisible();
  return own;
}

/** Asks for more after the last decline. */
export async function requestMoreLitres(own: Page): Promise<void> {
  await own.getByLabel('Зачем нужно больше').selectOption('Дальний рейс');
  await own.getByRole('button', { name: 'Попросить разрешить' }).click();
  await expect(own.getByText(/^Просьба отправлена/)).toBeVisible();
  // The page waits for the answer by its script: a portal that is killed before it is read would leave a page without one.
  await own.waitForLoadState('load');
}
