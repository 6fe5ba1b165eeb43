import type { Page } from '@playwright/test';
import { ADMIN, chooseOfPerson, STAFF } from '../../e2e/fixtures.ts';
import { LISTS, STAFF_LISTS } from '../../e2e/pages/listed-places.ts';

/** A screen by its address; the person is null for a visitor. */
export type Screen = {
  person: string | null;
  address: string;
  /** A button by its name, or what opens the dialog or the side panel. */
  open?: string | RegExp | ((page: Page) => Promise<void>);
};

const openFirst = (table: string | RegExp) => async (page: Page) => {
  await page.getByRole('table', { name: table }).locator('tbody').getByRole('row').first().click();
};
const chooseView = (item: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Вид таблицы' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const openForCompanies = (action: string) => async (page: Page) => {
  await page.getByRole('checkbox', { name: 'Выбрать все: Компании' }).check();
  await page.getByRole('button', { name: action }).click();
};
const chooseCards = async (page: Page) => {
  const boxes = page.getByRole('table', { name: 'Мои карты' }).getByRole('checkbox');
  await boxes.nth(1).click();
  await boxes.nth(2).click();
};

const VISITOR = [
  '/',
  '/login-driver',
  '/map',
  '/news',
  '/developers',
  '/lost-phone',
  '/create/1',
  '/maintenance',
  '/permissions-denied',
  '/nowhere',
];

/** Works for two companies of the demonstration. */
const ACCOUNTANT = '79000000004';

const DIALOGS: readonly [person: string, address: string, open: NonNullable<Screen['open']>][] = [
  [ADMIN, '/cabinet', 'Заказать карту'],
  [ADMIN, '/cabinet', chooseCards],
  [ADMIN, '/cabinet/card?id=1', 'Заблокировать'],
  [ADMIN, '/cabinet/card?id=1', /^Передать/],
  [ADMIN, '/cabinet/card-transactions', openFirst('Операции')],
  [ADMIN, '/cabinet/card-transactions', chooseView('Присылать на почту')],
  [ADMIN, '/cabinet/card-transactions', chooseView('Столбцы, порядок и строки')],
  [ADMIN, '/cabinet/documents', /^Подтвердить \d+ за /],
  [ADMIN, '/cabinet/signals', 'Разобрать'],
  [ADMIN, '/cabinet/rules', 'Изменить: Правила всех карт'],
  [ADMIN, '/cabinet/rules', /^Изменить: Правила группы/],
  [ADMIN, '/cabinet/fleet', 'Добавить машину'],
  [ADMIN, '/cabinet/fleet', 'Группы'],
  [ADMIN, '/cabinet/fleet?truck=1', (page) => page.getByText('Месяцы в цифрах').click()],
  [ADMIN, '/cabinet/keys', 'Создать ключ'],
  [ADMIN, '/cabinet/webhooks', 'Подключить адрес'],
  [ADMIN, '/cabinet/permissions', 'Добавить сотрудника'],
  [ADMIN, '/cabinet/permissions', 'Доверить бухгалтерии'],
  [ACCOUNTANT, '/cabinet/companies', (page) => chooseOfPerson(page, 'Перейти в компанию')],
  [ACCOUNTANT, '/cabinet/companies', openForCompanies('Скачать за месяц')],
  [ACCOUNTANT, '/cabinet/companies', openForCompanies('Подтвердить документы')],
  [STAFF, '/staff/clients/1', 'Заблокировать'],
  [STAFF, '/staff/clients/1', 'Исправить баланс…'],
  [STAFF, '/staff/clients/1', 'Назначить администратора'],
  [STAFF, '/staff', 'Одобрить'],
  [STAFF, '/staff/payments', 'Зачислить'],
  [STAFF, '/staff/tariffs', 'Новый тариф'],
  [STAFF, '/staff/tariffs?tab=purchase', 'Новое условие'],
  [STAFF, '/staff/tariffs?tab=cards', 'Новая цена'],
  [STAFF, '/staff/credits', 'Открыть'],
  [STAFF, '/staff/credits?tab=rules', 'Новое правило'],
  [STAFF, '/staff/network-invoices', 'Загрузить счёт'],
  [STAFF, '/staff/shipments?tab=stock', 'Пришла партия'],
  [STAFF, '/staff/unsettled', 'Ответить'],
  [STAFF, '/staff/closing', /^Закрыть /],
  [STAFF, '/staff/documents', 'Опубликовать документ'],
  [STAFF, '/staff/maintenance', 'Объявить работы'],
  [STAFF, '/staff/approvals', 'Изменить дневную сумму'],
  [STAFF, '/staff/partners', 'Добавить сеть'],
  [STAFF, '/staff/news', 'Написать новость'],
  [STAFF, '/staff/members', 'Добавить сотрудника'],
];

/** Every screen in the order of the sheets: visitor, client, staff, dialogs. */
export function listScreens(): Screen[] {
  const listed = (person: string, start: string, parts: Record<string, readonly string[]>) =>
    Object.values(parts)
      .flat()
      .map((place) => ({ person, address: `${start}${place}` }));
  return [
    ...VISITOR.map((address) => ({ person: null, address })),
    ...listed(ADMIN, '/cabinet', LISTS),
    { person: ACCOUNTANT, address: '/cabinet/companies' },
    { person: ACCOUNTANT, address: '/cabinet/companies?view=fuel' },
    ...listed(STAFF, '/staff', STAFF_LISTS),
    ...DIALOGS.map(([person, address, open]) => ({ person, address, open })),
  ];
}
