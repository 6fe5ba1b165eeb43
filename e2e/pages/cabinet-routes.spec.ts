import type { Page } from '@playwright/test';
import { changeAnswer } from './change-answer.ts';
import {
  ADMIN,
  expect,
  expectNoAxeViolations,
  MANAGER,
  signIn,
  SPECIALIST,
  STAFF,
  test,
} from '../fixtures.ts';

/** Every row of the cabinet's route table, its heading, and what shows that its content has loaded. */
const ROUTES: {
  path: string;
  heading: string;
  shows: (page: Page) => ReturnType<Page['getByText']>;
  isDetail?: true;
}[] = [
  { path: '/cabinet', heading: 'Мои карты', shows: (page) => page.getByRole('row').nth(1) },
  {
    path: '/cabinet/card-transactions',
    heading: 'Последние транзакции',
    shows: (page) => page.getByRole('button', { name: 'Скачать отчёт' }),
  },
  {
    path: '/cabinet/exchange',
    heading: '1С и программы',
    shows: (page) => page.getByRole('button', { name: 'Скачать EnterpriseData' }),
  },
  {
    path: '/cabinet/services',
    isDetail: true,
    heading: 'Услуги',
    shows: (page) => page.getByRole('main').getByText(/карт/i).first(),
  },
  {
    path: '/cabinet/drivers',
    heading: 'Добавление водителя',
    shows: (page) => page.getByRole('button', { name: /^Удалить водителя/ }).first(),
  },
  {
    path: '/cabinet/card-payment/1',
    isDetail: true,
    heading: 'Перевод средств',
    shows: (page) => page.getByLabel('Карта', { exact: true }),
  },
  {
    path: '/cabinet/card-payout/1',
    isDetail: true,
    heading: 'Оплата',
    shows: (page) => page.getByLabel('Карта', { exact: true }),
  },
  {
    path: '/cabinet/payment/1',
    isDetail: true,
    heading: 'Оплата',
    shows: (page) => page.getByRole('button', { name: 'Выставить счёт' }),
  },
  {
    path: '/cabinet/distribute',
    heading: 'Распределение',
    shows: (page) => page.getByText('Нераспределённые средства').first(),
  },
  {
    path: '/cabinet/transactions',
    heading: 'Сводные отчеты',
    shows: (page) => page.getByRole('table').first(),
  },
  {
    path: '/cabinet/documents',
    heading: 'Документы',
    shows: (page) => page.getByRole('group', { name: 'Год' }),
  },
  {
    path: '/cabinet/invoices-issued',
    heading: 'Выставленные счета',
    shows: (page) => page.getByText(/№ М-/).first(),
  },
  {
    path: '/cabinet/statement',
    heading: 'Выписка по счёту',
    shows: (page) => page.getByLabel('Счёт', { exact: true }),
  },
  {
    path: '/cabinet/create',
    isDetail: true,
    heading: 'Заказать карту',
    shows: (page) => page.getByRole('spinbutton', { name: 'Карт РН-Карт' }),
  },
  {
    path: '/cabinet/permissions',
    heading: 'Доступ',
    shows: (page) => page.getByRole('group', { name: 'Роль: Марина' }),
  },
  { path: '/cabinet/news', heading: 'Новости', shows: (page) => page.getByRole('article').first() },
];

test('§2.49 §2.52 §2.70 §2.77 §2.79 every cabinet page exists, has its own title, fits the screen and can be left @phone', async ({
  page,
}) => {
  test.setTimeout(900_000);
  await signIn(page, ADMIN);
  for (const { path, heading, shows, isDetail = false } of ROUTES) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(shows(page)).toBeVisible();
      // A detail page has an arrow to the root, the others are left by the menu.
      if (isDetail) await expect(page.getByRole('link', { name: 'На главную' })).toHaveAttribute('href', '/');
      else {
        await expect(page.getByRole('link', { name: 'На главную' })).toHaveCount(0);
        await expect(page.getByRole('navigation', { name: 'Разделы кабинета' }).first()).toBeAttached();
      }
      await expectNoSidewaysScroll(page);
      await expectNoAxeViolations(page);
    });
  }
});

