import type { APIRequestContext, Page } from '@playwright/test';
import {
  expect,
  expectNoAxeViolations,
  lastCode,
  lastMessageId,
  madeUpInn,
  newPhone,
  signIn,
  signInByScreens,
  STAFF,
  test,
} from '../fixtures.ts';
import { moscowDay, russianDay } from '../fleet/moscow-calendar.ts';

/** The whole path of a carrier's money through real screens: from a phone number to fuel in the tank. */
test('§1.2 §1.4 §1.6 §1.9 §1.11 §1.14 §1.15 a new carrier orders, is paid for, fuels and sees where every ruble went @firefox', async ({
  page,
  browser,
}) => {
  const phone = newPhone();
  const inn = madeUpInn();

  await test.step('§2.7 signs in by phone, code and name', async () => {
    await signInByScreens(page, phone);
    await page.getByLabel('Имя').fill('Пётр');
    await page.getByLabel('Электронная почта').fill('petr@example.ru');
    await page.getByRole('checkbox', { name: /персональных данных/ }).check();
    await page.getByRole('main').getByRole('button', { name: 'Продолжить' }).click();
    await expect(page).toHaveURL(/\/enter\/1$/);
  });

  await test.step('§2.26 §2.29 orders a card of the second network', async () => {
    await page.getByLabel('ИНН').fill(inn);
    await page.getByRole('spinbutton', { name: 'Карт Газпромнефть' }).fill('1');
    await page.getByLabel('Фамилия получателя').fill('Лесной');
    const before = await lastMessageId(page.request, phone);
    await page.getByRole('button', { name: 'Далее' }).click();
    await expect(page).toHaveURL(/\/enter\/2$/);
    await page.getByLabel('Код из СМС').fill(await lastCode(page.request, phone, before));
    await page.getByRole('button', { name: 'Заказать' }).click();
    await expect(page.getByRole('heading', { name: 'Спасибо! Заявка создана' })).toBeVisible();
    await page.getByText('Личный Кабинет').click();
  });

  await test.step('§2.92 §2.93 accepts the framework agreement', async () => {
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Соглашаюсь' }).click();
    await expect(page.getByRole('heading', { name: 'Мои карты' })).toBeVisible();
  });

  await test.step('§2.57 §2.58 sees the request, and then the card that the network has issued', async () => {
    await expect(page.getByRole('link', { name: /^Настроить карту ••/ })).toBeVisible();
  });

  await test.step('§2.64 §4.1 chooses goods, and the card becomes active', async () => {
    await page.getByRole('link', { name: /^Настроить карту ••/ }).click();
    await expect(page.getByRole('heading', { name: 'Услуги', exact: true })).toBeVisible();
    await page.getByRole('group', { name: 'Дизельное топливо' }).getByLabel('Выбрать все').check();
    await page.getByRole('button', { name: 'Сохранить услуги' }).click();
    await expect(page.getByText('Сохранено, карта активна')).toBeVisible();
  });

  const number = await test.step('§2.72 §3.25 issues an invoice', async () => {
    await page.goto('/cabinet/payment/1');
    await page.getByLabel('Сумма пополнения').fill('50000');
    await page.getByRole('button', { name: 'Выставить счёт' }).click();
    const heading = page.getByRole('heading', { name: /^Счёт № / });
    await expect(heading).toBeVisible();
    await expect(page.getByText('Ожидает оплаты')).toBeVisible();
    return (await heading.textContent())?.replace('Счёт № ', '') ?? '';
  });

  await test.step('the bank’s statement is loaded behind the counter', async () => {
    const counter = await browser.newPage();
    await payInvoice(counter, { number, inn, rubles: '50000.00' });
    await counter.close();
  });

  await test.step('§2.80 the money stands among the unallocated funds, less the ruble of the card', async () => {
    await page.goto('/cabinet');
    await expect(page.getByLabel('Балансы').first()).toContainText('49 999,00');
  });

  await test.step('§2.67 §2.68 transfers a part of it to the card', async () => {
    await page.goto('/cabinet/card-payment/1');
    await page.getByLabel('Карта', { exact: true }).selectOption({ index: 1 });
    await page.getByLabel('Сумма').fill('5 000');
    await expect(page.getByText(/Останется/)).toContainText('44 999,00');
    const before = await lastMessageId(page.request, phone);
    await page.getByRole('button', { name: 'Далее' }).click();
    await page.getByLabel('Код из СМС').fill(await lastCode(page.request, phone, before));
    await expect(page.getByText('Деньги на карте')).toBeVisible();
    await expectNoAxeViolations(page);
  });

  await test.step('a driver fuels', async () => {
    await page.goto('/cabinet/card-transactions');
    const cardNumber = await numberOfOnlyCard(page);
    const sold = await fuel(page.request, cardNumber);
    expect(sold.sold).toBe(true);
  });

  await test.step('§2.62 §3.12 §9.30 operations and balances show it', async () => {
    await page.goto('/cabinet/card-transactions');
    const purchase = page.getByRole('row', { name: /ДТ/ });
    await expect(purchase).toContainText('−1 301,00');
    await expect(page.getByRole('row', { name: /Пополнение карты/ })).toContainText('+5 000,00');
  });

  await test.step('§7.45 the report says the same', async () => {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Скачать отчёт' }).click();
    const report = await saved;
    expect(report.suggestedFilename()).toBe('report.csv');
    const text = await readStream(report.createReadStream());
    expect(text).toContain('20,00');
    expect(text).toContain('-1301,00');
  });

  await test.step('§4.5 §4.7 blocks the card and takes the block back', async () => {
    await page.goto('/cabinet');
    await page
      .getByRole('button', { name: /Действия с картой/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Заблокировать' }).click();
    const popup = page.getByRole('dialog', { name: 'Блокировка карты' });
    await popup.getByRole('button', { name: 'Заблокировать' }).click();
    await page.getByText('Карта блокируется').first().waitFor();
    await expect(page.getByText('Заблокирована').first()).toBeVisible();
    await page
      .getByRole('button', { name: /Действия с картой/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Разблокировать' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Разблокировать' }).click();
    await page.getByText('Карта разблокируется').first().waitFor();
    await expect(page.getByText('Активна', { exact: true }).first()).toBeVisible();
  });
});

/** Pays an invoice as a bank would report it, and loads the statement through the staff's screen. */
async function payInvoice(page: Page, paid: { number: string; inn: string; rubles: string }): Promise<void> {
  await signIn(page, STAFF);
  await page.goto('/staff/payments');
  await page.getByRole('button', { name: 'Выписка из файла' }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'kl_to_1c.txt', mimeType: 'text/plain', buffer: makeStatement(paid) });
  await page.getByRole('button', { name: 'Загрузить выписку' }).click();
  await expect(page.getByText('Выписка загружена')).toBeVisible();
  await expect(page.getByText(/зачислено 1/)).toBeVisible();
}

/** The programme's own account, as in operator.json. */
const OWN_ACCOUNT = '40702810200000000001';

function makeStatement(paid: { number: string; inn: string; rubles: string }): Buffer {
  const day = russianDay(moscowDay());
  const lines = [
    '1CClientBankExchange',
    'ВерсияФормата=1.03',
    'Кодировка=Windows',
    `ДатаНачала=${day}`,
    `ДатаКонца=${day}`,
    `РасчСчет=${OWN_ACCOUNT}`,
    'СекцияДокумент=Платежное поручение',
    `Номер=${Math.floor(Math.random() * 1e6)}`,
    `Дата=${day}`,
    `Сумма=${paid.rubles}`,
    'ПлательщикСчет=40702810500000000001',
    `ПлательщикИНН=${paid.inn}`,
    'Плательщик1=ООО "Перевозчик"',
    `ПолучательСчет=${OWN_ACCOUNT}`,
    `ДатаПоступило=${day}`,
    'ПолучательИНН=7712345671',
    `НазначениеПлатежа=Оплата по счету № ${paid.number}`,
    'КонецДокумента',
    'КонецФайла',
  ];
  return Buffer.from(lines.join('\r\n'), 'utf8');
}

async function numberOfOnlyCard(page: Page): Promise<string> {
  const stored = await page.evaluate(() => localStorage.getItem('magistral.auth'));
  const token = (JSON.parse(stored ?? '{}') as { tokens: { access: string } }).tokens.access;
  const answer = await page.request.get('/api/card', { headers: { 'x-auth-token': token } });
  return ((await answer.json()) as { data: { card_number: string }[] }).data[0]?.card_number ?? '';
}

async function fuel(request: APIRequestContext, cardNumber: string): Promise<{ sold: boolean }> {
  const answer = await request.post('/dev/fuel', {
    data: { card_number: cardNumber, goods_id: 301, litres: 20, unit_price: 65.05, address: 'М-4, 102 км' },
  });
  return ((await answer.json()) as { data: { sold: boolean } }).data;
}

async function readStream(opening: Promise<NodeJS.ReadableStream>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await opening) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}
