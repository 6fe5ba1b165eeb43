import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import {
  expect,
  expectNoAxeViolations,
  fillInNewcomer,
  lastCode,
  lastMessageId,
  madeUpInn,
  newPhone,
  signIn,
  STAFF,
  test,
} from '../fixtures.ts';

test('staff see author and register entry, reject a request and withdraw another', async ({ page }) => {
  await signIn(page, STAFF);
  await page.goto('/staff');
  await page.getByRole('searchbox').fill('1655033418');
  const list = page.getByRole('table', { name: 'Заявки на карты' });
  await expect(list.getByRole('row')).toHaveCount(3);
  await list
    .getByRole('row')
    .filter({ hasText: 'Заявка на рассмотрении' })
    .getByRole('link', { name: 'ООО «Волга-Карго»' })
    .click();

  const register = panel(page, 'Реестр компаний');
  await expect(register.getByText('Хасанов Ринат Маратович')).toBeVisible();
  await expect(register.getByText('Действует')).toBeVisible();
  const author = panel(page, 'Кто заказал');
  await expect(author.getByText('+7 (900) 000-00-41')).toBeVisible();
  await expect(author.getByText('ООО «Сибирский перевозчик»')).toBeVisible();
  const alike = panel(page, 'Похожие заявки');
  await expect(alike.getByText('Тот же ИНН 1655033418')).toBeVisible();
  await expect(alike.getByText('Тот же телефон')).toBeVisible();
  await expectNoAxeViolations(page);

  await page.getByRole('button', { name: 'Отклонить' }).click();
  const reject = page.getByRole('dialog', { name: /^Отклонить заявку/ });
  await reject.getByLabel('Причина, её увидит компания').fill('Доверенность просрочена');
  const read = reject.getByRole('region', { name: 'Что прочитает компания' });
  await expect(read.getByText('Причина: Доверенность просрочена')).toBeVisible();
  await expect(read.getByText('её ИНН освободится')).toBeVisible();
  await expectNoAxeViolations(page);
  await reject.getByRole('button', { name: 'Отклонить' }).click();
  await expect(reject).toBeHidden();
  await expect(page.getByText('Доверенность просрочена')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Одобрить' })).toHaveCount(0);

  await page.getByRole('link', { name: 'Назад: Заявки' }).click();
  await page.getByRole('link', { name: 'ООО «Урал-Экспедиция»' }).click();
  await expect(panel(page, 'Реестр компаний').getByText('Реорганизуется')).toBeVisible();
  await page.getByRole('button', { name: 'Отозвать' }).click();
  const withdraw = page.getByRole('dialog', { name: /^Отозвать заявку/ });
  await withdraw.getByLabel('Причина, её увидит компания').fill('Ждём конца реорганизации');
  await expect(withdraw.getByText('но карт по ней не будет. Причина: Ждём конца')).toBeVisible();
  await withdraw.getByRole('button', { name: 'Отозвать' }).click();
  await expect(withdraw).toBeHidden();
  await expect(page.getByText('Заявка отозвана')).toBeVisible();
});

test('a first admin sends a document, staff confirm it, and he may let managers in', async ({
  page,
  browser,
  baseURL,
}) => {
  const phone = newPhone();
  const inn = madeUpInn();
  await joinProgramme(page, phone, inn);
  await page.goto('/cabinet/permissions');
  const proofs = panel(page, 'Полномочия администратора');
  await expect(proofs.getByText('Не подтверждены')).toBeVisible();
  await expectNoAxeViolations(page);
  const file = { name: 'Доверенность.png', mimeType: 'image/png', buffer: PNG };
  await proofs.getByRole('button', { name: /^Документ о полномочиях/ }).setInputFiles(file);
  await proofs.getByRole('button', { name: 'Отправить на проверку' }).click();
  await expect(proofs.getByText('Документ на проверке')).toBeVisible();

  const staff = await (await browser.newContext({ baseURL: baseURL! })).newPage();
  await signIn(staff, STAFF);
  await staff.goto(`/staff?authority=waiting&q=${inn}`);
  await staff.getByRole('table').getByRole('link').first().click();
  const given = panel(staff, 'Полномочия администратора');
  const download = staff.waitForEvent('download');
  await given.getByRole('button', { name: 'Скачать документ: Доверенность.png' }).click();
  expect((await download).suggestedFilename()).toBe('Доверенность.png');
  await given.getByRole('button', { name: 'Подтвердить полномочия' }).click();
  await expect(given.getByText('Подтверждены')).toBeVisible();
  await expect(given.getByText('Решение: Ольга Ветрова')).toBeVisible();
  await staff.context().close();

  await page.reload();
  await expect(page.getByRole('button', { name: 'Добавить сотрудника' })).toBeVisible();
  await expect(proofs).toHaveCount(0);
});

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);

/** A panel of the page by its heading. */
function panel(page: Page, title: string) {
  return page
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name: title, exact: true }) });
}

/** A new person whose company has just ordered its first card and accepted the agreement. */
async function joinProgramme(page: Page, phone: string, inn: string): Promise<void> {
  await page.goto('/login-driver');
  await fillInNewcomer(page, phone);
  await page.getByRole('main').getByRole('button', { name: 'Продолжить' }).click();
  await expect(page).toHaveURL(/\/enter\/1$/);
  const token = await tokenOfPage(page);
  const headers = { 'x-auth-token': token, 'idempotency-key': randomUUID() };
  const before = await lastMessageId(page.request, phone);
  await page.request.get('/api/sms?purpose=order', { headers });
  const ordered = await page.request.post('/api/cardsRequest', {
    headers,
    data: {
      sms: await lastCode(page.request, phone, before),
      inn,
      item: [{ cards_cnt: 1, partner_id: 2 }],
    },
  });
  expect(await ordered.json()).toMatchObject({ code: 200 });
  const accepted = await page.request.post('/api/termsOfService/accept', { headers, data: {} });
  expect(await accepted.json()).toMatchObject({ code: 200 });
}

async function tokenOfPage(page: Page): Promise<string> {
  const stored = await page.evaluate(() => localStorage.getItem('magistral.auth'));
  return (JSON.parse(stored ?? '{}') as { tokens: { access: string } }).tokens.access;
}
