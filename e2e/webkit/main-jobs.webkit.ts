import { writeFileSync } from 'node:fs';
import type { APIRequestContext } from '@playwright/test';
import { lastCode, lastMessageId, madeUpInn, newPhone, test } from '../fixtures.ts';
import { WebKitPage } from './web-driver.ts';

const PORT = Number(process.env.WEBKIT_PORT ?? 4799);

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