test('§2.61 §2.66 §2.69 a card leads to its page, operations, services, drivers and money @phone', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet?status=1&partner=2');
  await page.locator('a[href^="/cabinet/card?id="]').first().click();
  await expect(page.getByRole('heading', { level: 1, name: /\S\s••\s\d{4}$/ })).toBeVisible();
  await expect(page.getByText('Баланс карты')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Последние операции' })).toBeVisible();
  await expectNoSidewaysScroll(page);
  const cardId = new URL(page.url()).searchParams.get('id');

  for (const [path, heading] of [
    [`/cabinet/card-transactions?cardId=${cardId}`, 'Последние транзакции'],
    [`/cabinet/services?card=${cardId}`, 'Услуги'],
    [`/cabinet/drivers?card=${cardId}`, 'Добавление водителя'],
    [`/cabinet/card-payment/1?card=${cardId}`, 'Перевод средств'],
    [`/cabinet/card-payout/1?card=${cardId}`, 'Оплата'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await expectNoAxeViolations(page);
  }

  await test.step('§2.69 one card’s page names it unmistakably; without a card it is chosen', async () => {
    await page.goto(`/cabinet/card-payment/1?card=${cardId}`);
    await expect(page.getByLabel('Сумма', { exact: true })).toBeVisible();
    await expect(page.getByLabel('Карта', { exact: true })).toHaveCount(0);
    await page.goto('/cabinet/card-payment/1');
    await expect(page.getByLabel('Карта', { exact: true })).toHaveValue('');
  });
});

test('§2.83 money with a silent network has its line in the balances, and all add up', async ({ page }) => {
  const waits = (id: number, type: number, sum: number) => ({
    id,
    type: { id: type, title: '' },
    type_id: type,
    sum,
  });
  await changeAnswer(page, /\/api\/card(\?|$)/, ({ data: [one, other, third] }) => {
    one.inProgressOperations = [waits(900_001, 1, 300.1), waits(900_002, 3, 0)];
    other.inProgressOperations = [waits(900_003, 2, 50.2)];
    third.inProgressOperations = [];
  });
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  const rows = page.getByRole('region', { name: 'Балансы' }).locator('dl > div');
  await expect(rows.filter({ hasText: 'В пути' })).toContainText(asRubles(350.3));
  await expectNoAxeViolations(page);
});

test('§2.53 §4.29 with two networks in maintenance the banner names both and explains closed cards @phone', async ({
  page,
}) => {
  const works = (partner: number, message: string, day: string) => ({
    message,
    start: { date: day, time: '10:00' },
    end: { date: day, time: '18:00' },
    partner,
  });
  await changeAnswer(page, '**/api/users/profile', (answer) => {
    answer.maintenance = {
      ...works(2, 'Обновляем процессинг', '2026-10-01'),
      partners: [2, 3],
      others: [works(3, 'Меняем оборудование', '2026-10-02')],
    };
  });
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  for (const text of [
    'Технические работы: Газпромнефть',
    'Обновляем процессинг. С 01.10.2026 10:00 до 01.10.2026 18:00 по московскому времени.',
    'Технические работы: Татнефть',
    'Меняем оборудование. С 02.10.2026 10:00 до 02.10.2026 18:00 по московскому времени.',
  ])
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible();
  await expectNoAxeViolations(page);
});

test('§2.59 §2.82 §2.83 §2.85 §2.86 §2.87 §2.88 §2.89 §9.36 each widget beside the cards is there, and shows the figure of the server', async ({
  page,
}) => {
  await signIn(page, MANAGER);
  const client = page.waitForResponse(/\/api\/client\/\d+$/);
  const tenders = page.waitForResponse('**/api/tenders/count');
  await page.goto('/cabinet');
  const { data } = await (await client).json();
  const balances = page.getByRole('region', { name: 'Балансы' });
  for (const [label, rubles] of [
    ['Кредитный лимит', data.creditSum],
    ['Мои средства', data.ownFunds],
  ] as const) {
    const row = balances.locator('dl > div').filter({ hasText: label });
    await expect(row).toContainText(asRubles(rubles));
  }
  await expect(balances.getByRole('button', { name: /^Перевести: / })).toHaveCount(data.accounts.length);

  await expect(page.getByRole('heading', { name: 'Подключённые услуги' })).toBeVisible();
  await expect(page.getByText('ЭДО', { exact: true })).toBeVisible();
  const widgets = page.getByRole('region', { name: 'Сервисы' });
  await expect(widgets.getByText(/^\d+\sводител(ь|я|ей)$/)).toBeVisible();
  await expect(widgets.getByRole('link', { name: 'Читать новости' })).toHaveAttribute(
    'href',
    '/cabinet/news',
  );
  const count = (await (await tenders).json()).data.count as number;
  await expect(widgets.getByText(`${count}\u00a0${formatTenders(count)} на площадке`)).toBeVisible();
  await widgets.getByRole('button', { name: 'Смотреть тарифную политику' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await widgets.getByRole('link', { name: 'Открыть список водителей' }).click();
  await expect(page).toHaveURL(/\/cabinet\/drivers$/);
  await page.goBack();
  const saved = page.waitForEvent('download');
  await page.getByRole('region', { name: 'Сервисы' }).getByRole('link', { name: 'Скачать' }).click();
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/);
});

test('§2.60 the limits of a group of cards show only where a card has a group', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  await expect(page.getByRole('heading', { name: 'Лимиты групп карт' })).toBeVisible();
  await page.goto('/cabinet?partner=4');
  await expect(page.getByText(/^\d+\sкарт/).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Лимиты групп карт' })).toHaveCount(0);
});

test('§2.60 what is left of a group’s limits is of all its cards, whatever a filter shows', async ({
  page,
}) => {
  await changeAnswer(page, /\/api\/card(\?|$)/, (answer) => {
    for (const card of answer.data) {
      card.group_id = 77;
      card.limit = {
        unit_count: 100,
        unit: { id: 'amount', title: 'литры' },
        period: { id: 'P1D', title: 'сутки' },
        spent: 0,
        left: 100,
      };
    }
  });
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  const group = page.getByRole('listitem').filter({ hasText: 'Группа 77' });
  await expect(group).toBeVisible();
  const whole = await group.innerText();
  await page.getByLabel('Сеть').selectOption('Татнефть');
  await expect(page).toHaveURL(/partner=3/);
  await expect(page.getByRole('table').getByText('Газпромнефть')).toHaveCount(0);
  expect(await group.innerText()).toBe(whole);
});

test('§7.1 §7.10 §7.57 every call stays on the product’s own address, and carries the session’s token', async ({
  page,
  portal,
}) => {
  await signIn(page, ADMIN);
  const foreignUrls: string[] = [];
  const nameless: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== portal) foreignUrls.push(request.url());
    const isPublic = /^\/api\/(operator|log|service_center\/)/.test(url.pathname);
    if (url.pathname.startsWith('/api/') && !isPublic && !request.headers()['x-auth-token'])
      nameless.push(url.pathname);
  });
  for (const { path, shows } of ROUTES.slice(0, 4)) {
    await page.goto(path);
    await expect(shows(page)).toBeVisible();
  }
  await page.goto('/map');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(foreignUrls).toEqual([]);
  expect(nameless).toEqual([]);
});

