import { expect, expectNoAxeViolations, signIn, signInForToken, test } from '../fixtures.ts';

/** The accountant of «Донские линии», which has not paid its credit in time and has no money of its own left. */
const ACCOUNTANT = '79000000004';

test('an overdue debt waits first, with its term and the way to pay it @phone', async ({ page }) => {
  const company = await enterDebtor(page);
  await page.goto(`/cabinet?company=${company}`);
  const row = page.getByRole('list', { name: 'Ждёт решения' }).getByRole('listitem').first();
  await expect(row).toContainText(/Просрочен долг по кредиту.*Срок прошёл \d+\s.+, карты могут остановить/);
  await expect(row).toContainText(/130\s000,00\s₽/);
  await expectNoAxeViolations(page);
  await row.getByRole('link', { name: 'Пополнить: Просрочен долг по кредиту' }).click();
  await expect(page).toHaveURL(/\/cabinet\/payment\/1/);
});

test('a transfer and a distribution say what is taken on credit, before and after', async ({ page }) => {
  const company = await enterDebtor(page);
  await page.goto(`/cabinet/card-payment/1?company=${company}`);
  await page.getByLabel('Карта', { exact: true }).selectOption({ index: 1 });
  await page.getByLabel('Сумма', { exact: true }).fill('100');
  await expect(page.getByText(/Из них в кредит 100,00\s₽/)).toBeVisible();
  await page.getByRole('button', { name: 'Далее' }).click();
  await expect(page.getByLabel('Код из СМС')).toBeVisible();
  await expect(page.getByText(/Из них в кредит 100,00\s₽/)).toBeVisible();

  await page.goto('/cabinet/distribute');
  await expect(page.getByRole('button', { name: /^Все свои/ })).toHaveCount(0);
  await page.getByLabel('Сколько добавить: Татнефть').fill('10');
  await expect(page.getByText(/Из них в кредит 10,00\s₽/)).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('button', { name: /^Распределить 10/ }).click();
  await expect(page.getByText(/Средства распределены\. В кредит взято 10,00\s₽/)).toBeVisible();
  const data = { accounts: [{ partner_id: 3, sum: 10 }] };
  const headers = await headersIn(page, company);
  expect((await page.request.post(`/api/client/${company}/accounts/revoke`, { headers, data })).ok()).toBe(
    true,
  );
});

/** Signs in as its accountant, and returns the company's id. */
async function enterDebtor(page: Parameters<typeof signIn>[0]): Promise<number> {
  await signIn(page, ACCOUNTANT);
  const headers = { 'x-auth-token': await signInForToken(page.request, ACCOUNTANT) };
  const { data } = await (await page.request.get('/api/companies', { headers })).json();
  return data.find(({ title }: { title: string }) => title.includes('Донские линии')).id;
}

async function headersIn(
  page: Parameters<typeof signIn>[0],
  company: number,
): Promise<Record<string, string>> {
  return { 'x-auth-token': await signInForToken(page.request, ACCOUNTANT), 'x-company-id': String(company) };
}
