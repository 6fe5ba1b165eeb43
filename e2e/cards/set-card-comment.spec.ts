import type { Page } from '@playwright/test';
import { ADMIN, expect, expectNoAxeViolations, MANAGER, signIn, test, signInForToken } from '../fixtures.ts';

test('§1.13 §5.37 §9.10 a comment is saved once the typing has paused', async ({ page }) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet?partner=4&status=1');
  await page.getByRole('table', { name: 'Мои карты' }).getByRole('link').first().click();
  // Tabs of several cards have distinct titles.
  await expect(page).toHaveTitle(/\S\s••\s\d{4}\s— /);
  const field = page.getByLabel('Комментарий');
  const before = await field.inputValue();
  const saves: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/setComment')) saves.push(request.postDataJSON().comment);
  });
  await field.press('End');
  await field.pressSequentially(' рейс', { delay: 50 });
  await expect(page.getByText('Сохранено', { exact: true })).toBeVisible();
  expect(saves).toEqual([`${before} рейс`.trim()]);
  await field.fill(before);
  await expect.poll(() => saves.at(-1)).toBe(before);
  await expect(page.getByText('Сохранено', { exact: true })).toBeVisible();
});

test('the longest comment, without a space, keeps its card’s pages within the screen @phone', async ({
  page,
}) => {
  const { field, before, saved } = await openComment(page);
  const long = 'Ш'.repeat(255);
  await field.fill(long);
  await expect(saved).toBeVisible();
  const card = page.url();
  const cardId = new URL(card).searchParams.get('id');
  for (const address of ['services', 'drivers', 'card-payment/1']) {
    await page.goto(`/cabinet/${address}?card=${cardId}`);
    await expect(page.getByText(long).first()).toBeVisible();
    expect(await page.evaluate(() => document.scrollingElement!.scrollWidth - innerWidth)).toBe(0);
  }
  await page.goto(card);
  await field.fill(before);
  await expect(saved).toBeVisible();
});

test('a comment that was not saved can be saved again, and who has left learns of it @phone', async ({
  page,
  failures,
}) => {
  const { field, before, saved } = await openComment(page);
  const refused = page.getByText('Не сохранено. Сеть занята');
  const again = page.getByRole('button', { name: 'Сохранить ещё раз' });

  await failures.stage('setCardComment', { message: 'Сеть занята', times: 2 });
  await field.fill('Рейс на Пермь');
  await expect(refused).toBeVisible();
  await expectNoAxeViolations(page);
  await again.press('Enter');
  await expect(refused).toBeVisible();
  await again.press('Enter');
  await expect(saved).toBeVisible();
  await expect(again).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
  await page.reload();
  await expect(field).toHaveValue('Рейс на Пермь');

  await failures.stage('setCardComment', { message: 'Сеть занята' });
  await field.fill('Рейс на Казань');
  await page.goBack();
  await expect(page.getByText(/^Карта .+: комментарий не сохранён$/)).toBeVisible();
  await page.goForward();
  await field.fill(before);
  await expect(saved).toBeVisible();
});

test('a comment that a colleague has written is in the field', async ({ page }) => {
  const { field, before, saved } = await openComment(page);
  const headers = { 'X-Auth-Token': await signInForToken(page.request, ADMIN) };
  const cardId = new URL(page.url()).searchParams.get('id');
  await page.request.post(`/api/card/${cardId}/setComment`, { headers, data: { comment: 'Прицеп 7' } });
  await expect(field).toHaveValue('Прицеп 7');
  await field.press('End');
  // A pause after a space saves what stands before it, and the space stays for the next word.
  await field.pressSequentially(' и ');
  await expect(saved).toBeVisible();
  await field.pressSequentially('8');
  await expect(saved).toBeVisible();
  await expect(field).toHaveValue('Прицеп 7 и 8');
  await field.fill(before);
  await expect(saved).toBeVisible();
});

/** Opens the comment of an active card of the fourth network. Returns the field and its value before the test. */
async function openComment(page: Page) {
  await signIn(page, MANAGER);
  await page.goto('/cabinet?partner=4&status=1');
  await page.getByRole('table', { name: 'Мои карты' }).getByRole('link').first().click();
  const field = page.getByLabel('Комментарий');
  const before = await field.inputValue();
  const saved = page.getByText('Сохранено', { exact: true });
  return { field, before, saved };
}
