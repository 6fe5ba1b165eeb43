import { execFileSync } from 'node:child_process';
import { changeAnswer } from '../pages/change-answer.ts';
import { ADMIN, expect, signIn, test } from '../fixtures.ts';

/** Between the margins of a page of A4, in pixels. */
const PAPER_WIDTH = 672;

test('the sums of a long list of operations are within the edge of the sheet', async ({ page }) => {
  await signIn(page, ADMIN);
  await changeAnswer(page, /\/api\/operations\?/, (answer) => {
    const [purchase] = answer.data;
    Object.assign(purchase, { sum: 999_999_999.99, drivers: ['Константинопольский В. В.', 'Ежов М. С.'] });
    Object.assign(purchase.purchase, { unit_cnt: 999_999.99, unit_price: 99_999.99 });
  });
  await page.setViewportSize({ width: PAPER_WIDTH, height: 1000 });
  await page.goto('/cabinet/card-transactions?type=11');
  const row = page.getByRole('row').filter({ hasText: '999 999 999,99' });
  await expect(row).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  const sum = row.getByRole('cell').last();
  const right = await sum.evaluate((cell) => cell.getBoundingClientRect().right);
  expect(right).toBeLessThanOrEqual(PAPER_WIDTH);
});

test('the first printed page of a long list has operations beside its title @firefox', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/card-transactions?type=11');
  await expect(page.getByRole('row')).toHaveCount(21);
  const input = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  const first = execFileSync('pdftotext', ['-l', '1', '-', '-'], { input }).toString('utf8');
  expect(first.match(/Выполнена/g)?.length ?? 0).toBeGreaterThan(2);
});

test('the main sum of a printed report is seen whole beside its neighbours', async ({ page }) => {
  await signIn(page, ADMIN);
  await changeAnswer(page, /\/api\/operations\/summary\?/, ({ meta }) => {
    Object.assign(meta.totals, { sum: 9_888_777_666.55, litres: 8_777_666.55, litres_per_card: 777_666.55 });
  });
  await page.goto('/cabinet/transactions');
  const facts = page.getByLabel('Итого за период');
  await expect(facts).toContainText('9 888 777 666,55');
  const input = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  const text = execFileSync('pdftotext', ['-l', '1', '-layout', '-', '-'], { input }).toString('utf8');
  // Text that overlaps its neighbour is mixed with its letters.
  expect(text.replace(/[\u00a0\u202f]/g, ' ')).toMatch(/(^|\s{2})9 888 777 666,55 ₽(\s{2}|$)/m);
  expect(text.replace(/[\u00a0\u202f]/g, ' ')).toMatch(/(^|\s{2})8 777 666,55 л(\s{2}|$)/m);
  const boxes = await facts
    .locator('dt + dd')
    .evaluateAll((all) => all.map((figure) => figure.scrollWidth - figure.clientWidth));
  expect(Math.max(...boxes)).toBeLessThanOrEqual(0);
});

test('a printed list of cards goes on over pages, without boxes and filters', async ({ page }) => {
  await signIn(page, ADMIN);
  await changeAnswer(page, /\/api\/card(\?|$)/, (answer) => {
    const [card] = answer.data;
    answer.data = Array.from({ length: 300 }, (_, place) => ({
      ...card,
      id: 900_000 + place,
      comment: `Тягач ${place}`,
    }));
  });
  await page.goto('/cabinet?partner=2&status=1&search=7005');
  await expect(page.getByText(/^Тягач 0$/)).toBeVisible();
  await expect(page.getByLabel('Сеть')).toHaveValue('2');
  const input = await page.pdf({ format: 'A4', preferCSSPageSize: true });
  const text = execFileSync('pdftotext', ['-layout', '-', '-'], { input }).toString('utf8');
  expect(new Set(text.match(/Тягач \d+/g)).size).toBe(300);
  expect(text).toMatch(/7005\s+Газпромнефть\s+Активные/);
  expect(text).not.toContain('Все водители');

  await page.emulateMedia({ media: 'print' });
  for (const role of ['checkbox', 'button'] as const)
    await expect(page.getByRole('main').getByRole(role), `a ${role} is printed`).toHaveCount(0);
});

test('§2.61 §2.62 filters are printed as text, without their fields and links', async ({ page }) => {
  await signIn(page, ADMIN);
  const fields = page.locator('input, select, textarea, button, fieldset').filter({ visible: true });
  await page.goto('/cabinet/card-transactions?type=11&from=2026-01-15');
  await expect(page.getByRole('row')).toHaveCount(21);
  await page.emulateMedia({ media: 'print' });
  await expect(fields).toHaveCount(0);
  await expect(page.getByText(/^Операции: с 15\.01\.2026, покупка.*, страница 1 из \d+$/i)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Сводные отчеты' })).toHaveCount(0);

  await page.emulateMedia({ media: 'screen' });
  await page.goto('/cabinet?status=1&partner=2');
  const place = await page
    .getByRole('table', { name: 'Мои карты' })
    .getByRole('row')
    .nth(1)
    .getByRole('link')
    .first()
    .getAttribute('href');
  // The set of cards with a comment differs from day to day.
  const comment = 'Седельный тягач, второй гараж';
  await changeAnswer(page, /\/api\/card\/\d+$/, (answer) => {
    answer.data.comment = comment;
  });
  await page.goto(`${place}`);
  await expect(page.getByLabel('Комментарий')).toHaveValue(comment);
  await expect(page.getByRole('button', { name: 'Изменить лимит' })).toBeVisible();
  await expect(page.getByText('Последние операции')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(fields).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(comment);
  await expect(page.getByText(/ в (сутки|месяц), осталось |^Лимит не задан$/)).toBeVisible();
  await expect(page.getByRole('link', { name: /^(Изменить|Все операции)/ })).toHaveCount(0);
  const readLeft = (name: string) =>
    page.getByRole('heading', { name, exact: true }).evaluate((title) => title.getBoundingClientRect().left);
  expect(await readLeft('Последние операции'), 'the title of a list is printed apart from the others').toBe(
    await readLeft('Настройки карты'),
  );
});
