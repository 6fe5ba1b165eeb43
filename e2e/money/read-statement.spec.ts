import { changeAnswer } from '../pages/change-answer.ts';
import { moscowDay, russianDay } from '../fleet/moscow-calendar.ts';
import { readOpacity } from '../pages/read-opacity.ts';
import { ADMIN, expect, expectNoAxeViolations, openPlace, signIn, STAFF, test } from '../fixtures.ts';

/** Kopecks of «1 234,50 ₽», with a real minus. */
function kopecks(text: string): number {
  const sign = text.includes('−') ? -1 : 1;
  return sign * Number(text.replace(/[^\d]/g, ''));
}

test.describe('Выписка по счёту @phone', () => {
  test('an accountant finds it in the menu, and income minus spending equals the rest', async ({ page }) => {
    await signIn(page, ADMIN);
    await page.goto('/cabinet');
    await openPlace(page, 'Деньги', 'Выписка');
    await expect(page.getByRole('heading', { level: 1, name: 'Выписка по счёту' })).toBeVisible();
    const sums = page.locator('dl dd');
    await expect(sums.first()).toBeVisible();
    const [opening = 0, cameIn = 0, wentOut = 0, closing = 0] = (await sums.allTextContents())
      .slice(-4)
      .map(kopecks);
    expect(opening + cameIn - wentOut).toBe(closing);
    await expectNoAxeViolations(page);
  });

  test('the screen says why the balance differs from that of the month’s closing act', async ({ page }) => {
    await signIn(page, ADMIN);
    await page.goto('/cabinet/statement');
    await expect(page.getByText('В закрывающих документах топливо стоит днём отпуска')).toBeVisible();
    await expectNoAxeViolations(page);
  });

  test('the date of a day stands once, and CSV is offered once', async ({ page }) => {
    await signIn(page, ADMIN);
    await page.goto('/cabinet/statement?from=2026-01-01&to=2026-02-28');
    const table = page.getByRole('table', { name: 'Движения средств' });
    await expect(table).toBeVisible();
    const shown = await table
      .locator('tbody time')
      .evaluateAll((all) =>
        all.filter((time) => (time.parentElement?.clientWidth ?? 0) > 2).map((time) => time.textContent),
      );
    expect(shown.length).toBeGreaterThan(1);
    expect(new Set(shown).size).toBe(shown.length);
    await page.getByRole('button', { name: 'Экспорт таблицы' }).click();
    await expect(page.getByRole('menuitem')).toHaveText(['XLSX для Excel']);
  });

  test('the place and the period are in the address and survive a reload', async ({ page }) => {
    await signIn(page, ADMIN);
    await page.goto('/cabinet/statement');
    await page.getByLabel('Счёт', { exact: true }).selectOption('unallocated');
    await expect(page).toHaveURL(/place=unallocated/);
    await page.reload();
    await expect(page.getByLabel('Счёт', { exact: true })).toHaveValue('unallocated');
    await expect(page.getByRole('heading', { name: 'Нераспределённые средства' }).first()).toBeVisible();
  });

  test('the statement of a client with credit says that unallocated funds exclude it', async ({ page }) => {
    const text = page.getByText('Кредит сюда не входит.');
    for (const credit of [500_000, 0]) {
      await changeAnswer(page, '**/api/users/profile', ({ data }) => {
        data.company.client.creditSum = credit;
      });
      await signIn(page, ADMIN);
      await page.goto('/cabinet/statement?place=unallocated');
      await expect(page.getByRole('heading', { name: 'Нераспределённые средства' }).first()).toBeVisible();
      await expect(text).toHaveCount(credit > 0 ? 1 : 0);
      await page.unrouteAll();
    }
    await page.goto('/cabinet/statement');
    await expect(page.getByRole('heading', { name: 'Все средства компании' })).toBeVisible();
    await expect(text).toHaveCount(0);
  });

  test('balances of the previous period do not look like those of the chosen one', async ({ page }) => {
    await signIn(page, ADMIN);
    await page.goto('/cabinet/statement?from=2026-01-01&to=2026-02-28');
    const closing = page.getByText('Движений за период:');
    await expect(closing).toBeVisible();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/client/statement?*', async (route) => {
      await answered;
      await route.continue();
    });
    await page.getByLabel('Счёт', { exact: true }).selectOption({ index: 1 });
    await expect.poll(() => readOpacity(closing)).toBeLessThan(0.8);
    answer();
    await expect.poll(() => readOpacity(closing)).toBe(1);
  });

  test('a PDF that is being made is not forgotten when the CSV is asked for', async ({ page }) => {
    await signIn(page, ADMIN);
    await page.goto('/cabinet/statement?from=2026-01-01&to=2026-02-28');
    const { promise: made, resolve: finish } = Promise.withResolvers<void>();
    await page.route('**/api/client/statement.pdf?*', async (route) => {
      await made;
      await route.continue();
    });
    const pdf = page.getByRole('button', { name: 'Скачать PDF' });
    await pdf.click();
    const csv = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Скачать CSV' }).click();
    expect((await csv).suggestedFilename()).toMatch(/\.csv$/);
    await expect(pdf).toHaveAttribute('aria-busy', 'true');
    const pdfDownload = page.waitForEvent('download');
    finish();
    expect((await pdfDownload).suggestedFilename()).toMatch(/\.pdf$/);
    await expect(pdf).not.toHaveAttribute('aria-busy');
  });

  test('the balance of a future day is not shown today', async ({ page }) => {
    await signIn(page, ADMIN);
    await page.goto('/cabinet/statement?from=2026-01-01&to=2026-02-28');
    await expect(page.getByText('Остаток на конец 28.02.2026')).toBeVisible();
    await page.goto('/cabinet/statement?from=2026-01-01&to=2099-12-31');
    await expect(page.getByText('Остаток на сегодня')).toBeVisible();
    await expect(page.getByText('Остаток на 31.12.2099')).toHaveCount(0);
  });

  test('a period with more movements than a list holds has its balances', async ({ page }) => {
    const tooMany = 'За этот период больше 10 000 движений: выберите период короче или один счёт';
    await page.route(/\/api\/client\/statement\?(?!.*sums=1)/, (route) =>
      route.fulfill({
        status: 400,
        json: { code: 400, message: tooMany, error_messages: { date_from: [tooMany] } },
      }),
    );
    await signIn(page, ADMIN);
    await page.goto('/cabinet/statement?from=2026-01-01&to=2026-02-28');
    await expect(page.getByText(tooMany)).toBeVisible();
    await expect(page.getByText('Остаток на конец 28.02.2026')).toBeVisible();
    const sums = (await page.locator('dl dd').allTextContents()).slice(-4).map(kopecks);
    const [opening = 0, cameIn = 0, wentOut = 0, closing = 0] = sums;
    expect(cameIn).toBeGreaterThan(0);
    expect(opening + cameIn - wentOut).toBe(closing);
    await expectNoAxeViolations(page);
  });

  test('a printed month goes on after its first hundred movements', async ({ page }) => {
    await changeAnswer(page, /\/api\/client\/statement\?/, ({ data }) => {
      const [first] = data.movements;
      data.movements = Array.from({ length: 250 }, (_, place) => ({ ...first, id: place + 1 }));
    });
    await signIn(page, ADMIN);
    await page.goto('/cabinet/statement?from=2020-01-01&to=2099-12-31');
    const rows = page.getByRole('row');
    await expect(rows).toHaveCount(101);
    await page.emulateMedia({ media: 'print' });
    await expect(rows).toHaveCount(251);
    await expect(page.getByText('Движения с 01.01.2020 по 31.12.2099', { exact: true })).toBeVisible();
    await page.emulateMedia({ media: 'screen' });
    await expect(rows).toHaveCount(101);
  });

  test('a printed page says of what period or day its movements and balance are', async ({ page }) => {
    await signIn(page, ADMIN);
    await page.goto('/cabinet/statement?from=2020-01-01&to=2099-12-31');
    await expect(page.getByRole('row')).toHaveCount(101);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText(/^Движения с 01\.01\.2020 по 31\.12\.2099, страница 1 из \d+/)).toBeVisible();
    await expect(page.getByText('сегодня', { exact: true })).toBeHidden();
    const today = moscowDay();
    await expect(page.getByText(russianDay(today), { exact: true }).first()).toBeVisible();
  });

  test('the PDF and the table are saved', async ({ page }) => {
    await signIn(page, ADMIN);
    await page.goto('/cabinet/statement');
    for (const [button, name] of [
      ['Скачать PDF', /^Выписка по счёту .*\.pdf$/],
      ['Скачать CSV', /^Выписка по счёту .*\.csv$/],
    ] as const) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: button }).click();
      expect((await download).suggestedFilename()).toMatch(name);
    }
  });
});

