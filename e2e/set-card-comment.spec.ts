import { expect, MANAGER, signIn, test } from './fixtures.ts';

test('§1.13 §5.37 §9.10 a comment is saved at each letter, or never', async ({ page }) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet?partner=4&status=1');
  await page.getByRole('table', { name: 'Мои карты' }).getByRole('link').first().click();
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

test('the longest comment, without a space, makes the pages of its card wider than the screen @phone', async ({
  page,
}) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet?partner=4&status=1');
  await page.getByRole('table', { name: 'Мои карты' }).getByRole('link').first().click();
  const field = page.getByLabel('Комментарий');
  const before = await field.inputValue();
  const saved = page.getByText('Сохранено', { exact: true });
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
