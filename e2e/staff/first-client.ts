import type { Browser, Page } from '@playwright/test';
import { expect, lastCode, lastMessageId, madeUpInn, newPhone } from '../fixtures.ts';
import { orderVirtualCard } from '../joining/order-virtual-card.ts';

/** A carrier who comes to a programme as its first client. */
export interface FirstClient {
  phone: string;
  inn: string;
}

/** Opens a page of another person, beside those who are signed in already. */
export async function openFor(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
  });
  return context.newPage();
}

/** Joins by phone, INN and code, and orders one virtual card of a network. */
export async function joinWithCard(page: Page, network: string): Promise<FirstClient> {
  const phone = newPhone();
  const inn = madeUpInn();
  await page.goto('/');
  await page.getByRole('link', { name: 'Войти' }).first().click();
  await page.getByLabel('Телефон').fill(phone.slice(1));
  await page.getByRole('button', { name: 'Получить код' }).click();
  await page.getByLabel('Код из СМС').fill(await lastCode(page.request, phone));
  await orderVirtualCard(page, { phone, inn, network });
  await expect(page.getByRole('heading', { name: 'Спасибо! Заявка создана' })).toBeVisible();
  return { phone, inn };
}

/** Accepts the programme's agreement and issues an invoice. Returns its number. */
export async function issueInvoice(page: Page, rubles: string): Promise<string> {
  await page.getByRole('button', { name: 'Пополнить счёт' }).click();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Соглашаюсь' }).click();
  await page.getByLabel('Сумма пополнения').fill(rubles);
  await page.getByRole('button', { name: 'Выставить счёт' }).click();
  const heading = page.getByRole('heading', { name: /^Счёт № / });
  await expect(heading).toBeVisible();
  return ((await heading.textContent()) ?? '').replace('Счёт № ', '');
}

/** Moves money to the only card, once the network has issued it. */
export async function topUpCard(page: Page, { phone }: FirstClient, rubles: string): Promise<void> {
  await page.goto('/cabinet');
  await page.getByRole('link', { name: 'Перевести на карту' }).first().click();
  await page.getByLabel('Сумма').fill(rubles);
  const before = await lastMessageId(page.request, phone);
  await page.getByRole('button', { name: 'Далее' }).click();
  await page.getByLabel('Код из СМС').fill(await lastCode(page.request, phone, before));
  await expect(page.getByText('Деньги на карте')).toBeVisible();
}

/** Gives the only card to a driver. Returns the address that he gets in a message. */
export async function giveCard(page: Page, driverPhone: string): Promise<string> {
  await page.goto('/cabinet');
  await page.getByRole('link', { name: 'Дать карту' }).click();
  await page.getByLabel('Фамилия').fill('Волков');
  await page.getByLabel('Имя', { exact: true }).fill('Пётр');
  await page.getByLabel('Телефон').fill(driverPhone.slice(1));
  await page.getByLabel('Телефон').press('Enter');
  await expect(page.getByText('Ссылка на карту ушла водителю в СМС.')).toBeVisible();
  const { data } = await (await page.request.get(`/dev/sms?phone=${driverPhone}`)).json();
  return /\/d\/\S+/.exec(data[0].text)?.[0] ?? '';
}

/** Opens the driver's page by its link and asks for a code of a filling. Returns the code. */
export async function getPumpCode(page: Page, link: string, driverPhone: string): Promise<string> {
  const before = await lastMessageId(page.request, driverPhone);
  await page.goto(link);
  await page.getByRole('button', { name: 'Получить код' }).click();
  const field = page.getByLabel('Код из СМС');
  await field.fill(await lastCode(page.request, driverPhone, before));
  await field.press('Enter');
  await page.getByRole('link', { name: 'Код для заправки' }).click();
  const litres = page.getByLabel('Литры, если знаете');
  await litres.fill('20');
  await litres.press('Enter');
  const code = await page.getByText(/^\d{4}\s\d{4}$/).textContent();
  return (code ?? '').replace(/\s/g, '');
}

/** Fuels by the driver's code at the simulated pump. */
export async function fuelByCode(page: Page, code: string): Promise<void> {
  await page.goto('/dev/pump');
  await page.getByLabel('Код с телефона водителя').fill(code);
  await page.getByLabel('Литров').fill('20');
  await page.getByRole('button', { name: 'Вставить пистолет и залить' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'ДТ' })).toContainText('Заправка проведена');
}
