import type { Page } from '@playwright/test';
import { ADMIN, expect, expectNoAxeViolations, signIn, STAFF, test, tokenOf } from './fixtures.ts';

/** Payment orders of these sums to a client of the demonstration, in a statement that staff have loaded. */
async function givenReturns(page: Page, ...sums: number[]): Promise<string[]> {
  const headers = { 'x-auth-token': await tokenOf(page.request, STAFF) };
  const profile = await page.request.get('/api/users/profile', {
    headers: { 'x-auth-token': await tokenOf(page.request, ADMIN) },
  });
  const { inn } = (await profile.json()).data.company as { inn: string };
  const { account } = (await (await page.request.get('/staff/api/requisites', { headers })).json()).data;
  const day = new Intl.DateTimeFormat('ru-RU', { timeZone: 'Europe/Moscow' }).format(new Date());
  const numbers = sums.map(() => String(Math.floor(Math.random() * 1e6)));
  const documents = sums.flatMap((sum, index) => [
    'СекцияДокумент=Платежное поручение',
    `Номер=${numbers[index]}`,
    `Дата=${day}`,
    `Сумма=${sum.toFixed(2)}`,
    `ПлательщикСчет=${account}`,
    `ДатаСписано=${day}`,
    'ПолучательСчет=40702810500000000001',
    `ПолучательИНН=${inn}`,
    'Получатель1=ООО "Перевозчик"',
    'НазначениеПлатежа=Возврат аванса по договору № 15 от 12.03.2026. НДС не облагается',
    'КонецДокумента',
  ]);
  const header = ['1CClientBankExchange', 'ВерсияФормата=1.03', 'Кодировка=Windows', `РасчСчет=${account}`];
  const buffer = Buffer.from([...header, ...documents, 'КонецФайла'].join('\r\n'), 'utf8');
  const file = { name: 'kl_to_1c.txt', mimeType: 'text/plain', buffer };
  const loaded = await page.request.post('/staff/api/bank-statements', { headers, multipart: { file } });
  expect((await loaded.json()).data).toMatchObject({ documents: sums.length, ignored: sums.length });
  return numbers;
}

test('staff see that nothing was paid back, and read why a list can’t be shown', async ({
  page,
  failures,
}) => {
  await signIn(page, STAFF);
  await page.goto('/staff/payments?tab=returns&state=booked');
  await expect(page.getByText('Возвратов нет')).toBeVisible();
  await failures.stage('listAdvanceReturns', { times: 10, code: 409, message: 'Список сейчас не прочитать' });
  await page.reload();
  await expect(page.getByText('Список сейчас не прочитать')).toBeVisible();
  await failures.end('listAdvanceReturns');
  await page.getByRole('button', { name: 'Перезагрузить' }).click();
  await expect(page.getByText('Возвратов нет')).toBeVisible();
});

test(
  'money paid back leaves the client’s account only after staff have read what is left, and what was something else stays',
  { tag: '@phone' },
  async ({ page }) => {
    const [small = '', other = '', great = ''] = await givenReturns(page, 1234.56, 500, 99_999_999);
    await signIn(page, STAFF);
    await page.goto('/staff/payments');
    const tab = page.getByRole('tab', { name: 'Возвраты клиентам' });
    await expect(tab).toContainText(/\d/);
    await page.getByRole('tab', { name: 'Поступления' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(tab).toBeFocused();
    const row = (number: string) => page.getByRole('row').filter({ hasText: `№\u00a0${number}` });
    await expect(row(small).getByText('Ждёт решения')).toBeVisible();
    await expectNoAxeViolations(page);

    await row(great).getByRole('button', { name: 'Списать со счёта' }).click();
    const dialog = page.getByRole('dialog', { name: 'Списать со счёта' });
    await expect(dialog.getByText('Кредит авансом не возвращают')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Списать' })).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    await row(small).getByRole('button', { name: 'Списать со счёта' }).click();
    await expect(dialog.getByText(/1\s?234,56\s₽ уйдут из нераспределённых средств/)).toBeVisible();
    await expect(dialog.getByText(/После этого у клиента останется .+,\d\d\s₽/)).toBeVisible();
    await expectNoAxeViolations(page, '[role=dialog]');
    await dialog.getByRole('button', { name: 'Списать' }).click();
    await expect(dialog).toBeHidden();
    await expect(row(small).getByText('Списан со счёта')).toBeVisible();

    await row(other).getByRole('button', { name: 'Не возврат аванса' }).click();
    const refusal = page.getByRole('dialog', { name: 'Не возврат аванса' });
    await expectNoAxeViolations(page, '[role=dialog]');
    await refusal.getByLabel('За что был платёж').fill('Оплата ремонта по счёту № 8');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(refusal).toBeHidden();
    await expect(row(other).getByText('Оплата ремонта по счёту № 8')).toBeVisible();
    await expect(row(other).getByRole('button')).toHaveCount(0);

    await signIn(page, ADMIN);
    await page.goto('/cabinet/statement');
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Moscow' }).format(new Date());
    await page.getByLabel('С', { exact: true }).fill(today);
    await expect(page.getByText(`Возврат аванса, платёжное поручение № ${small}`).first()).toBeVisible();
  },
);
