import type { APIRequestContext } from '@playwright/test';
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
  await row.getByRole('button', { name: /подтверждения/ }).click();
  await expect(page).toHaveURL(/\/cabinet\/documents\?waiting=1$/);
  await expect(page.getByRole('table', { name: 'Документы' })).toContainText('Ждёт подтверждения');
});

/** Lets the head of the firm act for the company as a manager. */
async function letFirmIn(request: APIRequestContext): Promise<void> {
  const call = async (token: string, path: string, data: object) => {
    const reply = await request.post(path, { headers: { 'X-Auth-Token': token }, data });
    expect(reply.ok(), await reply.text()).toBe(true);
    return (await reply.json()).data;
  };
  const company = await signInForToken(request, ADMIN);
  const firm = await signInForToken(request, FIRM.admin);
  const { id } = await call(company, '/api/delegations', { inn: FIRM.inn, role_id: 9 });
  await call(firm, `/api/delegations/${id}/accept`, {});
  const profile = await request.get('/api/users/profile', { headers: { 'X-Auth-Token': firm } });
  await call(firm, `/api/delegations/${id}/people`, { user_id: (await profile.json()).data.id });
}
