import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolations, openPlace, signIn, STAFF, test } from '../fixtures.ts';

/** Opens a page from the menu, as staff do. */
async function open(page: Page, [place, tab]: [string, string], heading: string) {
  await openPlace(page, place, tab);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
}

test('staff preview and undo stations, announce maintenance and write news', async ({ page }) => {
  await signIn(page, STAFF);
  await page.goto('/staff/stations');
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');
  const head = 'Широта;Долгота;Регион;Город;Улица;Дом;Бренд;Название;Тип;Оплата по QR;Цена ДТ';
  const csv = (lat: string) =>
    Buffer.from(`${head}\r\n${lat};37,61;Москва;Москва;Тверская;1;Роснефть;АЗС 1;Своя;да;74,50`);
  const choose = (lat: string) =>
    main
      .getByLabel(/Файл станций/)
      .setInputFiles({ name: 'azs.csv', mimeType: 'text/csv', buffer: csv(lat) });
  await choose('95');
  await main.getByRole('button', { name: 'Проверить файл' }).click();
  await expect(main.getByText('Строка 2: широта от −90 до 90')).toBeVisible();
  await choose('55,75');
  await main.getByRole('button', { name: 'Проверить файл' }).click();
  await expect(main.getByText('Добавятся: 1')).toBeVisible();
  await expectNoAxeViolations(page);
  await main.getByRole('button', { name: 'Загрузить список' }).click();
  await expect(main.getByText('Список загружен')).toBeVisible();
  await main.getByRole('button', { name: 'Отменить загрузку' }).click();
  await expect(dialog).toContainText('На карту вернётся список');
  await dialog.getByRole('button', { name: 'Вернуть прежний список' }).click();
  await expect(main.getByRole('table')).toContainText('Отменена');

  await open(page, ['Программа', 'Работы'], 'Технические работы');
  await main.getByRole('button', { name: 'Объявить работы' }).click();
  await dialog.getByLabel('Где').selectOption({ label: 'Другие АЗС' });
  await dialog.getByRole('textbox', { name: 'Первая минута, МСК' }).fill('2040-01-01T01:00');
  await dialog.getByRole('textbox', { name: 'Последняя минута, МСК' }).fill('2040-01-01T05:00');
  await dialog.getByLabel('Что увидят клиенты').fill('Обновление у сети');
  await expectNoAxeViolations(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Объявить' }).click();
  await expect(main.getByRole('row', { name: /Другие АЗС/ })).toContainText('01.01.2040, 01:00');
  await expectNoAxeViolations(page);
  await main.getByRole('button', { name: 'Отменить', exact: true }).click();
  await dialog.getByRole('button', { name: 'Отменить работы' }).click();
  await expect(main.getByText('Работ нет')).toBeVisible();

  await open(page, ['Программа', 'Новости'], 'Новости');
  await main.getByRole('button', { name: 'Написать новость' }).click();
  await dialog.getByLabel('Заголовок').fill('Скидки декабря');
  await dialog.getByLabel('Текст, HTML').fill('<p>Дизель дешевле</p><script>steal()</script>');
  await dialog.getByRole('button', { name: 'Посмотреть' }).click();
  await expect(dialog.getByRole('article')).toHaveText(/Скидки декабря\s*Дизель дешевле$/);
  await expectNoAxeViolations(page, '[role="dialog"]');
  await dialog.getByRole('button', { name: 'Опубликовать' }).click();
  await main.getByRole('button', { name: 'Скрыть: Скидки декабря' }).click();
  await expect(main.getByRole('row', { name: /Скидки декабря/ })).toContainText('Скрыта');
  await expectNoAxeViolations(page);
});

test('staff preview a new agreement before publishing, networks, messages and contacts', async ({ page }) => {
  await signIn(page, STAFF);
  await page.goto('/staff/terms');
  const main = page.getByRole('main');
  await expect(main.getByRole('row', { name: /№ 1/ })).toContainText('Действует');
  await expect(main.getByRole('row', { name: /Дальний рейс/ })).toBeVisible();
  await expectNoAxeViolations(page);
  await main.getByRole('button', { name: 'Новая редакция' }).click();
  const text = main.getByLabel('Текст соглашения');
  await expect(text).toHaveValue(/./);
  await text.fill(`${await text.inputValue()}\n\n99. Новый пункт`);
  await expect(main.getByRole('insertion')).toHaveText('99. Новый пункт');
  await expect(main.getByRole('deletion')).toHaveCount(0);
  await main.getByRole('textbox', { name: 'Первый день' }).fill('2040-01-01');
  await expectNoAxeViolations(page);
  await main.getByRole('button', { name: 'Проверить и опубликовать' }).click();
  await expect(page.getByRole('dialog')).toContainText('начнёт действовать с 1 января 2040');
  await page.keyboard.press('Escape');

  await open(page, ['Программа', 'Сети'], 'Сети');
  await expect(main.getByRole('row', { name: /Газпромнефть/ })).toContainText('Отвечает');
  await main.getByRole('button', { name: 'Отключить сеть Татнефть' }).click();
  await expect(page.getByRole('dialog')).toContainText('Выпущенные карты работают как прежде');
  await page.keyboard.press('Escape');
  await expectNoAxeViolations(page);

  await open(page, ['Клиенты', 'Сообщения'], 'СМС и письма');
  await main.getByLabel('Поиск').fill(STAFF.slice(-7));
  const message = main.getByRole('row').filter({ hasText: 'СМС: Вход' }).first();
  await expect(message).toContainText('Код введён');
  await expect(message).not.toContainText(STAFF);
  await expectNoAxeViolations(page);

  await open(page, ['Программа', 'Контакты'], 'Контакты программы');
  await expect(main.getByRole('link', { name: '«Реквизиты»' })).toBeVisible();
  await expectNoAxeViolations(page);
});
