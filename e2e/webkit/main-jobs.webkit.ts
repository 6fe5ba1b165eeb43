import { writeFileSync } from 'node:fs';
import type { APIRequestContext } from '@playwright/test';
import { statementOfWeek } from '../fleet/moscow-calendar.ts';
import { givenDriver } from '../joining/drivers-phone.ts';
import {
  ADMIN,
  expect,
  lastCode,
  lastMessageId,
  madeUpInn,
  newPhone,
  signInForToken,
  test,
} from '../fixtures.ts';
import { findPrintFaults } from '../papers/find-print-faults.ts';
import { readPrint } from '../papers/read-print.ts';
import { applyPrintStyles } from './apply-print-styles.ts';
import { WebKitPage } from './web-driver.ts';

const PORT = Number(process.env.WEBKIT_PORT ?? 4799);

/** Width of a sheet of A4 between its margins, in px. */
const PAPER_WIDTH = 672;
const PRINTED = [
  '/cabinet',
  '/cabinet/card-transactions?type=11',
  '/cabinet/card-transactions?type=1',
  '/cabinet/invoices-issued',
  '/cabinet/documents',
  statementOfWeek(),
];

let page: WebKitPage;

test.beforeAll(async ({ portal }) => {
  page = await WebKitPage.start(portal, PORT);
});
test.afterAll(() => page?.stop());
test.afterEach(async ({}, info) => {
  if (info.status !== info.expectedStatus)
    writeFileSync(info.outputPath('failed.png'), await page.takePicture());
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
});

test('a carrier joins and orders a card in WebKitGTK', async ({ request }) => {
  const phone = newPhone();
  await signIn(request, phone);
  await page.type(/^Имя/, 'Пётр');
  await page.type(/Электронная почта/, 'petr@example.ru');
  await page.click('checkbox', /персональных данных/);
  await page.click('button', /^Продолжить$/);
  await page.waitForAddress(/\/enter\/1$/);
  await page.type(/^ИНН/, madeUpInn());
  await page.type(/^Карт Газпромнефть/, '1');
  await page.type(/Фамилия получателя/, 'Лесной');
  await confirm(request, phone, () => page.click('button', /^Далее$/));
  await page.click('button', /^Заказать/);
  await page.find('heading', /Спасибо! Заявка создана/);
  await page.open('/cabinet');
  await page.click('checkbox', /Соглашение прочитано/);
  await page.click('button', /^Соглашаюсь$/);
  await page.find('heading', /Мои карты/);
});

test('money goes to a card by a code in WebKitGTK', async ({ request }) => {
  await signIn(request, ADMIN);
  await page.waitForAddress(/^\/cabinet/);
  await page.open('/cabinet/card-payment/1');
  await page.click('field', /^Карта/);
  await page.click('option', /Газпромнефть/);
  await page.type(/^Сумма/, '12,50');
  await confirm(request, ADMIN, () => page.click('button', /^Далее$/));
  await page.find('text', /^Деньги (на карте|в пути)/);
  await page.open('/cabinet/card-transactions?type=1');
  await page.find('text', /12,50/);
});

test('a document of a month is found and confirmed by a code in WebKitGTK', async ({ request }) => {
  await signIn(request, ADMIN);
  await page.waitForAddress(/^\/cabinet/);
  await page.open('/cabinet/documents');
  await page.click('option', /^[А-Я][а-я]+ \d{4}$/);
  await page.click('option', /^Ждут подтверждения$/);
  await page.click('button', /^Действия: УПД/);
  await confirm(request, ADMIN, () => page.click('menuitem', /^Подтвердить$/));
  await page.click('option', /^Подтверждённые$/);
  await page.find('text', /^Получен/);
});

test('a driver opens his card by a link and a code in WebKitGTK', async ({ request }) => {
  const headers = { 'x-auth-token': await signInForToken(request, ADMIN) };
  const { data } = await (await request.get('/api/card', { headers })).json();
  const card = data.find(({ status }: { status: { id: number } }) => status.id === 1);
  const { name, phone } = await givenDriver(request, card.id);
  await signIn(request, ADMIN);
  await page.waitForAddress(/^\/cabinet/);
  await page.open(`/cabinet/drivers?card=${card.id}`);
  await page.click('button', new RegExp(`^Отправить ссылку: ${name}$`));
  const link = await page.readValue(/^Ссылка/);
  await page.open(new URL(link).pathname);
  await confirm(request, phone, () => page.click('button', /^Получить код$/));
  await page.click('button', /^Открыть карту$/);
  await page.find('heading', /Последние заправки/);
});

for (const { name, place, button, file, text } of [
  {
    name: 'a УПД',
    place: '/cabinet/documents',
    button: /^Скачать: УПД/,
    file: /УПД.*\.pdf$/,
    text: /УПД|Счёт-фактура/i,
  },
  {
    name: 'a statement',
    place: '/cabinet/statement',
    button: /^Скачать PDF$/,
    file: /Выписка.*\.pdf$/i,
    text: /Остаток/,
  },
])
  test(`${name} is saved as a whole PDF in WebKitGTK`, async ({ request }) => {
    await signIn(request, ADMIN);
    await page.waitForAddress(/^\/cabinet/);
    await page.open(place);
    await page.click('button', button);
    const { sheets, text: read } = readPrint(await page.saved(file));
    expect(sheets).toBeGreaterThan(0);
    expect(read).toMatch(text);
  });

test('lists have no button and no half word by the print styles in WebKitGTK', async ({ request }) => {
  await signIn(request, ADMIN);
  await page.waitForAddress(/^\/cabinet/);
  await page.setWidth(PAPER_WIDTH);
  for (const place of PRINTED) {
    await page.open(place);
    await page.find('text', /\d,\d\d\s₽|№\s/);
    await page.evaluate(`(${applyPrintStyles})()`);
    await page.find('text', /^ООО «Дальний рейс» · \d\d\.\d\d\.\d{4}, \d\d:\d\d$/);
    expect(await page.evaluate(`return (${findPrintFaults})()`), place).toEqual([]);
  }
});

/** Signs in through the screens. */
async function signIn(request: APIRequestContext, phone: string): Promise<void> {
  await page.open('/login-driver');
  await page.type(/^Телефон/, phone.slice(1));
  await confirm(request, phone, () => page.click('button', /^Получить код$/));
}

/** Does what sends a code, and types the code. */
async function confirm(request: APIRequestContext, phone: string, act: () => Promise<void>): Promise<void> {
  const before = await lastMessageId(request, phone);
  await act();
  await page.type(/Код из СМС/, await lastCode(request, phone, before));
}
