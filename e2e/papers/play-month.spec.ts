import type { Page } from '@playwright/test';
import { ADMIN, expect, SECOND_OWNER, signIn, STAFF, test as base, signInForToken } from '../fixtures.ts';
import { chooseClient } from '../staff/choose-client.ts';
import { bankFile } from '../staff/given-payment.ts';
import { startPortal } from '../portal.ts';

/** A closed month and a lent sum would stand in the way of others: this story has a portal of its own. */
const test = base.extend<object, { portal: string }>({
  portal: [
    async ({}, use, { parallelIndex }) => {
      const portal = await startPortal(Number(process.env.E2E_PORT ?? 3917) + 24 + parallelIndex);
      await use(portal.address);
      await portal.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

const INN = '5052018343';

test('a month of the programme is run from the screens of its staff alone', async ({ page }) => {
  await signIn(page, STAFF);
  await test.step('an order is approved', async () => {
    await page.goto('/staff?status=1');
    const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Одобрить' }) });
    const number = await row.first().getByRole('cell').nth(1).innerText();
    await row.first().getByRole('button', { name: 'Одобрить' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Одобрить' }).click();
    await expect(page.getByRole('cell', { name: number, exact: true })).toHaveCount(0);
  });
  await test.step('the bank’s file is loaded', async () => {
    await page.goto('/staff/payments');
    await page.getByRole('button', { name: 'Выписка из файла' }).click();
    await page.getByLabel('Файл 1CClientBankExchange (.txt)').setInputFiles(await statementFor(page));
    await page.getByRole('button', { name: 'Загрузить выписку' }).click();
    await expect(page.getByText('Выписка загружена')).toBeVisible();
    await expect(page.getByText(/зачислено 1/)).toBeVisible();
  });
  await test.step('the payment in review is credited, which may be of last month', async () => {
    await page.goto('/staff/payments?state=review');
    await page.getByRole('button', { name: 'Зачислить' }).click();
    const dialog = page.getByRole('dialog', { name: 'Зачислить платёж' });
    await chooseClient(dialog, INN);
    await dialog.getByRole('button', { name: 'Зачислить' }).click();
    await expect(dialog).toBeHidden();
    await confirmOnScreen(page, 'Зачислить платёж');
  });
  await test.step('a credit is proposed by one and confirmed by another', async () => {
    await page.goto('/staff/credits');
    await page
      .getByRole('row', { name: /Дальний рейс/ })
      .getByRole('button', { name: 'Открыть' })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Кредит клиента' });
    await dialog.getByLabel('Лимит').fill('750000');
    await dialog.getByRole('button', { name: 'Сохранить кредит' }).click();
    await expect(page.getByText('Кредит: ждёт второго сотрудника')).toBeVisible();
    await confirmOnScreen(page, 'Кредит клиенту');
    await page.goto('/staff/credits');
    await expect(page.getByRole('row', { name: /Дальний рейс/ })).toContainText(/750\s000,00/);
  });
  await test.step('last month is closed, with its documents', async () => {
    await page.goto('/staff/closing');
    await expect(page.getByText('Ничего не мешает')).toBeVisible();
    await expect(page.getByText('Продажи всех сетей прочитаны до конца месяца')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Сделано', exact: true })).toHaveCount(0);
    await page.getByRole('button', { name: /^Закрыть / }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Закрыть \S+ \d{4}$/ })
      .click();
    await expect(page.getByText(/^Закрытие месяца: .* ждёт второго сотрудника$/)).toBeVisible();
    await confirmOnScreen(page, 'Закрыть месяц');
    await page.goto('/staff/documents');
    await expect(page.getByRole('row', { name: /УПД/ }).first()).toBeVisible();
  });
  await test.step('the log shows who did it, and the client sees the documents', async () => {
    await page.goto('/staff/audit');
    await expect(page.getByRole('row', { name: /Месяц закрыт/ }).first()).toContainText('Ольга Ветрова');
    await signIn(page, ADMIN);
    await page.goto('/cabinet/documents');
    await expect(page.getByRole('row', { name: /УПД/ }).first()).toBeVisible();
  });
});

/** The second owner reads the proposal and confirms it; the first goes on afterwards. */
async function confirmOnScreen(page: Page, title: string): Promise<void> {
  await signIn(page, SECOND_OWNER);
  await page.goto('/staff/approvals?state=waiting');
  await page.getByRole('button', { name: `Открыть: ${title}` }).click();
  const dialog = page.getByRole('dialog', { name: title });
  await dialog.getByRole('button', { name: 'Подтвердить' }).click();
  await expect(dialog).toBeHidden();
  await signIn(page, STAFF);
}

async function statementFor(page: Page) {
  const headers = { 'x-auth-token': await signInForToken(page.request, STAFF) };
  const { account } = (await (await page.request.get('/staff/api/requisites', { headers })).json()).data;
  return bankFile({ account, inn: INN, number: '700123', sum: '41234.56' });
}
