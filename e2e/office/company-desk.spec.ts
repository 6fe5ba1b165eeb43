import type { APIRequestContext, Page } from '@playwright/test';
import { changeAnswer } from '../pages/change-answer.ts';
import {
  ADMIN,
  expect,
  expectNoAxeViolations,
  openPlace,
  signIn,
  signInForToken,
  test,
} from '../fixtures.ts';

/** «Донские линии», which is the accounting firm here. */
const FIRM = { inn: '6168014526', admin: '79000000031' };
const COMPANY = 'Дальний рейс';

test('an accountant sees all companies, takes a month of them and opens what waits @phone', async ({
  page,
  request,
}) => {
  await letFirmIn(request);
  // A row shows three kinds, and other tests may leave more urgent ones.
  await changeAnswer(page, /\/api\/companies\/overview(\?|$)/, ({ data }) => {
    for (const { waiting } of data)
      waiting.sort((one: { kind: string }) => (one.kind === 'documents' ? -1 : 1));
  });
  await signIn(page, FIRM.admin);
  await page.goto('/cabinet');
  await openPlace(page, 'Компании');
  const rows = page.getByRole('table', { name: 'Компании' }).getByRole('row');
  const row = rows.filter({ hasText: COMPANY });
  await expect(row).toContainText('менеджер, по доверенности');
  await expect(rows.filter({ hasText: 'вы здесь' })).toHaveCount(1);
  await expectNoAxeViolations(page);

  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Скачать за месяц' }).click();
  const form = page.getByRole('dialog', { name: 'Скачать за месяц: 1 компания' });
  await expect(form.getByRole('list', { name: 'Документы за месяц' })).toContainText(COMPANY);
  await form.getByRole('checkbox', { name: 'Отчёт по операциям' }).uncheck();
  await expectNoAxeViolations(page);
  const saved = page.waitForEvent('download');
  await form.getByRole('button', { name: 'Скачать одним файлом' }).click();
  expect((await saved).suggestedFilename()).toMatch(/^Компании за .+ года\.zip$/);
  await expect(form).toBeHidden();

  await page.getByLabel('Название или ИНН').fill('дальний');
  await expect(rows.filter({ hasText: 'вы здесь' })).toHaveCount(0);
  await row.getByRole('button', { name: /ждут подтверждения/ }).click();
  await expect(page).toHaveURL(/\/cabinet\/documents\?waiting=1$/);
  await expect(page.getByRole('table', { name: 'Документы' })).toContainText('Ждёт подтверждения');
});

test('an accountant confirms a month of companies by one code in a handful of clicks', async ({
  page,
  request,
}) => {
  await letFirmIn(request);
  for (const phone of [ADMIN, FIRM.admin]) await allowSharedCode(request, phone);
  await answerCode(page);
  await signIn(page, FIRM.admin);
  await page.goto('/cabinet/companies');
  await countClicks(page);
  await page.getByRole('checkbox', { name: 'Выбрать все: Компании' }).check();
  await page.getByRole('button', { name: 'Подтвердить документы' }).click();
  const form = page.getByRole('dialog', { name: /^Подтвердить документы/ });
  await expect(form.getByRole('list', { name: 'Что подтверждается' })).toContainText(COMPANY);
  await expect(form).toContainText('Нужен один код.');
  await expectNoAxeViolations(page);
  await form.getByRole('button', { name: 'Получить код' }).click();
  await page.getByLabel('Код из СМС').fill('123456');
  const outcome = page.getByRole('dialog', { name: 'Документы подтверждены' });
  await expect(outcome).toContainText(/Подтверждено: \d+\sдокумент/);
  await outcome.getByRole('button', { name: 'Понятно' }).click();
  expect(await page.evaluate(() => (window as { clicks?: number }).clicks)).toBeLessThanOrEqual(6);
});

/** Other tests decide about the same documents, so the server does not get the decision: its own tests make it. */
async function answerCode(page: Page): Promise<void> {
  await page.route('**/api/companies/undecided/code', (route) =>
    route.fulfill({ json: { code: 200, data: { resend_after: 45 } } }),
  );
  await page.route('**/api/companies/undecided/accept', (route) => {
    const { companies, ids } = route.request().postDataJSON() as { companies: number[]; ids: number[] };
    const data = companies.map((id, index) => ({ id, confirmed: index === 0 ? ids : [], left: [] }));
    return route.fulfill({ json: { code: 200, data } });
  });
}

/** Counts the clicks and key presses of the user from now on. */
async function countClicks(page: Page): Promise<void> {
  await page.evaluate(() => {
    const counted = window as { clicks?: number };
    counted.clicks = 0;
    for (const kind of ['pointerdown', 'keydown'])
      addEventListener(kind, () => (counted.clicks = (counted.clicks ?? 0) + 1), { capture: true });
  });
}

async function allowSharedCode(request: APIRequestContext, phone: string): Promise<void> {
  const token = await signInForToken(request, phone);
  const headers = { 'X-Auth-Token': token };
  const reply = await request.put('/api/companies/shared-code', { headers, data: { allowed: 1 } });
  expect(reply.ok(), await reply.text()).toBe(true);
}

/** Lets the head of the firm act for the company as a manager, unless another test has done so. */
async function letFirmIn(request: APIRequestContext): Promise<void> {
  const call = async (token: string, path: string, data: object) => {
    const reply = await request.post(path, { headers: { 'X-Auth-Token': token }, data });
    expect(reply.ok(), await reply.text()).toBe(true);
    return (await reply.json()).data;
  };
  const company = await signInForToken(request, ADMIN);
  const firm = await signInForToken(request, FIRM.admin);
  const own = await request.get('/api/companies', { headers: { 'X-Auth-Token': firm } });
  if ((await own.json()).data.length > 1) return;
  const { id } = await call(company, '/api/delegations', { inn: FIRM.inn, role_id: 9 });
  await call(firm, `/api/delegations/${id}/accept`, {});
  const profile = await request.get('/api/users/profile', { headers: { 'X-Auth-Token': firm } });
  await call(firm, `/api/delegations/${id}/people`, { user_id: (await profile.json()).data.id });
}
