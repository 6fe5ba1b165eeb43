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
