import type { Page } from '@playwright/test';
import {
  ADMIN,
  expect,
  expectNoAxeViolations,
  MANAGER,
  openPlace,
  signIn,
  SPECIALIST,
  STAFF,
  test,
} from '../fixtures.ts';
import { changeAnswer } from './change-answer.ts';

const menu = (page: Page) =>
  page.getByRole('navigation', { name: 'Разделы кабинета' }).filter({ visible: true });

/** Titles of the menu without their counts. */
async function listMenu(page: Page): Promise<string[]> {
  const texts = await menu(page).getByRole('list').getByRole('link').allInnerTexts();
  return texts.map((text) => (text.split(/[\n,]/)[0] ?? '').trim());
}

const NINE = [
  'Сегодня',
  'Карты',
  'Операции',
  'Автопарк',
  'АЗС и маршруты',
  'Деньги',
  'Отчёты',
  'Документы',
  'Настройки',
];

/** Every page of the menu by its place and tabs, with the address that it has had before. */
const PAGES: [string[], string][] = [
  [['Сегодня'], '/cabinet'],
  [['Карты'], '/cabinet#cards'],
  [['Карты', 'Заявки'], '/cabinet/card-request'],
  [['Карты', 'Правила и лимиты'], '/cabinet/rules'],
  [['Карты', 'Правила и лимиты', 'Сразу нескольким'], '/cabinet/rules?part=many'],
  [['Операции'], '/cabinet/card-transactions'],
  [['Операции', 'Отказы и просьбы'], '/cabinet/declines'],
  [['Операции', 'Отказы и просьбы', 'Просьбы водителей'], '/cabinet/exceptions'],
  [['Операции', 'Подозрительные'], '/cabinet/signals'],
  [['Операции', 'Подозрительные', 'Правила проверки'], '/cabinet/signals?part=rules'],
  [['Операции', 'Подозрительные', 'Заправки'], '/cabinet/signals'],
  [['Автопарк'], '/cabinet/fleet'],
  [['Автопарк', 'Водители'], '/cabinet/drivers'],
  [['Автопарк', 'Телематика'], '/cabinet/fleet?part=wialon'],
  [['АЗС и маршруты'], '/map'],
  [['АЗС и маршруты', 'Планы заправок'], '/cabinet/fuel-plans'],
  [['Деньги'], '/cabinet/distribute'],
  [['Деньги', 'Счета'], '/cabinet/invoices-issued'],
  [['Деньги', 'Выписка'], '/cabinet/statement'],
  [['Отчёты'], '/cabinet/transactions'],
  [['Отчёты', 'Литры'], '/cabinet/litres'],
  [['Отчёты', 'Рассылка'], '/cabinet/mailings'],
  [['Документы'], '/cabinet/documents'],
  [['Настройки'], '/cabinet/permissions'],
  [['Настройки', 'Интеграции'], '/cabinet/exchange'],
  [['Настройки', 'Интеграции', 'Ключи и песочница'], '/cabinet/keys'],
  [['Настройки', 'Интеграции', 'Вебхуки'], '/cabinet/webhooks'],
  [['Настройки', 'Журнал'], '/cabinet/audit'],
];

test('the menu has nine places, and every page is in one of them', async ({ page }) => {
  test.setTimeout(900_000);
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  await expect(menu(page)).toBeVisible();
  expect(await listMenu(page)).toEqual(NINE);
  for (const [[place = '', ...tabs], address] of PAGES) {
    await test.step(address, async () => {
      await openPlace(page, place, ...tabs);
      await expect(page).toHaveURL(address);
      await expect(menu(page).locator('[aria-current]')).toHaveText(new RegExp(`^${place}`));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    });
  }
  await expectNoAxeViolations(page);
});