for (const place of ['statement', 'transactions']) {
  test(`a day that is typed at /cabinet/${place} stays as typed from its first digit`, async ({ page }) => {
    await signIn(page, ADMIN);
    await page.goto(`/cabinet/${place}?from=2026-10-01&to=2026-10-31`);
    const first = page.getByLabel('С', { exact: true });
    const last = page.getByLabel('По', { exact: true });
    await first.focus();
    await page.keyboard.type('09092026');
    await expect(first).toHaveValue('09.09.2026');
    await expect(page).toHaveURL(/from=2026-09-09&to=2026-10-31/);
    // An invalid period is not requested and shows why. The screen retains the period of the last request.
    await last.fill('2026-08-31');
    await expect(page.getByText('Начало периода позже его конца')).toBeVisible();
    await expect(page).toHaveURL(/from=2026-09-09&to=2026-10-31/);
    await first.fill('2026-08-01');
    await expect(page).toHaveURL(/from=2026-08-01&to=2026-08-31/);
    await first.fill('');
    await expect(page.getByText('Укажите день')).toBeVisible();
    await expectNoAxeViolations(page);
  });
}

test('a network that did not answer is shown as missing, not as «Всё сходится» @phone', async ({ page }) => {
  await changeAnswer(page, '**/staff/api/reconciliations', ({ data }) => {
    const input = { started_at: '2026-11-23T23:30:00.000Z', finished_at: '2026-11-23T23:31:00.000Z' };
    const report = { id: 1, asked_by: 'nightly', ...input, transfers: 10, cards: 3, differences: [] };
    data.splice(0, data.length, {
      ...report,
      networks: [1],
      sides: [],
      silent: ['Газпромнефть', 'Татнефть'],
    });
  });
  await signIn(page, STAFF);
  await page.goto('/staff/reconciliation');
  await expect(page.getByText('Сверено не всё')).toBeVisible();
  await expect(page.getByText('Карты этих сетей сверить не удалось: Газпромнефть, Татнефть.')).toBeVisible();
  await expect(page.getByText('Всё сходится')).toHaveCount(0);
  await expectNoAxeViolations(page);
});

test('staff look through the books and see that they agree', async ({ page }) => {
  await signIn(page, STAFF);
  await page.goto('/staff/reconciliation');
  await page.getByRole('button', { name: 'Сверить сейчас' }).click();
  await expect(page.getByText('Всё сходится').first()).toBeVisible();
  const sides = page.getByRole('table', { name: 'Деньги на картах' }).first();
  const row = sides.getByRole('row', { name: /^Газпромнефть/ });
  await expect(row.getByRole('cell').nth(2)).toHaveText(/\d,\d\d\s₽/);
  const [ours, theirs, difference] = (await row.getByRole('cell').allTextContents())
    .slice(2)
    .map((cell) => /[\d\s]+,\d\d\s₽$/.exec(cell)?.[0]);
  expect(ours).toBe(theirs);
  expect(difference).toMatch(/^0,00\s₽$/);
  await expectNoAxeViolations(page);
});
