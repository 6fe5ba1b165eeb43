import type { Page } from '@playwright/test';
import { expect, signIn, STAFF, test } from '../fixtures.ts';
import { clickTwice } from '../pages/hold-time.ts';
import { givenReturns } from './given-returns.ts';

const DISMISS = '**/staff/api/advance-returns/*/dismiss';

test('a staff decision whose response was lost is made once, without mention of keys', async ({ page }) => {
  const [number = ''] = await givenReturns(page, 321);
  const reason = await openDecision(page, number);
  await page.route(DISMISS, async (route) => {
    await route.fetch();
    await route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' });
  });
  await reason.fill('Ремонт');
  const send = page.getByRole('button', { name: 'Подтвердить' });
  await clickTwice(send);
  await expect(page.getByRole('alert').getByText(/^Ошибка сервера/)).toBeVisible();
  await expect(reason).toHaveValue('Ремонт');
  const row = page.locator('tr').filter({ hasText: `№\u00a0${number}` });
  await expect(row.getByText('Ремонт', { exact: true })).toBeVisible();

  await page.unroute(DISMISS);
  await reason.fill('Ремонт по счёту № 8');
  await send.click();
  await expect(
    page.getByRole('alert').getByText(/^Первый запрос уже выполнен с прежними данными/),
  ).toBeVisible();
  await reason.fill('Ремонт');
  await send.click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(row.getByText('Ремонт', { exact: true })).toBeVisible();
});

test('staff who leave while a decision is on its way learn how it ended', async ({ page }) => {
  const [dismissed = '', lost = ''] = await givenReturns(page, 322, 323);
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const first = await openDecision(page, dismissed);
  await page.route(DISMISS, async (route) => {
    await answered;
    await route.continue();
  });
  await sendAndLeave(page, first);
  answer();
  await expect(page.getByText('Не возврат аванса: сделано')).toBeVisible();

  const second = await openDecision(page, lost);
  await page.unroute(DISMISS);
  const { promise: end, resolve: abort } = Promise.withResolvers<void>();
  await page.route(DISMISS, async (route) => {
    await end;
    await route.abort();
  });
  await sendAndLeave(page, second);
  abort();
  await expect(page.getByText('Не возврат аванса: ответа нет')).toBeVisible();
});

test('a check of the books whose answer was lost is seen, and made once', async ({ page }) => {
  await signIn(page, STAFF);
  await page.goto('/staff/reconciliation');
  const reports = page.getByText('по кнопке');
  const check = page.getByRole('button', { name: 'Сверить сейчас' });
  await check.click();
  await expect(reports).toHaveCount(1);
  await page.route('**/staff/api/reconciliations', async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await clickTwice(check);
  await expect(page.getByRole('alert').getByText(/^Нет связи с сервером/)).toBeVisible();
  await expect(reports).toHaveCount(2);
});

async function openDecision(page: Page, number: string) {
  await signIn(page, STAFF);
  await page.goto('/staff');
  await page.getByRole('link', { name: 'Деньги' }).first().click();
  await page.getByRole('tab', { name: /Возвраты клиентам/ }).click();
  const row = page.getByRole('row').filter({ hasText: `№\u00a0${number}` });
  await row.getByRole('button', { name: 'Не возврат аванса' }).click();
  return page.getByLabel('За что был платёж');
}

async function sendAndLeave(page: Page, reason: ReturnType<Page['getByLabel']>): Promise<void> {
  await reason.fill('Ремонт');
  const sent = page.waitForRequest(DISMISS);
  await page.getByRole('button', { name: 'Подтвердить' }).click();
  await sent;
  while (!page.url().endsWith('/staff')) await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'Заявки на карты' })).toBeVisible();
}
