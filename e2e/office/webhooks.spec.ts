import { ADMIN, expect, expectNoAxeViolations, signIn, test, signInForToken } from '../fixtures.ts';
import { givenReceiver } from './given-receiver.ts';

test('an admin has events sent to an address, reads their outcome, and sends one again @phone', async ({
  page,
}) => {
  const receiver = await givenReceiver();
  const { url, got } = receiver;
  await signIn(page, ADMIN);
  await page.goto('/cabinet/webhooks');
  await page.getByRole('button', { name: 'Подключить адрес' }).click();
  await page.getByLabel('Адрес').fill(url);
  await page.getByRole('checkbox', { name: /^карта: новая/ }).check();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: 'Подключить', exact: true }).click();
  await expect(page.getByLabel('Секрет вебхука')).toHaveValue(/^whsec_/);
  await page.getByRole('button', { name: 'Готово' }).click();
  await expect(page.getByText(url)).toBeVisible();
  await expectNoAxeViolations(page);

  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  const [card] = (await (await page.request.get('/api/card', { headers })).json()).data;
  const comment = `для вебхука ${Date.now()}`;
  const changed = await page.request.post(`/api/card/${card.id}/setComment`, { headers, data: { comment } });
  expect(changed.ok()).toBe(true);
  await expect.poll(() => got.length).toBeGreaterThan(0);

  await page.getByRole('button', { name: `Отправки: ${url}` }).click();
  const list = page.getByRole('dialog', { name: `Отправки на ${url}` });
  await expect(list.getByText('Доставлено').first()).toBeVisible();
  await expectNoAxeViolations(page);
  const before = got.length;
  await list.getByRole('button', { name: 'Отправить снова' }).first().click();
  await expect.poll(() => got.length).toBeGreaterThan(before);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: `Действия: ${url}` }).click();
  await page.getByRole('menuitem', { name: 'Удалить' }).click();
  await page.getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect(page.getByText(url)).toHaveCount(0);
  receiver.close();
});
