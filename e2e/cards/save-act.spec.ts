import type { Page } from '@playwright/test';
import { changeAnswer } from '../pages/change-answer.ts';
import { expect, expectNoAxeViolations, MANAGER, signIn, SPECIALIST, test } from '../fixtures.ts';
import { clickTwice, stopTime } from '../pages/hold-time.ts';
import { stubPdfViewer } from '../papers/pdf-viewer.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);

test('§2.63 §5.36 §8.5 §8.16 §8.17 an act is stored or refused with the reason, and only a file of an act is taken', async ({
  page,
}) => {
  await signIn(page, MANAGER);
  await openRequest(page);
  const act = page.locator('input[type=file]').first();
  await act.setInputFiles({ name: 'act.txt', mimeType: 'text/plain', buffer: Buffer.from('нет') });
  await expect(page.getByRole('button', { name: /^Загрузить акт/ })).toBeHidden();

  await act.setInputFiles({
    name: 'поддельный.png',
    mimeType: 'image/png',
    buffer: Buffer.from('not a picture'),
  });
  await page.getByRole('button', { name: /^Загрузить акт/ }).click();
  await expect(page.getByText(/^Ошибка: /)).toBeVisible();
  await expectNoAxeViolations(page);

  await act.setInputFiles({ name: 'акт.png', mimeType: 'image/png', buffer: PNG });
  await page.getByRole('button', { name: /^Загрузить акт/ }).click();
  await expect(page.getByText('Загрузка акт.png выполнена успешно')).toBeVisible();
  await expect(page.getByText('Подписанный акт загружен').first()).toBeVisible();

  const saved = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /^Скачать акт/ })
    .first()
    .click();
  expect((await saved).suggestedFilename()).toMatch(/\.pdf$/);
});

test('§6.7 a specialist can’t act on a request', async ({ page }) => {
  await signIn(page, SPECIALIST);
  await openRequest(page);
  await expect(page.getByRole('button', { name: 'Скачать счёт' })).toBeVisible();
  await expect(page.getByRole('button', { name: /акт/ })).toHaveCount(0);
  await expect(page.locator('input[type=file]')).toHaveCount(0);
});

test('a rejected request offers no bill, and no acts of cards not handed over', async ({ page }) => {
  await signIn(page, MANAGER);
  await changeAnswer(page, /\/api\/cardsRequest\/\d+$/, (answer) => {
    answer.data.status = { id: 4, title: 'Заявка отклонена' };
    answer.data.reject_reason = 'Компания не подтвердила заказ';
  });
  await openRequest(page);
  await expect(page.getByText('Компания не подтвердила заказ')).toBeVisible();
  await expect(page.getByText('Карты по сетям')).toBeVisible();
  await expect(page.getByRole('button', { name: /сч[её]т|акт/i })).toHaveCount(0);
  await expect(page.locator('input[type=file]')).toHaveCount(0);
});

test('§9.17 the frame in which a bill is printed goes after it is printed', async ({ page }) => {
  await stubPdfViewer(page);
  await signIn(page, MANAGER);
  await openRequest(page);
  await stopTime(page);
  await page.getByRole('button', { name: 'Распечатать' }).click();
  const frame = page.locator('iframe[title="Документ"]');
  await expect(page).toHaveTitle('loaded');
  await page.clock.runFor(1500);
  await expect(page).toHaveTitle('printed');
  await page.clock.runFor(2000);
  await expect(frame).toHaveCSS('visibility', 'hidden');
  await page.clock.runFor(4000);
  await expect(frame).toHaveCount(0);
});

test('§2.47 §9.17 a bill that could not be downloaded says so', async ({ page, failures }) => {
  await signIn(page, MANAGER);
  await openRequest(page);
  await failures.stage('downloadOrderBill', { message: 'Счёт ещё готовится' });
  await page.getByRole('button', { name: 'Скачать счёт' }).click();
  await expect(page.getByRole('alert').getByText('Счёт ещё готовится')).toBeVisible();
});

test('§2.47 §9.17 two clicks in one frame download a bill once', async ({ page }) => {
  await signIn(page, MANAGER);
  await openRequest(page);
  const tickets: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/downloads/ticket')) tickets.push(request.url());
  });
  const saved = page.waitForEvent('download');
  await clickTwice(page.getByRole('button', { name: 'Скачать счёт' }));
  await saved;
  expect(tickets).toHaveLength(1);
});

test('a proxy’s page in place of a bill or an act is shown as a failure, and not saved', async ({ page }) => {
  await signIn(page, MANAGER);
  await openRequest(page);
  const answer = { contentType: 'text/html', body: '<h1>Войдите в сеть гостиницы</h1>' };
  await page.route(/\/bill\?xAuthToken=/, (route) => route.fulfill({ ...answer, status: 503 }));
  await page.getByRole('button', { name: 'Скачать счёт' }).click();
  await expect(page.getByRole('alert').getByText(/^Нет связи с сервером/)).toBeVisible();

  await page.route(/\/api\/.*act.*item_id=/i, (route) => route.fulfill(answer));
  await page
    .getByRole('button', { name: /^Скачать акт/ })
    .first()
    .click();
  await expect(page.getByRole('alert').getByText(/^Ошибка сервера/)).toBeVisible();
});

/** Opens the last request whose cards are issued. */
async function openRequest(page: Page): Promise<void> {
  await page.goto('/cabinet/card-request');
  await page
    .getByRole('link', { name: /Карты выпущены/ })
    .last()
    .click();
  await expect(page.getByText('Место получения')).toBeVisible();
}