test('a long word in a company’s title or a name keeps the page within the screen @phone', async ({
  page,
}) => {
  const word = 'Автотранспортэкспедиция'.repeat(6);
  await changeAnswer(page, '**/api/users/profile', (body) => {
    Object.assign(body.data, { firstname: word, lastname: word });
    body.data.company.title = `ООО «${word}»`;
  });
  await changeAnswer(page, /\/api\/card\/\d+$/, (body) => {
    const driver = {
      id: 1,
      surname: word,
      name: word,
      initialName: 'И.',
      initialPatronymic: '',
      phone: null,
    };
    body.data.drivers = [{ ...driver, patronymic: null }];
  });
  await signIn(page, ADMIN);
  const places = ['/cabinet', '/cabinet/create', '/create/1', '/cabinet/card?id=1'];
  for (const place of places) {
    await page.goto(place);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'К содержанию' })).toHaveCount(1);
    // On a phone the person and the company stand in the sheet of all places.
    const more = page.getByRole('button', { name: 'Ещё', exact: true }).filter({ visible: true });
    if (await more.isVisible()) await more.click();
    await expect(page.getByText(word).filter({ visible: true }).first()).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
});

test('§2.58 a thumb meets the actions of a card: their buttons are at least 44 px @phone', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.goto('/cabinet');
  const box = await page
    .getByRole('button', { name: /^Действия с картой/ })
    .first()
    .boundingBox();
  expect(box?.width).toBeGreaterThanOrEqual(44);
  expect(box?.height).toBeGreaterThanOrEqual(44);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });

  test('a thumb meets a link that stands by itself: 44 px of it are its own', async ({ page }) => {
    await signIn(page, ADMIN);
    for (const [place, name] of [
      ['/cabinet/card?id=1', 'Изменить услуги'],
      ['/cabinet/card?id=1', 'Все операции карты'],
      ['/cabinet/drivers', /^\+7/],
      ['/news', 'Магистраль, на главную'],
    ] as const) {
      await page.goto(place);
      const link = page.getByRole('link', { name, exact: true }).first();
      await link.scrollIntoViewIfNeeded();
      const missed = await link.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [-21, 0, 21].filter((off) => {
          const hit = document.elementFromPoint(x + width / 2, y + height / 2 + off);
          return hit !== element && !element.contains(hit);
        });
      });
      expect(missed, String(name)).toEqual([]);
    }
  });
});

