import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import {
  expect,
  expectNoAxeViolations,
  lastCode,
  lastMessageId,
  newPhone,
  signIn,
  test as base,
} from '../fixtures.ts';
import { removeDataFolder, startPortal } from '../portal.ts';
import {
  fuelByCode,
  getPumpCode,
  giveCard,
  issueInvoice,
  joinWithCard,
  openFor,
  topUpCard,
} from './first-client.ts';
import { addNetwork, confirmWaitingOnScreen, passDay, proposePart } from './first-day.ts';
import { documentRows } from '../papers/document-rows.ts';
import { bankFile } from './given-payment.ts';

const FIRST_OWNER = '79000000000';
const NEW_OWNER = '79110000022';
const ACCOUNT = '40702810200000000001';
const NETWORK = 'Тебойл';
/** The operator's own: his requisites of the file are those of a sample. */
const REQUISITES = {
  'Организация или предприниматель': 'ООО «Дорога»',
  ИНН: '7707083893',
  'ОГРН или ОГРНИП': '1027700132195',
  Адрес: '117312, г. Москва, ул. Вавилова, д. 19',
};
const STATIONS = [
  'Широта;Долгота;Регион;Город;Улица;Дом;Бренд;Название;Тип;Оплата по QR;Цена ДТ',
  '55,75;37,61;Москва;Москва;Тверская;1;Тебойл;АЗС 1;Своя;да;74,50',
].join('\r\n');

/** Settings that a server has from its installation. Staff can add a simulated network, which sells at `/dev/pump`. */
const SETTINGS = {
  DEMO: '0',
  STAFF_PHONE: FIRST_OWNER,
  SIMULATED_NETWORKS: 'added',
  RECEIPTS: 'none',
  NETWORK_POLL_MS: '700',
};

/** A portal on an empty database, without the demonstration, as a buyer starts it. */
const test = base.extend<object, { portal: string }>({
  portal: [
    async ({}, use, { parallelIndex }) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'magistral-empty-'));
      // Root runs the database under another account, which must be able to enter the folder.
      chmodSync(folder, 0o755);
      const port = Number(process.env.E2E_PORT ?? 3917) + 56 + parallelIndex;
      const running = await startPortal(port, SETTINGS, folder);
      await use(running.address);
      await running.stop();
      removeDataFolder(folder);
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

const guide = (page: Page) => page.getByRole('region', { name: 'Запуск программы' });
const step = (page: Page, title: string) =>
  guide(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: new RegExp(`^${title}`) }) });

/** Opens the screen of a step from the guide. */
async function follow(page: Page, title: string): Promise<void> {
  await page.goto('/staff');
  await step(page, title).getByRole('link').click();
}

// Each test is a day of work on screens, which a busy machine does in some minutes.
test.describe.configure({ mode: 'serial', timeout: 600_000 });

/** Phone of the first client's owner. */
let clientPhone = '';

