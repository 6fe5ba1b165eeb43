import { readFileSync } from 'node:fs';
import { expect, expectNoAxeViolations, signIn, STAFF, test, UNTIL_ENDED } from '../fixtures.ts';
import { moscowDay } from '../fleet/moscow-calendar.ts';

test('staff read the balance of the programme, open its rows and save it @phone', async ({ page }) => {
  await signIn(page, STAFF);
  await page.goto('/staff/books');
  await expect(page.getByRole('heading', { level: 1, name: 'Баланс программы' })).toBeVisible();
  await expect(page.getByText(/^Баланс на \d\d\.\d\d\.\d{4} сходится$/)).toBeVisible();
  const assets = page.getByRole('table', { name: 'Актив' });
  const liabilities = page.getByRole('table', { name: 'Пассив' });
  const total = (table: typeof assets) =>
    table
      .getByRole('row', { name: /^Итого/ })
      .getByRole('cell')
      .last();
  await expect(total(assets)).toHaveText(/^[1-9][\d\s]+,\d\d\s₽$/);
  await expect(total(liabilities)).toHaveText((await total(assets).textContent()) ?? '');
  await expect(liabilities.getByRole('row', { name: /^Газпромнефть/ })).toHaveText(/[1-9][\d\s]+,\d\d\s₽/);
  await expect(page.getByRole('table', { name: 'Счета в банке' })).toBeVisible();
  await expectNoAxeViolations(page);

  await page.getByRole('button', { name: 'Экспорт таблицы' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const csv = readFileSync(await (await download).path(), 'utf8');
  expect(csv).toContain('Сторона;Раздел;Статья;Сумма, ₽');
  expect(csv.match(/;Итого;/g)).toHaveLength(2);

  await assets.getByRole('link', { name: 'Неоплаченное топливо клиентов' }).click();
  await expect(page).toHaveURL('/staff/clients?sort=-debt');
});

test('a past day is asked for by its date, a day to come is not', async ({ page }) => {
  await signIn(page, STAFF);
  await page.goto('/staff/books');
  const field = page.getByRole('textbox', { name: 'На конец дня' });
  await expect(page.getByText(/сходится$/)).toBeVisible();
  await field.fill('01.01.2020');
  await expect(page).toHaveURL('/staff/books?date=2020-01-01');
  await expect(page.getByText('Денег ещё не было')).toBeVisible();
  await field.fill('01.01.2099');
  await expect(page.getByText('Этот день ещё не наступил')).toBeVisible();
  await expect(page).toHaveURL('/staff/books?date=2020-01-01');
  await expectNoAxeViolations(page);
});

test('figures of a past day lead to its payments and say where a list is of today', async ({ page }) => {
  await signIn(page, STAFF);
  const yesterday = moscowDay(1);
  await page.goto(`/staff/books?date=${yesterday}`);
  const assets = page.getByRole('table', { name: 'Актив' });
  await expect(assets.getByRole('row', { name: /^Неоплаченное топливо клиентов/ })).toContainText(
    'список на сегодня',
  );
  const payments = assets.getByRole('row', { name: /^Деньги клиентов в банке/ });
  await expect(payments).not.toContainText('список на сегодня');
  await payments.getByRole('link').click();
  await expect(page).toHaveURL(`/staff/payments?to=${yesterday}`);
  await expect(page.getByRole('table', { name: 'Входящие платежи' })).toBeVisible();
});

test('a balance that does not balance is an alarm, a failed reading can be repeated', async ({
  page,
  failures,
}) => {
  await signIn(page, STAFF);
  await page.route('**/staff/api/books', async (route) => {
    const answer = await (await route.fetch()).json();
    const json = answer.data ? { ...answer, data: { ...answer.data, difference: -12.5 } } : answer;
    await route.fulfill({ json });
  });
  await page.goto('/staff/books');
  await expect(page.getByRole('alert')).toContainText('не сходится на 12,50');
  await expect(page.getByRole('alert')).toContainText('На счетах числится больше, чем заплатили клиенты.');
  await page.unroute('**/staff/api/books');
  await failures.stage('readBooks', { times: UNTIL_ENDED });
  await page.reload();
  await expect(page.getByRole('alert')).toBeVisible();
  await failures.end('readBooks');
  await page.getByRole('button', { name: 'Перезагрузить' }).click();
  await expect(page.getByText(/сходится$/)).toBeVisible();
});