test('a role’s menu has the places that it may use', async ({ page }) => {
  await signIn(page, MANAGER);
  await page.goto('/cabinet');
  await expect(menu(page)).toBeVisible();
  expect(await listMenu(page)).toEqual(NINE);
  await openPlace(page, 'Настройки');
  await expect(page).toHaveURL('/cabinet/exchange');
  await expect(page.getByRole('link', { name: 'Ключи и песочница' })).toHaveCount(0);

  await signIn(page, SPECIALIST);
  await page.goto('/cabinet');
  await expect(menu(page)).toBeVisible();
  expect(await listMenu(page)).toEqual(NINE.filter((title) => title !== 'Настройки'));
  await openPlace(page, 'Деньги');
  await expect(page).toHaveURL('/cabinet/invoices-issued');
});

test('what waits for a decision is counted in the menu and on the tabs', async ({ page }) => {
  await changeAnswer(page, '**/api/overview', ({ data }) => {
    data.waiting = [
      { kind: 'signals', count: 15, sum: 119_389, href: '/cabinet/signals' },
      { kind: 'exceptions', count: 2, href: '/cabinet/exceptions' },
      { kind: 'documents', count: 7, href: '/cabinet/documents' },
    ];
  });
  await signIn(page, ADMIN);
  await page.goto('/cabinet/declines');
  await expect(menu(page).getByRole('link', { name: /^Сегодня\s*, ждут: 3$/ })).toBeVisible();
  await expect(menu(page).getByRole('link', { name: /^Операции\s*, ждут: 17$/ })).toBeVisible();
  await expect(menu(page).getByRole('link', { name: /^Документы\s*, ждут: 7$/ })).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Операции' });
  await expect(tabs.getByRole('link', { name: /^Подозрительные\s*, ждут: 15$/ })).toBeVisible();
  await expect(
    page
      .getByRole('navigation', { name: 'Отказы и просьбы' })
      .getByRole('link', { name: /^Просьбы водителей\s*, ждут: 2$/ }),
  ).toBeVisible();
  await expectNoAxeViolations(page);
});

test('«Карты» shows the cards without the overview, also while they are filtered', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet#cards');
  await expect(page.getByRole('table', { name: 'Мои карты' })).toBeVisible();
  await expect(page.getByText('Свои деньги')).toHaveCount(0);
  await page.getByLabel('Сеть').selectOption('Татнефть');
  await expect(page).toHaveURL('/cabinet?partner=3#cards');
  await expect(menu(page).locator('[aria-current]')).toHaveText('Карты');
  await openPlace(page, 'Сегодня');
  await expect(page.getByText('Свои деньги')).toBeVisible();
});

/** Number of elements on the first screen that a user can click or type into. */
async function countControls(page: Page): Promise<number> {
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
  return page.evaluate(
    () =>
      [
        ...document.querySelectorAll(
          'a[href], button, input, select, textarea, summary, [tabindex]:not([tabindex="-1"])',
        ),
      ].filter((element) => {
        const { width, height, top, bottom, left, right } = element.getBoundingClientRect();
        const isInside = top < innerHeight && bottom > 0 && left < innerWidth && right > 0;
        const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        return width > 1 && height > 1 && isInside && isShown;
      }).length,
  );
}

