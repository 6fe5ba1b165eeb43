import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import {
  expect,
  expectNoAxeViolations,
  lastCode,
  lastMessageId,
  madeUpInn,
  newPhone,
  signInByScreens,
  test,
  UNTIL_ENDED,
} from '../fixtures.ts';

test('§2.92 §2.93 §2.94 §8.32 the cabinet opens with the agreement alone, and a failed acceptance says so', async ({
  page,
  failures,
}) => {
  await joinProgramme(page, newPhone());
  await page.goto('/cabinet');
  await expect(page.getByRole('heading', { name: 'Рамочное соглашение', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Мои карты' })).toBeHidden();
  const agree = page.getByRole('button', { name: 'Соглашаюсь' });
  await expect(agree).toBeDisabled();
  await expectNoAxeViolations(page);

  await page.getByRole('checkbox').check();
  await failures.stage('acceptTerms', { message: 'Сервер занят' });
  const logged = page.waitForRequest('**/api/log');
  await agree.click();
  expect((await logged).postData()).toContain('acceptTerms');
  await expect(page.getByText('Сервер занят')).toBeHidden();
  await expect(agree).toBeEnabled();

  await agree.click();
  await expect(page.getByRole('heading', { name: 'Мои карты' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Мои карты' })).toBeVisible();
});

test('a specialist can’t accept the agreement for the company @phone', async ({ page }) => {
  await joinProgramme(page, newPhone());
  const colleague = newPhone();
  const invited = await page.request.post('/api/users', {
    headers: { 'x-auth-token': await tokenOfPage(page) },
    data: { phone: colleague, firstname: 'Анна', lastname: 'Белова', role_id: 10 },
  });
  expect(await invited.json()).toMatchObject({ code: 200 });
  await page.evaluate(() => localStorage.clear());

  await signInByScreens(page, colleague);
  await passNameStep(page, 'Анна');
  await page.getByRole('button', { name: 'Принять', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Текст соглашения' })).toBeVisible();
  await expect(page.getByText(/Принять его может администратор или менеджер/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Соглашаюсь' })).toBeHidden();
  await expectNoAxeViolations(page);
});

test('§8.31 a failed check locks no user out of the cabinet', async ({ page, failures }) => {
  await joinProgramme(page, newPhone());
  await failures.stage('checkTerms', { times: UNTIL_ENDED });
  const logged = page.waitForRequest('**/api/log');
  await page.goto('/cabinet');
  expect((await logged).postData()).toContain('checkTerms');
  await expect(page.getByRole('heading', { name: 'Мои карты' })).toBeVisible();
});

/** A new person whose company has just ordered its first card: an admin who has not accepted the agreement. */
async function joinProgramme(page: Page, phone: string): Promise<void> {
  await signInByScreens(page, phone);
  await passNameStep(page, 'Пётр');
  await expect(page).toHaveURL(/\/enter\/1$/);
  const token = await tokenOfPage(page);
  const headers = { 'x-auth-token': token, 'idempotency-key': randomUUID() };
  const before = await lastMessageId(page.request, phone);
  await page.request.get('/api/sms?purpose=order', { headers });
  const ordered = await page.request.post('/api/cardsRequest', {
    headers,
    data: {
      sms: await lastCode(page.request, phone, before),
      inn: madeUpInn(),
      item: [{ cards_cnt: 1, partner_id: 2 }],
    },
  });
  expect(await ordered.json()).toMatchObject({ code: 200 });
}

/** An invited colleague already has a name and may not be asked for it. */
async function passNameStep(page: Page, name: string): Promise<void> {
  const field = page.getByLabel('Имя');
  if (!(await field.isVisible())) return;
  await field.fill(name);
  await page.getByLabel('Электронная почта').fill('mail@example.ru');
  await page.getByRole('checkbox', { name: /персональных данных/ }).check();
  await page.getByRole('main').getByRole('button', { name: 'Продолжить' }).click();
  await expect(page).not.toHaveURL(/login-driver/);
}

async function tokenOfPage(page: Page): Promise<string> {
  const stored = await page.evaluate(() => localStorage.getItem('magistral.auth'));
  return (JSON.parse(stored ?? '{}') as { tokens: { access: string } }).tokens.access;
}
