import type { Page } from '@playwright/test';
import { chooseAction, showOneWaitingDocument, waitingRow } from '../papers/document-rows.ts';
import { ADMIN, expect, MANAGER, newPhone, signIn, test, signInForToken } from '../fixtures.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);

/** Forms that send from a page that Back can leave, and the text shown when the call has failed by then. */
const FORMS: {
  what: string;
  call: string;
  /** The answer of the read at the same address, where it is not the server's. */
  read?: object;
  send: (page: Page) => Promise<void>;
  message: RegExp;
}[] = [
  {
    what: 'an act was being uploaded',
    call: '**/api/cardsRequest/saveAct',
    async send(page) {
      await page.goto('/cabinet/card-request');
      await page
        .getByRole('link', { name: /Карты выпущены/ })
        .last()
        .click();
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: 'акт.png', mimeType: 'image/png', buffer: PNG });
      await page.getByRole('button', { name: /^Загрузить акт/ }).click();
    },
    message: /^Акт не загружен: /,
  },
  {
    what: 'a document was being confirmed',
    call: '**/api/doc/acceptDoc',
    async send(page) {
      await showOneWaitingDocument(page);
      await openFromCards(page, 'Документы');
      await chooseAction(waitingRow(page), 'Подтвердить');
      await page.getByLabel('Код из СМС').fill('000000');
    },
    message: /^Документ не подтверждён: УПД/,
  },
  {
    what: 'an objection was being sent',
    call: '**/api/doc/sendObjection',
    async send(page) {
      await showOneWaitingDocument(page);
      await openFromCards(page, 'Документы');
      await chooseAction(waitingRow(page), 'Возразить');
      await page.getByLabel('С чем вы не согласны').fill('Лишние 100 литров');
      await page.getByRole('button', { name: 'Получить код' }).click();
      await page.getByLabel('Код из СМС').fill('000000');
      await page.getByRole('button', { name: 'Отправить возражение' }).click();
    },
    message: /^Возражение не отправлено: УПД/,
  },
  {
    what: 'EDM was being asked for',
    call: '**/api/edoRequest',
    // Ignores the requests of other tests.
    read: { code: 200, data: { state: 'none', reason: null } },
    async send(page) {
      await openFromCards(page, 'Документы');
      await page.getByRole('link', { name: 'Карты' }).first().click();
      await page.getByRole('button', { name: 'Подключить ЭДО' }).click();
      const dialog = page.getByRole('dialog', { name: 'Электронный документооборот' });
      await dialog.getByRole('button', { name: 'Подключить ЭДО' }).click();
      await dialog.getByLabel('Код из СМС').fill('000000');
      await dialog.getByRole('checkbox').check();
      await dialog.getByRole('button', { name: 'Отправить запрос' }).click();
    },
    message: /^Запрос на подключение ЭДО не отправлен$/,
  },
  {
    what: 'a colleague was being invited',
    call: '**/api/users',
    async send(page) {
      await openFromCards(page, 'Доступ');
      await page.getByRole('button', { name: 'Добавить сотрудника' }).click();
      const dialog = page.getByRole('dialog', { name: 'Добавить сотрудника' });
      await dialog.getByLabel('Телефон').fill(newPhone().slice(1));
      await dialog.getByLabel('Имя').fill('Пётр');
      await dialog.getByRole('button', { name: 'Добавить', exact: true }).click();
    },
    message: /^Сотрудник не добавлен: Пётр$/,
  },
  {
    what: 'a driver was being added',
    call: '**/api/drivers',
    async send(page) {
      await openFromCards(page, 'Открыть список водителей');
      await page.getByLabel('Фамилия').fill('Уходов');
      await page.getByLabel('Имя', { exact: true }).fill('Пётр');
      await page.getByRole('button', { name: 'Добавить водителя' }).click();
    },
    message: /^Водитель не добавлен: Уходов Пётр$/,
  },
  {
    what: 'a driver was being removed',
    call: '**/api/drivers/*',
    async send(page) {
      await openFromCards(page, 'Открыть список водителей');
      await page
        .getByRole('button', { name: /^Удалить водителя/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Удалить', exact: true }).click();
    },
    message: /^Водитель не удалён: \S+ \S+/,
  },
  {
    what: 'a driver was being attached to a card',
    call: '**/api/card/*/driver/*/set',
    async send(page) {
      const headers = { 'x-auth-token': await signInForToken(page.request, MANAGER) };
      const { data } = await (await page.request.get('/api/card?status_id=1', { headers })).json();
      await page.goto(`/cabinet/card?id=${data[0].id}`);
      await page.getByRole('link', { name: 'Изменить водителей' }).click();
      await page.getByLabel('Водитель', { exact: true }).selectOption({ index: 1 });
      await page.getByRole('button', { name: 'Прикрепить к карте' }).click();
    },
    message: /^Карта ••\s\d{4}: водитель не прикреплён$/,
  },
];

for (const { what, call, read, send, message: input } of FORMS) {
  test(`a user who left while ${what} learns that it was not done`, async ({ page }) => {
    await signIn(page, ADMIN);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: requested, resolve: ask } = Promise.withResolvers<void>();
    await page.route(call, async (route) => {
      if (route.request().method() === 'GET') return read ? route.fulfill({ json: read }) : route.continue();
      ask();
      await released;
      return route.abort();
    });
    await send(page);
    await requested;
    const left = page.url();
    await page.goBack();
    await expect(page).not.toHaveURL(left);
    // The address changes before the page does.
    await expect(page.getByRole('dialog')).toHaveCount(0);
    release();
    await expect(page.getByText(input)).toBeVisible();
  });
}

async function openFromCards(page: Page, link: string): Promise<void> {
  await page.goto('/cabinet');
  await page.getByRole('link', { name: link }).first().click();
  // A click before the page has loaded goes elsewhere instead, and Back then leaves the cabinet.
  await expect(page).not.toHaveURL('/cabinet');
}
