import type { Page } from '@playwright/test';
import { lastCode, lastMessageId } from '../fixtures.ts';

/** The first order of a newcomer. */
export interface FirstOrder {
  phone: string;
  inn: string;
  network: string;
}

/** Names himself after the first code, finds his company and orders one virtual card. */
export async function orderVirtualCard(page: Page, { phone, inn, network }: FirstOrder): Promise<void> {
  await page.getByLabel('Имя').fill('Пётр');
  await page.getByLabel('Электронная почта').fill('petr@example.ru');
  await page.getByRole('checkbox', { name: /персональных данных/ }).check();
  await page.getByRole('main').getByRole('button', { name: 'Продолжить' }).click();
  await page.getByLabel('ИНН').fill(inn);
  await page.getByRole('radio', { name: 'Виртуальные, сейчас' }).check();
  await page
    .getByRole('group', { name: `Виртуальных карт ${network}` })
    .getByRole('button', { name: 'Больше' })
    .click();
  const before = await lastMessageId(page.request, phone);
  await page.getByRole('button', { name: 'Далее' }).click();
  await page.getByLabel('Код из СМС').fill(await lastCode(page.request, phone, before));
  await page.getByRole('button', { name: 'Заказать' }).click();
}
