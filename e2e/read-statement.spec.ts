import { ADMIN, expect, expectNoAxeViolations, signIn, STAFF, test } from './fixtures.ts';

/** Kopecks of «1 234,50 ₽», with a real minus. */
function kopecks(text: string): number {
  const sign = text.includes('−') ? -1 : 1;
  return sign * Number(text.replace(/[^\d]/g, ''));
}

test.describe('Акт сверки @phone', () => {
  test('an accountant finds it in the menu, and what came in less what was spent is what is left', async ({
    page,
  }) => {
    await signIn(page, ADMIN);
    await page.goto('/cabinet');
    await page.getByRole('button', { name: 'Ещё' }).click();
    await page.getByRole('menuitem', { name: 'Акт сверки' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Акт сверки' })).toBeVisible();
    const sums = page.locator('dl dd');
    await expect(sums.first()).toBeVisible();
    const [opening = 0, cameIn = 0, wentOut = 0, closing = 0] = (await sums.allTextContents())
      .slice(-4)
      .map(kopecks);
    expect(opening + cameIn - wentOut).toBe(closing);
    await expectNoAxeViolations(page);
  });

  test('the place and the period stand in the address and survive a reload', async ({ page }) => {
    await signIn(page, ADMIN);
    await page.goto('/cabinet/statement');
    await page.getByLabel('Счёт', { exact: true }).selectOption('unallocated');
    await expect(page).toHaveURL(/place=unallocated/);
    await page.reload();
    await expect(page.getByLabel('Счёт', { exact: true })).toHaveValue('unallocated');
    await expect(page.getByRole('heading', { name: 'Нераспределённые средства' }).first()).toBeVisible();
  });

  test('the paper and the table are saved', async ({ page }) => {
    await signIn(page, ADMIN);
    await page.goto('/cabinet/statement');
    for (const [button, ending] of [
      ['Скачать PDF', 'pdf'],
      ['Скачать CSV', 'csv'],
    ] as const) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: button }).click();
      expect((await download).suggestedFilename()).toMatch(new RegExp(`^Акт сверки .*\\.${ending}$`));
    }
  });
});

test('staff look through the books and see that they agree', async ({ page }) => {
  await signIn(page, STAFF);
  await page.goto('/staff/reconciliation');
  await page.getByRole('button', { name: 'Сверить сейчас' }).click();
  await expect(page.getByText('Всё сходится').first()).toBeVisible();
  await expectNoAxeViolations(page);
});
