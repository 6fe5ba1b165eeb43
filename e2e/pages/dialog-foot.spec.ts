import type { Locator, Page } from '@playwright/test';
import { findCutParts } from './find-cut-parts.ts';
import { ADMIN, expect, signIn, STAFF, test } from '../fixtures.ts';

type Dialog = {
  path: string;
  /** Opens it; without one the button of that name does. */
  open: string | ((page: Page) => Promise<void>);
  name: string | RegExp;
  submit: string | RegExp;
};

async function chooseView(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'Вид таблицы' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Dialogues by the user who opens them. The longest ones are here, and one of each kind. */
const DIALOGS: Record<string, Dialog[]> = {
  [ADMIN]: [
    { path: '/cabinet/fleet', open: 'Добавить машину', name: 'Новая машина', submit: 'Добавить машину' },
    { path: '/cabinet/fleet', open: 'Группы', name: 'Группы', submit: 'Добавить группу' },
    { path: '/cabinet/keys', open: 'Создать ключ', name: 'Новый ключ', submit: 'Создать ключ' },
    {
      path: '/cabinet/permissions',
      open: 'Добавить сотрудника',
      name: 'Добавить сотрудника',
      submit: 'Добавить',
    },
    {
      path: '/cabinet/rules',
      open: 'Изменить: Правила всех карт',
      name: 'Правила всех карт',
      submit: 'Сохранить правила',
    },
    {
      path: '/cabinet/card-transactions',
      open: (page) => chooseView(page, 'Присылать на почту'),
      name: 'Присылать отчёт на почту',
      submit: 'Присылать',
    },
    {
      path: '/cabinet/card-transactions',
      open: (page) => chooseView(page, 'Столбцы, порядок и строки'),
      name: 'Вид таблицы',
      submit: 'Готово',
    },
    {
      path: '/cabinet/webhooks',
      open: 'Подключить адрес',
      name: 'Новый вебхук',
      submit: 'Подключить',
    },
  ],
  [STAFF]: [
    { path: '/staff/tariffs', open: 'Новый тариф', name: 'Новый тариф', submit: 'Предложить тариф' },
    { path: '/staff/partners', open: 'Добавить сеть', name: 'Новая сеть', submit: /сеть/ },
    { path: '/staff/news', open: 'Написать новость', name: 'Новая новость', submit: 'Посмотреть' },
    {
      path: '/staff/members',
      open: 'Добавить сотрудника',
      name: 'Добавить сотрудника программы',
      submit: 'Добавить',
    },
    {
      path: '/staff/credits?tab=rules',
      open: 'Новое правило',
      name: 'Новое правило взыскания',
      submit: 'Создать правило',
    },
    { path: '/staff/credits', open: 'Открыть', name: 'Кредит клиента', submit: /^Сохранить кредит/ },
    {
      path: '/staff/tariffs?tab=purchase',
      open: 'Новое условие',
      name: 'Новое условие закупки',
      submit: 'Предложить условие',
    },
    { path: '/staff/clients/1', open: 'Исправить баланс…', name: 'Исправить баланс', submit: /^Предложить/ },
    {
      path: '/staff/clients/1',
      open: 'Назначить администратора',
      name: 'Назначить администратора',
      submit: 'Предложить',
    },
    {
      path: '/staff/documents',
      open: 'Опубликовать документ',
      name: 'Опубликовать документ',
      submit: 'Опубликовать',
    },
    { path: '/staff/network-invoices', open: 'Загрузить счёт', name: 'Счёт сети', submit: 'Проверить файл' },
    { path: '/staff/maintenance', open: 'Объявить работы', name: 'Объявить работы', submit: 'Объявить' },
    {
      path: '/staff/shipments?tab=stock',
      open: 'Пришла партия',
      name: 'Пришла партия карт',
      submit: 'Добавить',
    },
  ],
};

for (const [width, height] of [
  [1280, 720],
  [360, 740],
] as const) {
  test.describe(`${width} × ${height}`, () => {
    test.use({ viewport: { width, height } });
    for (const [person, dialogs] of Object.entries(DIALOGS)) {
      test(`the button of a dialog is seen at ${width} × ${height}, user ${person.slice(-2)}`, async ({
        page,
      }) => {
        await signIn(page, person);
        for (const { path, open, name, submit } of dialogs) {
          await page.goto(path);
          if (typeof open === 'string')
            await page.getByRole('button', { name: open, exact: true }).first().click();
          else await open(page);
          const dialog = page.getByRole('dialog', { name });
          const button = dialog.getByRole('button', { name: submit }).last();
          await expect(button).toBeVisible();
          await expect
            .poll(() => isFullyShown(button), { message: `${path}: ${name}, at its top` })
            .toBe(true);
          await expect.poll(() => page.evaluate(findCutParts), { message: `${path}: ${name}` }).toEqual([]);
          // The last field is reached above the foot, not beneath it.
          const last = dialog.locator('input, select, textarea').filter({ visible: true }).last();
          await last.focus();
          await expect.poll(() => isFullyShown(last), { message: `${path}: ${name}, last field` }).toBe(true);
          await expect
            .poll(() => isFullyShown(button), { message: `${path}: ${name}, at its end` })
            .toBe(true);
          await page.keyboard.press('Escape');
        }
      });
    }
  });
}

/** Returns whether the whole element is on the screen and nothing covers its edges. */
async function isFullyShown(element: Locator): Promise<boolean> {
  return element.evaluate((node) => {
    const box = node.getBoundingClientRect();
    const middle = (box.left + box.right) / 2;
    // One point more than the border, because edges may lie between two pixels.
    return [box.top + 2, (box.top + box.bottom) / 2, box.bottom - 2].every((y) => {
      const found = document.elementFromPoint(middle, y);
      return found !== null && node.contains(found);
    });
  });
}