test('no page of the staff has the landing page’s name in the browser’s tabs', async ({ page }) => {
  await signIn(page, STAFF);
  for (const place of ['', '/payments', '/movements', '/unsettled', '/edm', '/reconciliation']) {
    await page.goto(`/staff${place}`);
    const heading = await page.getByRole('heading', { level: 1 }).innerText();
    await expect(page).toHaveTitle(`${heading} — Магистраль`);
  }
  await page.getByRole('link', { name: 'Магистраль, заявки на карты' }).click();
  await expect(page).toHaveURL(/\/staff$/);
});

test('a page below the cards or the invoices has its place in the navigation', async ({ page }) => {
  await signIn(page, MANAGER);
  const menu = page.getByRole('navigation', { name: 'Разделы кабинета' });
  const current = menu.locator('[aria-current="page"]:visible');
  for (const [place, section] of [
    ['card-payment/1?card=1', 'Карты'],
    ['card-payout/1?card=1', 'Карты'],
    ['create', 'Карты'],
    ['payment/1', 'Деньги'],
    ['payment/2?sum=100', 'Деньги'],
  ] as const) {
    await page.goto(`/cabinet/${place}`);
    await expect(current).toHaveText(section);
  }
});

test('§6.4 a specialist is not invited to set up and change a card, and may look', async ({ page }) => {
  await signIn(page, SPECIALIST);
  await page.goto('/cabinet?status=5');
  const card = page.getByRole('link', { name: /^Карта ••/ }).first();
  await expect(card).toBeVisible();
  await expect(page.getByText('Настроить')).toHaveCount(0);
  await card.click();
  await expect(page.getByText('Её настраивает менеджер или администратор компании.')).toBeVisible();
  await expect(page.getByText(/Настроить|Изменить/)).toHaveCount(0);
  await page.getByRole('link', { name: 'Все услуги' }).click();
  await expect(page.getByText('Её настраивает менеджер или администратор компании.')).toBeVisible();
});

test('text twice as large keeps a page, and its bottom bar, within a phone’s screen', async ({ page }) => {
  test.setTimeout(900_000);
  await page.setViewportSize({ width: 360, height: 740 });
  const SHOWN_OUTSIDE = [
    { path: '/', shows: () => page.getByRole('heading', { level: 1 }) },
    { path: '/news', shows: () => page.getByRole('article').first() },
    { path: '/login-driver', shows: () => page.getByLabel('Телефон') },
  ];
  const SHOWN_INSIDE = [
    { path: '/create/1', shows: () => page.getByRole('spinbutton').first() },
    { path: '/cabinet/card?id=1', shows: () => page.getByText('Баланс карты') },
    ...ROUTES,
  ];
  await page.addInitScript(() =>
    document.addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%')),
  );
  async function expectNoOverflow({ path, shows }: Omit<(typeof ROUTES)[number], 'heading'>) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(shows(page)).toBeVisible();
      await expectNoSidewaysScroll(page);
    });
  }
  for (const item of SHOWN_OUTSIDE) await expectNoOverflow(item);
  await signIn(page, ADMIN);
  for (const item of SHOWN_INSIDE) await expectNoOverflow(item);
  await expect(page.getByRole('button', { name: 'Ещё', exact: true })).toBeInViewport({ ratio: 1 });
});

test('a desk at 400 % keeps words, dates and buttons within the screen', async ({ page }) => {
  await signIn(page, MANAGER);
  await page.setViewportSize({ width: 320, height: 480 });
  for (const place of ['/cabinet/create', '/create/1']) {
    await page.goto(place);
    await expect(page.getByRole('spinbutton').first()).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
  await page.goto('/cabinet/card?id=1');
  await expect(page.getByRole('table')).toBeVisible();
  const cut = await page.getByRole('main').evaluate((main) => {
    const inner = (element: Element) => element.scrollWidth - element.clientWidth;
    const edge = main.querySelector('table')?.getBoundingClientRect().right ?? 0;
    const dates = [...main.querySelectorAll('time')].map(
      (htmlTimeElement) => htmlTimeElement.getBoundingClientRect().right - edge,
    );
    return Math.max(...[...main.querySelectorAll('button, a')].map(inner), ...dates);
  });
  expect(cut).toBeLessThanOrEqual(0);
});

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(over).toBeLessThanOrEqual(0);
}

/** `1 234,50 ₽` with its no-break spaces. */
function asRubles(rubles: number): string {
  return new Intl.NumberFormat('ru-RU', { style: 'currency', currency: 'RUB' }).format(rubles);
}

/** 1 тендер, 2 тендера, 5 тендеров, 11 тендеров. */
function formatTenders(count: number): string {
  return { one: 'тендер', few: 'тендера', many: 'тендеров', other: 'тендера' }[
    new Intl.PluralRules('ru-RU').select(count) as 'one' | 'few' | 'many' | 'other'
  ];
}
