import type { APIRequestContext } from '@playwright/test';
import {
  chooseOfPerson,
  expect,
  expectNoAxeViolations,
  lastCode,
  lastMessageId,
  madeUpInn,
  SPECIALIST,
  signIn,
  signInForToken,
  test,
} from '../fixtures.ts';

const OTHER_ADMIN = '79000000031';

test('each tab acts for its own company, and one whose role has ended says so @phone', async ({
  page,
  context,
  request,
}) => {
  const admin = await signInForToken(request, OTHER_ADMIN);
  const { home, further } = await joinFurther(request, admin);
  await signIn(page, SPECIALIST);
  await page.goto('/cabinet/drivers');
  const other = await context.newPage();
  await other.goto('/cabinet/drivers');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();

  await chooseOfPerson(page, 'Перейти в компанию');
  const choice = page.getByRole('dialog', { name: 'Перейти в компанию' });
  await expect(choice.getByRole('button', { name: new RegExp(home.title) })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await expectNoAxeViolations(page);
  await choice.getByRole('button', { name: new RegExp(further.title) }).click();
  await expect(page).toHaveURL(/\/cabinet\/?$/);
  await expect(choice).toBeHidden();

  // The other tab goes on in the first company, also when it is read anew, and neither sees the other's.
  const tabs = [
    { tab: page, company: further },
    { tab: other, company: home },
  ];
  for (const { tab, company } of [...tabs, ...tabs.toReversed()]) {
    await tab.bringToFront();
    const named = tab.waitForRequest((sent) => new URL(sent.url()).pathname === '/api/drivers');
    await tab.goto('/cabinet/drivers');
    expect((await named).headers()['x-company-id']).toBe(String(company.id));
    await expect(tab.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(tab.getByText(company.title).first()).toBeAttached();
    await expect(tab.getByRole('dialog')).toHaveCount(0);
  }

  const stored = `magistral.last-answers.${further.id}`;
  const keys = () => page.evaluate(() => Object.keys(localStorage));
  await expect.poll(keys).toContain(stored);
  await removeRole(request, admin);
  // A page that follows the changes says it at once, and every other one when it is opened.
  await page.reload();
  const ended = page.getByRole('dialog', { name: `Доступ закончился: ${further.title}` });
  await expect(ended).toBeVisible();
  // The browser keeps nothing of the company that is no longer his.
  await expect.poll(keys).not.toContain(stored);
  await expectNoAxeViolations(page);
  await other.reload();
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(other.getByRole('dialog')).toHaveCount(0);
  await other.close();
  await ended.getByRole('button', { name: new RegExp(home.title) }).click();
  await expect(page).toHaveURL(/\/cabinet\/?$/);
  await expect(ended).toBeHidden();
});

test('a link opens in its company, and says so to a user without a role there @phone', async ({
  page,
  request,
}) => {
  const admin = await signInForToken(request, OTHER_ADMIN);
  const { home, further } = await joinFurther(request, admin);
  await signIn(page, SPECIALIST);
  await page.goto(`/cabinet/drivers?company=${further.id}`);
  await expect(page).toHaveURL(/\/cabinet\/drivers$/);
  await expect(page.getByText(further.title).first()).toBeAttached();
  await page.goto(`/cabinet/drivers?company=${home.id}`);
  await expect(page).toHaveURL(/\/cabinet\/drivers$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await removeRole(request, admin);
  await page.goto(`/cabinet/drivers?company=${further.id}`);
  await expect(page.getByRole('heading', { name: 'Ссылка на другую компанию' })).toBeVisible();
  await expectNoAxeViolations(page);
  await page.getByRole('link', { name: `Остаться в ${home.title}` }).click();
  await expect(page).toHaveURL(/\/cabinet\/?$/);
});

test('a user with a company adds a further one by an order and is led into it', async ({ page }) => {
  const inn = madeUpInn();
  await signIn(page, OTHER_ADMIN);
  await page.goto('/cabinet');
  await chooseOfPerson(page, 'Добавить компанию');
  await expect(page).toHaveURL(/\/enter\/1$/);
  await page.getByLabel('ИНН').fill(inn);
  await page.getByRole('spinbutton', { name: 'Карт Газпромнефть' }).fill('1');
  const before = await lastMessageId(page.request, OTHER_ADMIN);
  await page.getByRole('button', { name: 'Далее' }).click();
  await expect(page).toHaveURL(/\/enter\/2$/);
  await page.getByLabel('Код из СМС').fill(await lastCode(page.request, OTHER_ADMIN, before));
  await page.getByRole('button', { name: 'Заказать' }).click();
  await expect(page.getByRole('heading', { name: 'Спасибо! Заявка создана' })).toBeVisible();
  await page.getByText('Личный Кабинет').click();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Соглашаюсь' }).click();
  await expect(page.getByRole('heading', { name: 'Мои карты' })).toBeVisible();
  await chooseOfPerson(page, 'Перейти в компанию');
  const choice = page.getByRole('dialog', { name: 'Перейти в компанию' });
  await expect(choice.locator('[aria-current=true]')).toContainText(inn);
  await expect(choice.getByRole('button', { name: 'Добавить компанию' })).toBeVisible();
  await expectNoAxeViolations(page);
});

interface Company {
  id: number;
  title: string;
}

/** Makes the specialist of the first company a specialist of another one, too. */
async function joinFurther(
  request: APIRequestContext,
  admin: string,
): Promise<{ home: Company; further: Company }> {
  const own = await signInForToken(request, SPECIALIST);
  const invited = await request.post('/api/users', {
    headers: { 'X-Auth-Token': admin },
    data: { phone: SPECIALIST, firstname: 'Олег', lastname: '', role_id: 10 },
  });
  const { data } = await invited.json();
  const accepted = await request.post(`/api/invitations/${data.id}/accept`, {
    headers: { 'X-Auth-Token': own },
  });
  expect(accepted.ok()).toBe(true);
  const companies = await (await request.get('/api/companies', { headers: { 'X-Auth-Token': own } })).json();
  const [home, further] = companies.data;
  return { home, further };
}

async function removeRole(request: APIRequestContext, admin: string): Promise<void> {
  const headers = { 'X-Auth-Token': admin };
  const { data } = await (await request.get('/api/users', { headers })).json();
  const { id } = data.find(({ phone }: { phone: string }) => phone === SPECIALIST);
  expect((await request.post('/api/users/detachRoles', { headers, data: { id } })).ok()).toBe(true);
}