test('the first screen of 40 cards has at most 60 controls', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  await expect(page.getByRole('table', { name: 'Мои карты' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Сервисы' })).toBeAttached();
  expect(await countControls(page)).toBeLessThanOrEqual(60);
});

/** Lets the server answer as for a company of five cards of one network, with an invoice to pay and a document to confirm. */
async function givenFiveTrucks(page: Page): Promise<void> {
  await changeAnswer(page, /\/api\/card$/, (answer) => {
    const working = answer.data.filter(
      (card: { partner: { id: number }; status: { id: number } }) =>
        card.partner.id === 2 && card.status.id === 1,
    );
    answer.data = working.slice(0, 5).map((card: object) => ({ ...card, group_id: null }));
  });
  await changeAnswer(page, '**/api/cardsRequest', (answer) => (answer.data = []));
  await changeAnswer(page, /\/api\/client\/\d+$/, ({ data }) => (data.accounts = data.accounts.slice(0, 1)));
  await changeAnswer(page, '**/api/overview', ({ data }) => {
    const waiting = [
      { kind: 'invoices', count: 1, sum: 50_000, href: '/cabinet/invoices-issued' },
      { kind: 'documents', count: 1, href: '/cabinet/documents' },
    ];
    Object.assign(data, { attention: [], waiting });
  });
}

for (const [width, height] of [
  [1280, 720],
  [1366, 768],
  [1440, 900],
  [1920, 1080],
  [360, 740],
] as const) {
  test(`the first screen of five trucks has at most 35 controls at ${width} × ${height}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await givenFiveTrucks(page);
    await signIn(page, ADMIN);
    await page.goto('/cabinet');
    const cards = page.getByRole('table', { name: 'Мои карты' });
    await expect(cards.getByRole('button', { name: /^Действия с картой/ })).toHaveCount(5);
    await expect(page.getByRole('list', { name: 'Ждёт решения' }).getByRole('listitem')).toHaveCount(2);
    await expect(page.getByRole('region', { name: 'Сервисы' })).toBeAttached();
    await expect(page.getByLabel('Сеть')).toHaveCount(0);
    expect(await countControls(page)).toBeLessThanOrEqual(35);
    await expectNoAxeViolations(page);
  });
}

test('five cards are selected by the boxes in the margins of their rows @phone', async ({ page }) => {
  await givenFiveTrucks(page);
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  const cards = page.getByRole('table', { name: 'Мои карты' });
  const boxes = cards.getByRole('checkbox', { name: /^Выбрать карту/ });
  await expect(boxes).toHaveCount(5);
  const isSeen = async (place: number) =>
    boxes.nth(place).evaluate((box) => box.checkVisibility({ opacityProperty: true }));
  const isDesk = (page.viewportSize()?.width ?? 0) >= 768;
  expect(await isSeen(0)).toBe(!isDesk);
  await boxes.first().focus();
  expect(await isSeen(0)).toBe(true);
  await page.keyboard.press('Space');
  const bar = page.getByRole('region', { name: 'Выбранные карты' });
  await expect(bar.getByRole('status')).toHaveText(/Выбрано: 1\s+карта/);
  // From now on each row shows its box.
  expect(await isSeen(4)).toBe(true);
  await boxes.nth(4).check();
  await expect(bar.getByRole('status')).toHaveText(/Выбрано: 2\s+карты/);
  await expectNoAxeViolations(page);
  await bar.getByRole('button', { name: 'Снять выбор' }).click();
  await expect(bar).toBeHidden();
});

test('pages with the balances beside them begin where the others do', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await signIn(page, ADMIN);
  const readLeft = async (place: string) => {
    await page.goto(place);
    return (await page.getByRole('heading', { level: 1 }).boundingBox())?.x;
  };
  const left = await readLeft('/cabinet');
  for (const place of ['/cabinet/documents', '/cabinet/rules', '/cabinet/distribute'])
    expect(await readLeft(place), place).toBe(left);
});

test('a page offers no link to itself beside its balances', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/payment/1');
  const balances = page.getByRole('region', { name: 'Балансы' });
  await expect(balances.getByRole('link', { name: 'Распределить' })).toBeVisible();
  await expect(balances.getByRole('link', { name: 'Пополнить' })).toHaveCount(0);
  await balances.getByRole('link', { name: 'Распределить' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/аспредел/);
  // The part of the funds that is credit is named there.
  await expect(balances.getByText(/кредит/)).toBeVisible();
  await expect(balances.getByRole('link', { name: 'Распределить' })).toHaveCount(0);
});

test('the sidebar folds by a button that stands beside its logo', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/documents');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('main').hover();
  const fold = menu(page).getByRole('button', { name: 'Свернуть меню' });
  const isSeen = async () => fold.evaluate((button) => button.checkVisibility({ opacityProperty: true }));
  expect(await isSeen()).toBe(false);
  await menu(page).hover();
  expect(await isSeen()).toBe(true);
  // The logo leads to the cards, and on their page nowhere.
  await menu(page).getByRole('link', { name: 'Магистраль, мои карты' }).click();
  await expect(page).toHaveURL('/cabinet');
  await expect(menu(page).getByRole('link', { name: 'Магистраль, мои карты' })).toHaveCount(0);
  await expect(menu(page).getByText('Магистраль')).toBeVisible();
});

test('a detail page has the name of its thing, and the arrow of the header', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet/fleet');
  await expect(page.getByRole('heading', { level: 1, name: 'Автопарк' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^(Назад|На главную)/ })).toHaveCount(0);
  await page.goto('/cabinet/fleet?truck=1');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(/^\S\s\d{3}\s\S{2}\s\d{2,3}\s\S/);
  await expect(page).toHaveTitle(`${await heading.innerText()} — Магистраль`);
  await page.getByRole('link', { name: 'Назад, к машинам' }).click();
  await expect(page).toHaveURL('/cabinet/fleet');
  await page.goto('/cabinet/card?id=1');
  await page.getByRole('link', { name: 'На главную' }).click();
  await expect(page).toHaveURL('/cabinet');
  await expect(page.getByRole('table', { name: 'Мои карты' })).toBeVisible();
});

test('title, «Доступ» and «Заказать карту» are in one line @phone', async ({ page }) => {
  await signIn(page, ADMIN);
  for (const place of ['/cabinet', '/cabinet/card-transactions', '/cabinet/documents']) {
    await page.goto(place);
    const heading = page.getByRole('heading', { level: 1 });
    // A phone sees the title before the application has come.
    await expect(page.locator('header').getByRole('link', { name: 'Доступ', exact: true })).toBeVisible();
    const line = await heading.boundingBox();
    for (const name of ['Доступ', 'Заказать карту']) {
      const link = await page.locator('header').getByRole('link', { name, exact: true }).boundingBox();
      const middle = (link?.y ?? 0) + (link?.height ?? 0) / 2;
      expect(middle).toBeGreaterThan(line?.y ?? 0);
      expect(middle).toBeLessThan((line?.y ?? 0) + (line?.height ?? 0));
      expect(link?.x).toBeGreaterThanOrEqual((line?.x ?? 0) + (line?.width ?? 0));
    }
  }
});

test('staff have six places, and every page is in one of them', async ({ page }) => {
  test.setTimeout(900_000);
  await signIn(page, STAFF);
  await page.goto('/staff');
  await expect(menu(page)).toBeVisible();
  expect(await listMenu(page)).toEqual(['Очередь', 'Клиенты', 'Деньги', 'Месяц', 'Программа', 'Люди']);
  for (const [place, tab, address] of [
    ['Очередь', 'Решения вдвоём', '/staff/approvals'],
    ['Деньги', 'Сверка', '/staff/reconciliation'],
    ['Месяц', 'Документы', '/staff/documents'],
    ['Программа', 'Контакты', '/staff/contacts'],
    ['Люди', 'Удаление данных', '/staff/erasures'],
  ] as const) {
    await openPlace(page, place, tab);
    await expect(page).toHaveURL(address);
    await expect(menu(page).locator('[aria-current]')).toHaveText(new RegExp(`^${place}`));
  }
  await expectNoAxeViolations(page);
});

test('staff find a client, a request, a payment, a document and a page by Ctrl+K', async ({ page }) => {
  await signIn(page, STAFF);
  await page.goto('/staff/terms');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Поиск и действия' });
  const option = (name: RegExp) => page.getByRole('option', { name });
  await expect(async () => {
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused({ timeout: 5_000 });
  }).toPass();
  await field.fill('дальний рейс');
  await expect(option(/^ООО «Дальний рейс».*ИНН/)).toBeVisible();
  await expect(option(/^Заявка № \d+/).first()).toBeVisible();
  await expect(option(/^Платёж № /).first()).toBeVisible();
  await expectNoAxeViolations(page);
  await option(/^ООО «Дальний рейс».*ИНН/).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Дальний рейс' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await field.fill('закрытие месяца');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/staff/closing');
});