test('a new programme goes from its first owner to all that its first client needs', async ({ page }) => {
  await signIn(page, FIRST_OWNER);
  await page.goto('/staff');
  await expect(guide(page)).toBeVisible();
  await expect(step(page, 'Сеть АЗС')).toContainText('Без подключённой сети клиент не закажет карты');
  await expectNoAxeViolations(page);

  await test.step('the first owner adds the second one', async () => {
    await step(page, 'Второй владелец').getByRole('link', { name: 'Добавить владельца' }).click();
    await page.getByRole('button', { name: 'Добавить сотрудника' }).click();
    const form = page.getByRole('dialog', { name: 'Добавить сотрудника программы' });
    await form.getByLabel('Телефон').fill(NEW_OWNER.slice(1));
    await form.getByLabel('Имя').fill('Инна');
    await form.getByLabel('Роль').selectOption({ label: 'Владелец' });
    await form.getByRole('button', { name: 'Добавить' }).click();
    await expect(page.getByRole('row', { name: /Инна/ })).toBeVisible();
    await page.goto('/staff');
    await expect(step(page, 'Второй владелец')).toContainText('сделано');
    await expect(page.getByText('Первые сутки владельцы не подтверждают')).toBeVisible();
  });

  await test.step('proposes name, requisites, account and VAT, which are seen to wait', async () => {
    await step(page, 'Реквизиты').getByRole('link', { name: 'Указать реквизиты' }).click();
    await proposePart(page, 'Название программы', { Название: 'Дорога' });
    await proposePart(page, 'Реквизиты', REQUISITES);
    await proposePart(page, 'Счета в банке', { Банк: 'ПАО Сбербанк' });
    await proposePart(page, 'НДС', {});
    await expectNoAxeViolations(page);
  });

  await test.step('enters the contacts', async () => {
    await follow(page, 'Контакты');
    await page.getByLabel('Телефон').fill('8 495 100-20-30');
    await page.getByLabel('Адрес для посетителей').fill('117312, г. Москва, ул. Вавилова, д. 19');
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await expect(page.getByRole('button', { name: 'Сохранить' })).toBeDisabled();
    await page.goto('/staff');
    await expect(step(page, 'Контакты')).toContainText('сделано');
  });

  await test.step('proposes the agreement', async () => {
    await follow(page, 'Рамочное соглашение');
    await page.getByRole('button', { name: 'Новая редакция' }).click();
    const text = page.getByLabel('Текст соглашения');
    await expect(text).toHaveValue(/./);
    await text.fill((await text.inputValue()).replaceAll('ООО «Магистраль»', 'ООО «Дорога»'));
    await page.getByRole('button', { name: 'Проверить и опубликовать' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Предложить' }).click();
    await expect(page.getByText('Ждёт второго сотрудника').first()).toBeVisible();
  });

  await test.step('adds a network, switches it on and sets the price of its card', async () => {
    await follow(page, 'Сеть АЗС');
    await addNetwork(page, NETWORK);
    await page.getByRole('button', { name: `Цена карты ${NETWORK}` }).click();
    const price = page.getByRole('dialog', { name: `Цена карты: ${NETWORK}` });
    await price.getByLabel('Цена одной карты').fill('100');
    await price.getByRole('button', { name: 'Сохранить цену' }).click();
    await expect(price).toBeHidden();
    await page.goto('/staff');
    for (const title of ['Сеть АЗС', 'Цена карты']) await expect(step(page, title)).toContainText('сделано');
  });

  await test.step('loads the stations and proposes a tariff', async () => {
    await follow(page, 'Список АЗС');
    const main = page.getByRole('main');
    await main
      .getByLabel(/Файл станций/)
      .setInputFiles({ name: 'azs.csv', mimeType: 'text/csv', buffer: Buffer.from(STATIONS) });
    await main.getByRole('button', { name: 'Проверить файл' }).click();
    await expect(main.getByText('Добавятся: 1')).toBeVisible();
    await main.getByRole('button', { name: 'Загрузить список' }).click();
    await expect(main.getByText('Список загружен')).toBeVisible();
    await follow(page, 'Тарифы');
    await page.getByRole('button', { name: 'Новый тариф' }).click();
    const form = page.getByRole('dialog', { name: 'Новый тариф' });
    await form.getByLabel('Размер: скидка').fill('1');
    await form.getByLabel('Основание, видно сотрудникам').fill('Тариф первого дня');
    await form.getByRole('button', { name: 'Предложить тариф' }).click();
    await expect(form).toBeHidden();
  });

  await test.step('the second owner confirms all that waits a day later', async () => {
    await passDay(page);
    await signIn(page, NEW_OWNER);
    await confirmWaitingOnScreen(page, 6);
  });

  await page.goto('/staff/programme');
  await expect(page.getByRole('region', { name: 'Реквизиты', exact: true })).toContainText('ООО «Дорога»');
  await expectDone(page);
  await expect(page).toHaveTitle(/Дорога/);
});

/** Expects the guide to have each step done that a screen does. */
async function expectDone(page: Page): Promise<void> {
  await page.goto('/staff/start');
  await expect(guide(page)).toBeVisible();
  const undone = guide(page).getByRole('listitem').filter({ hasNotText: 'сделано' }).getByRole('heading');
  await expect(undone).toHaveText([/^Отправка СМС/, /^Отправка почты/, /^Резервная копия/]);
}

test('its first client joins, pays and fuels his first litres', async ({ page: client, browser, portal }) => {
  const owner = await openFor(browser, portal);
  const driver = await openFor(browser, portal);
  const driverPhone = newPhone();
  try {
    await signIn(owner, FIRST_OWNER);
    const carrier = await test.step('joins and orders a card', () => joinWithCard(client, NETWORK));
    clientPhone = carrier.phone;

    await test.step('the operator approves the order', async () => {
      await owner.goto('/staff?status=1');
      await owner.getByRole('button', { name: 'Одобрить' }).click();
      const dialog = owner.getByRole('dialog', { name: /^Одобрить заявку № / });
      await expect(dialog).toContainText(NETWORK);
      await dialog.getByRole('button', { name: 'Одобрить' }).click();
      await expect(dialog).toBeHidden();
    });

    const number = await test.step('pays an invoice with the operator’s name and account', async () => {
      const issued = await issueInvoice(client, '20000');
      await expect(client.getByText(ACCOUNT).first()).toBeVisible();
      return issued;
    });

    await test.step('the operator loads the statement of the bank', async () => {
      await owner.goto('/staff/payments');
      await owner.getByRole('button', { name: 'Выписка из файла' }).click();
      const purpose = `Оплата по счёту № ${number}`;
      const file = bankFile({ account: ACCOUNT, inn: carrier.inn, number: '17', sum: '20000.00', purpose });
      await owner.locator('input[type=file]').setInputFiles(file);
      await owner.getByRole('button', { name: 'Загрузить выписку' }).click();
      await expect(owner.getByText(/зачислено 1/)).toBeVisible();
    });

    await test.step('moves money to the card', () => topUpCard(client, carrier, '5000'));
    const link = await test.step('gives the card to a driver', () => giveCard(client, driverPhone));
    const code = await test.step('the driver gets a code', () => getPumpCode(driver, link, driverPhone));
    await test.step('the pump sells by the code', () => fuelByCode(driver, code));

    await test.step('the client sees the filling, and the operator what he owes', async () => {
      await client.goto('/cabinet/card-transactions');
      await expect(client.getByRole('row', { name: /ДТ/ })).toContainText('20,00');
      await expectDone(owner);
    });
  } finally {
    await owner.context().close();
    await driver.context().close();
  }
});

test('its first client signs an additional agreement to new requisites', async ({ page }) => {
  await test.step('two owners change the address, which counts from the next day', async () => {
    await signIn(page, FIRST_OWNER);
    await page.goto('/staff/programme');
    await proposePart(page, 'Реквизиты', { Адрес: '190000, г. Санкт-Петербург, Невский пр., д. 1' });
    await signIn(page, NEW_OWNER);
    await confirmWaitingOnScreen(page, 1);
    await passDay(page);
    await signIn(page, FIRST_OWNER);
  });

  await test.step('staff make agreements to contracts that have the earlier ones', async () => {
    await page.goto('/staff/programme');
    await expect(page.getByText(/^С прежними реквизитами — 1\s/)).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Дополнительные соглашения' }).click();
    const dialog = page.getByRole('dialog', { name: /^Дополнительные соглашения: 1\s/ });
    await expect(dialog.getByRole('checkbox')).toBeChecked();
    await expect(dialog).toContainText('изменились реквизиты программы');
    await dialog.getByRole('button', { name: 'Составить соглашения' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/^С прежними реквизитами/)).toBeHidden();
  });

  await test.step('the client reads it among its documents and signs it by a code', async () => {
    await signIn(page, clientPhone);
    await page.goto('/cabinet/documents');
    const panel = page.getByRole('heading', {
      name: /^Дополнительное соглашение № 1 к договору № ТК-\d{6}$/,
    });
    await expect(panel).toBeVisible();
    await expect(page.getByText('Ждёт подписи')).toBeVisible();
    await expect(documentRows(page, 'Дополнительное соглашение № 1')).toContainText('Все сети');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Скачать соглашение' }).click();
    expect((await saved).suggestedFilename()).toMatch(/^Дополнительное соглашение № 1 от .*\.pdf$/);
    await page.getByText('Договор и прежние редакции').click();
    await expect(page.getByRole('listitem').filter({ hasText: 'Редакция 1 от' })).toBeVisible();
    await expectNoAxeViolations(page);
    const before = await lastMessageId(page.request, clientPhone);
    await page.getByRole('button', { name: 'Подписать кодом из СМС' }).click();
    const dialog = page.getByRole('dialog', { name: 'Подписание соглашения' });
    await dialog.getByRole('textbox').fill(await lastCode(page.request, clientPhone, before));
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/^Подписано /)).toBeVisible();
  });

  await test.step('staff see it signed among the client’s editions', async () => {
    await signIn(page, FIRST_OWNER);
    await page.goto('/staff/clients');
    await page.getByRole('main').getByRole('row').nth(1).getByRole('link').first().click();
    await page.getByRole('tab', { name: 'Условия' }).click();
    const editions = page.getByRole('list', { name: 'Редакции договора' });
    const agreement = editions.getByRole('listitem').filter({ hasText: 'Дополнительное соглашение № 1' });
    await expect(agreement).toContainText('Подписано клиентом');
  });
});
