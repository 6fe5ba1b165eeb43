import type { Locator, Page } from '@playwright/test';
import {
  ADMIN,
  expect,
  lastCode,
  lastMessageId,
  madeUpInn,
  MANAGER,
  newPhone,
  signIn,
  test,
} from '../fixtures.ts';

/** More stops than any page has between two of its fields. */
const MAX_STOPS = 150;

/** Moves on with the Tab key until the target has the focus, like a user without a mouse. */
async function walkTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not lead to ${target}`);
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await walkTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

async function pressKey(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await expect(target).toBeEnabled();
  await walkTo(page, target);
  await page.keyboard.press(key);
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('§2.5 §2.44 a user without a mouse joins and orders a card, from the landing page to the end', async ({
  page,
}) => {
  const phone = newPhone();
  await page.goto('/');
  await pressKey(page, page.getByRole('banner').getByRole('link', { name: 'Заказать карту' }));
  await type(page, 'Телефон', phone);
  await pressKey(page, button(page, 'Получить код'));
  await type(page, 'Код из СМС', await lastCode(page.request, phone));
  await type(page, 'Имя', 'Иван');
  await type(page, 'Электронная почта', 'ivan@example.ru');
  await pressKey(page, page.getByRole('checkbox', { name: /персональных данных/ }), 'Space');
  await pressKey(page, button(page, 'Продолжить'));

  await type(page, 'ИНН компании', madeUpInn());
  await expect(page.getByText(/^ИНН 00\d{8}/)).toBeVisible();
  const cards = page.getByRole('group', { name: 'Карт Газпромнефть' });
  await pressKey(page, cards.getByRole('button', { name: 'Больше' }));
  await type(page, 'Фамилия получателя', 'Петров');
  const before = await lastMessageId(page.request, phone);
  await pressKey(page, button(page, 'Далее'));
  await expect(page).toHaveURL(/\/enter\/2$/);
  await type(page, 'Код из СМС', await lastCode(page.request, phone, before));
  await pressKey(page, button(page, 'Заказать'));
  await expect(page.getByText(/Спасибо! Заявка создана/)).toBeVisible();
});

test('§2.67 a user without a mouse moves money to a card, with the code', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/card-payment/1');
  const card = page.getByRole('combobox', { name: 'Карта' });
  await pressKey(page, card);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option')).toHaveCount(0);
  await type(page, 'Сумма', '2');
  const before = await lastMessageId(page.request, ADMIN);
  await pressKey(page, button(page, 'Далее'));
  await expect(page).toHaveURL(/\/cabinet\/card-payment\/2/);
  await type(page, 'Код из СМС', await lastCode(page.request, ADMIN, before));
  await expect(page.getByText(/Деньги на карте|Деньги в пути/)).toBeVisible();
});

test('§1.8 a user without a mouse distributes money to a network', async ({ page }) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet/distribute');
  await type(page, 'Сколько добавить: Татнефть', '12');
  await pressKey(page, page.getByRole('button', { name: /^Распределить/ }));
  await expect(page.getByText('Средства распределены.')).toBeVisible();
});

test('§2.71 a user without a mouse issues an invoice', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/payment/1');
  await type(page, 'Сумма пополнения', '45678');
  await pressKey(page, button(page, 'Выставить счёт на 45 678 ₽'));
  await expect(page.getByRole('heading', { name: /^Счёт № М-\d{6}$/ })).toBeVisible();
});

test('§2.65 a user without a mouse sets the limit of a card from the list of cards', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet?status=1&partner=2');
  await pressKey(page, page.getByRole('button', { name: /^Действия с картой/ }).first());
  const services = page.getByRole('menuitem', { name: 'Услуги и лимиты' });
  await expect(async () => {
    await page.keyboard.press('ArrowDown');
    await expect(services).toBeFocused({ timeout: 250 });
  }).toPass();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Лимит' })).toBeVisible();
  const units = page.getByRole('radio', { name: /^(Рубли|Литры)$/ }).and(page.locator(':checked'));
  await walkTo(page, units);
  await page.keyboard.press('ArrowRight');
  const periods = page.getByRole('radio', { name: /^В (сутки|неделю|месяц|квартал)$/ });
  await walkTo(page, periods.and(page.locator(':checked')));
  await page.keyboard.press('ArrowRight');
  await type(page, 'Лимит', '4321');
  await pressKey(page, button(page, 'Сохранить лимит'));
  await expect(page.getByText('Изменения успешно сохранены')).toBeVisible();
});

test('a user without a mouse adds a driver and finds him in the list', async ({ page }) => {
  const surname = `Клавишин${newPhone().slice(-4)}`;
  await signIn(page, ADMIN);
  await page.goto('/cabinet/drivers');
  await type(page, 'Фамилия', surname);
  await type(page, 'Имя', 'Пётр');
  await pressKey(page, button(page, 'Добавить водителя'));
  await expect(page.getByRole('cell', { name: new RegExp(surname) }).first()).toBeVisible();
});
