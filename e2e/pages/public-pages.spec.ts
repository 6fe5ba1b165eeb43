import {
  expect,
  expectNoAxeViolations,
  fillInNewcomer,
  MANAGER,
  newPhone,
  signIn,
  STAFF,
  test,
  signInForToken,
} from '../fixtures.ts';

test('§2.2 §1.25 §1.26 §1.27 §1.28 §1.29 §1.30 the landing page says all that a visitor needs, and fits a phone @phone', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: /Позвонить/ })).toHaveAttribute('href', /^tel:/);
  await expect(header.getByRole('link', { name: /Написать/ })).toHaveAttribute('href', /^mailto:/);
  const main = page.getByRole('main');
  for (const advantage of [
    'Качественное топливо',
    'Управление счётом онлайн',
    'Возврат НДС 20 %',
    'Контроль расхода',
    'Распределение денег между картами',
    'Лимиты',
    'Блокировка карты онлайн',
  ]) {
    await expect(main.getByText(advantage, { exact: true })).toBeVisible();
  }
  await expect(main.getByRole('heading', { name: /Более 2 400 заправок/ })).toBeVisible();
  await expect(main.getByRole('link', { name: 'Скачать список АЗС' })).toHaveAttribute(
    'href',
    '/api/service_center/list.csv',
  );
  const road = main.getByRole('region', { name: 'Как получить карту' }).getByRole('listitem');
  await expect(road).toHaveCount(4);
  await main.locator('#stations').scrollIntoViewIfNeeded();
  await expect(main.getByRole('img', { name: /Карта России из точек/ })).toBeVisible();
  await expectNoAxeViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test('§1.31 §1.32 §1.33 §1.35 §1.36 the questions open, and the footer says who answers the rest', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByText('Карта пришла. Можно заправляться?').click();
  await expect(page.getByText(/Карты приходят с нулевым балансом/)).toBeVisible();
  await page.getByText('Как пополнить счёт?').click();
  await expect(page.getByText(/Выставьте счёт на нужную сумму/)).toBeVisible();
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByText('9:00–19:00 по московскому времени')).toBeVisible();
  await expect(footer.getByRole('link', { name: /чате/ })).toHaveAttribute('href', /^https:/);
});

const DOCUMENTS = [
  ['Договор топливной программы', '/api/doc/fuelContract'],
  ['Рамочное соглашение', '/api/termsOfService/download'],
  ['Условия использования', '/api/doc/termsOfUse'],
  ['Персональные данные', '/api/doc/personalDataPolicy'],
  ['Список АЗС', '/api/service_center/list.csv'],
] as const;

test('§1.25 header and footer of sign-in and wizard have phone, email and links to documents @phone', async ({
  page,
}) => {
  const narrow = (page.viewportSize()?.width ?? 0) < 1024;
  for (const [place, heading] of [
    ['/login-driver', 'Вход или регистрация'],
    ['/create/1', 'Создание заявки'],
  ] as const) {
    if (place === '/create/1') await signIn(page, MANAGER);
    await page.goto(place);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    for (const part of ['banner', 'contentinfo'] as const) {
      const edge = page.getByRole(part);
      await expect(edge.getByRole('link', { name: /Позвонить/ })).toHaveAttribute('href', /^tel:/);
      await expect(edge.getByRole('link', { name: /Написать/ })).toHaveAttribute('href', /^mailto:/);
      if (part === 'banner' && narrow) {
        await edge.getByRole('link', { name: 'Документы' }).click();
        await expect(page.getByRole('contentinfo')).toBeInViewport();
        continue;
      }
      for (const [title, href] of DOCUMENTS)
        await expect(edge.getByRole('link', { name: title })).toHaveAttribute('href', href);
    }
    await expect(page.getByRole('contentinfo')).toContainText(/ИНН\s\d{10}/);
    await expectNoAxeViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  }
});

test('§1.25 the footer of a public page has the operator’s INN and the privacy policy @phone', async ({
  page,
}) => {
  for (const place of ['/', '/map', '/news']) {
    await page.goto(place);
    const footer = page.getByRole('contentinfo');
    await expect(footer).toContainText(/ИНН\s\d{10}/);
    const policy = footer.getByRole('link', { name: 'Персональные данные' });
    const paper = await page.request.get((await policy.getAttribute('href')) ?? '');
    expect([paper.status(), paper.headers()['content-type']]).toEqual([200, 'application/pdf']);
  }
});

test('§1.25 cabinet and wizard show phone, email and documents, clear of a phone’s bar @phone', async ({
  page,
}) => {
  await signIn(page, MANAGER);
  for (const [place, heading] of [
    ['/cabinet', 'Мои карты'],
    ['/create/1', 'Создание заявки'],
  ] as const) {
    await page.goto(place);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByRole('link', { name: /Позвонить/ })).toHaveAttribute('href', /^tel:/);
    await expect(footer.getByRole('link', { name: /Написать/ })).toHaveAttribute('href', /^mailto:/);
    const more = footer.getByRole('button', { name: 'Документы' });
    if (place === '/cabinet' && (page.viewportSize()?.width ?? 0) < 640) {
      expect((await footer.boundingBox())?.height).toBeLessThan(3 * 32);
      await more.click();
    } else await expect(more).toHaveCount(0);
    for (const [paper] of DOCUMENTS) {
      // A trial click: nothing covers it once one has scrolled to the end.
      await footer.getByRole('link', { name: paper }).click({ trial: true });
    }
    // The head of the table covers a part of the last row that is in the window.
    await page.evaluate(() => scrollTo(0, 0));
    await expectNoAxeViolations(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
  }
});

test('§2.4 §2.5 §2.22 the header leads to the chat for questions, and to the sign-in for ordering', async ({
  page,
}) => {
  await page.goto('/');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Задать вопрос' })).toHaveAttribute('href', /^https:/);
  await expect(header.getByRole('link', { name: 'Заказать карту' })).toHaveAttribute('href', '/login-driver');
  await header.getByRole('link', { name: 'Войти' }).click();
  await expect(page).toHaveURL(/\/login-driver$/);
});

test('the switch of colours at the foot of a page is seen on it, with its track @phone', async ({ page }) => {
  for (const place of ['/', '/news']) {
    await page.goto(place);
    const foot = page.getByRole('contentinfo');
    const track = foot.getByText('Как в системе').locator('xpath=../..');
    await expect(track).toBeVisible();
    const readColour = (locator: typeof foot) =>
      locator.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await readColour(track)).not.toBe(await readColour(foot));
  }
});

test('§2.21 a signed-in user without fuel access starts a new order from the landing page', async ({
  page,
}) => {
  await page.goto('/login-driver');
  await fillInNewcomer(page, newPhone());
  await page.getByRole('button', { name: 'Продолжить' }).click();
  await expect(page).toHaveURL(/\/enter\/1$/);
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Новая заявка' }).click();
  await expect(page).toHaveURL(/\/enter\/1$/);
});

test('§2.6 the notice for partners does not open by itself, only by its link', async ({ page }) => {
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Партнёрам без кабинета' }).click();
  await expect(page.getByRole('dialog')).toContainText('обратитесь к вашему менеджеру');
  await expectNoAxeViolations(page);
});

test('§2.90 §2.91 §9.14 the holiday notice comes 2 s after the page on its dates, otherwise never', async ({
  page,
}) => {
  await page.clock.install({ time: new Date('2024-12-30T11:59:00+03:00') });
  await page.clock.pauseAt(new Date('2024-12-30T12:00:00+03:00'));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('contentinfo').getByRole('link', { name: /чате/ })).toBeVisible();
  await page.clock.runFor(1500);
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.clock.runFor(1500);
  await expect(page.getByRole('dialog', { name: 'Работа в праздники' })).toBeVisible();

  // The banner appears only once per visit.
  await page.reload();
  await page.clock.runFor(5000);
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.evaluate(() => sessionStorage.clear());
  await page.clock.setSystemTime(new Date('2025-01-09T12:00:00+03:00'));
  await page.reload();
  await expect(page.getByRole('contentinfo').getByRole('link', { name: /чате/ })).toBeVisible();
  await page.clock.runFor(5000);
  await expect(page.getByRole('dialog')).toBeHidden();
});

test('§2.90 §9.14 the holiday notice comes to a signed-in user once, after 2 s, not over typing', async ({
  page,
}) => {
  await signIn(page, MANAGER);
  await page.clock.install({ time: new Date('2024-12-30T11:59:00+03:00') });
  await page.goto('/cabinet/payment/1');
  const sum = page.getByLabel('Сумма пополнения');
  await expect(sum).toBeFocused();
  await page.clock.pauseAt(new Date('2024-12-30T12:05:00+03:00'));
  const notice = page.getByRole('dialog', { name: 'Работа в праздники' });
  await expect(notice).toHaveCount(0);
  await sum.blur();
  await page.clock.runFor(2000);
  await expect(notice).toBeVisible();
  await page.clock.resume();
  await expectNoAxeViolations(page);
  await notice.getByRole('button', { name: 'Понятно' }).click();
  await expect(notice).toHaveCount(0);
  await page.reload();
  await page.clock.runFor(5000);
  await expect(notice).toHaveCount(0);
});

test('§2.19 an unknown address says so @phone', async ({ page }) => {
  expect((await page.goto('/cabinett/documents'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Страница не найдена.' })).toBeVisible();
  await expectNoAxeViolations(page);
});

test('§2.19 §2.67 §2.70 §2.71 an address in capitals is a page that is not found', async ({ page }) => {
  async function expectNothingAt(path: string) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Страница не найдена.' })).toBeVisible();
  }
  for (const path of ['/CABINET', '/Create/1', '/Staff', '/Maintenance']) await expectNothingAt(path);
  await signIn(page, MANAGER);
  for (const path of [
    '/Cabinet/card',
    '/cabinet/card-payment/3',
    '/cabinet/card-payout',
    '/cabinet/payment/0',
  ])
    await expectNothingAt(path);
  await page.goto('/cabinet/card-payout/2');
  await expect(page).toHaveURL(/\/cabinet\/card-payout\/1$/);
  await page.goto('/cabinet/payment/1/');
  await expect(page.getByRole('heading', { name: 'Оплата' })).toBeVisible();
  await page.goto('/cabinet/payment/2/?sum=100');
  await expect(page.getByRole('heading', { name: /Счёт № / })).toBeVisible();
});

test('§2.10 a user without a role reads whom to ask @phone', async ({ page }) => {
  await page.goto('/permissions-denied');
  await expect(page.getByRole('heading', { name: 'Нет доступа' })).toBeVisible();
  await expect(page.getByText('Обратитесь к администратору вашей компании')).toBeVisible();
  await expectNoAxeViolations(page);
});

test('§2.13 without an announcement the maintenance page leads away', async ({ page }) => {
  await page.goto('/maintenance');
  await expect(page).toHaveURL(/\/login-driver$/);
});

test('§2.12 §4.30 §8.37 an announcement for everything shows its words and its hours @phone', async ({
  page,
}) => {
  await page.route('**/api/users/profile', (route) =>
    route.fulfill({
      json: {
        code: 200,
        data: {
          id: 1,
          firstname: 'Иван',
          lastname: null,
          phone: '79000000001',
          masked_phone: '+7 (***) ***-**-01',
          email: null,
          company: null,
          is_staff: false,
          staff_role: null,
        },
        permissions: [],
        maintenance: {
          message: 'Переезжаем на новые серверы',
          start: { date: '2026-11-21', time: '02:00' },
          end: { date: '2026-11-21', time: '06:00' },
          partner: 0,
        },
      },
    }),
  );
  await page.addInitScript(() => {
    const tokens = { enter: 'e', access: 'a', refresh: 'r', expiry: '2099-01-01T00:00:00Z' };
    localStorage.setItem(
      'magistral.auth',
      JSON.stringify({ tokens, expiresAt: Date.now() + 3_600_000, profile: null, permissions: [] }),
    );
  });
  await page.goto('/enter/1');
  await expect(page).toHaveURL(/\/maintenance$/);
  await expect(page.getByText('Переезжаем на новые серверы')).toBeVisible();
  await expect(page.getByText('21 ноября 2026, 02:00')).toBeVisible();
  await expect(page.getByText('21 ноября 2026, 06:00')).toBeVisible();
  await expectNoAxeViolations(page);
  for (const open of ['/', '/map']) {
    await page.goto(open);
    await expect(page).toHaveURL(/\/maintenance$/);
  }
});

test('§2.12 §2.13 a visitor reads why everything is closed, and a program gets 503', async ({ page }) => {
  const staff = { 'x-auth-token': await signInForToken(page.request, STAFF) };
  const works = { message: 'Переезжаем на новые серверы', partner: 0, ...hoursFromNow(-1, 1) };
  await page.request.put('/staff/api/maintenance', { headers: staff, data: works });
  try {
    const answer = await page.goto('/maintenance');
    expect(answer?.status()).toBe(503);
    expect(Number(answer?.headers()['retry-after'])).toBeGreaterThan(3000);
    await expect(page.getByText('Переезжаем на новые серверы')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Сервис временно недоступен' })).toBeVisible();
    for (const closed of ['/cabinet', '/enter/1', '/map']) {
      await page.goto(closed);
      await expect(page).toHaveURL(/\/maintenance$/);
      await expect(page.getByText('Переезжаем на новые серверы')).toBeVisible();
    }
    // The user who ends the maintenance can sign in.
    await page.goto('/login-driver');
    await expect(page.getByLabel('Телефон')).toBeVisible();
  } finally {
    await page.request.delete('/staff/api/maintenance', { headers: staff });
  }
  await page.goto('/maintenance');
  await expect(page).toHaveURL(/\/login-driver$/);
});

test('§2.12 §2.53 announced maintenance is shown over the cabinet before it begins @phone', async ({
  page,
}) => {
  const staff = { 'x-auth-token': await signInForToken(page.request, STAFF) };
  const all = { message: 'Обновим сервер', partner: 0, ...hoursFromNow(20, 22) };
  const one = { message: 'Сеть обновит процессинг', partner: 3, ...hoursFromNow(5, 6) };
  for (const data of [all, one]) await page.request.put('/staff/api/maintenance', { headers: staff, data });
  try {
    await signIn(page, MANAGER);
    await page.goto('/cabinet');
    await expect(page.getByRole('heading', { name: 'Мои карты' })).toBeVisible();
    // The banner appears over the page or, where the user may already be aiming at something, beside it.
    await expect(page.getByText('Запланированы технические работы: Татнефть').first()).toBeVisible();
    await expect(page.getByText(/Сеть обновит процессинг\. С \d/).first()).toBeVisible();
    await expect(page.getByText(/Обновим сервер\. С \d/).first()).toBeVisible();
    await expectNoAxeViolations(page);
    await page.goto('/cabinet/card-payment/1');
    await expect(page.getByText('(технические работы)')).toHaveCount(0);
  } finally {
    await page.request.delete('/staff/api/maintenance', { headers: staff });
  }
});

function hoursFromNow(from: number, to: number): { start: string; end: string } {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  return { start: at(from), end: at(to) };
}

test('§2.15 §2.16 §2.17 §2.18 news: the first by default, the second by its id, at the top, beside the card @phone', async ({
  page,
}) => {
  await page.goto('/news');
  const first = await page.getByRole('heading', { level: 1 }).textContent();
  await expect(page.getByRole('complementary', { name: 'Карты' })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 500));
  await page.getByRole('navigation', { name: 'Все новости' }).getByRole('link').nth(1).click();
  await expect(page).toHaveURL(/\/news\?id=2$/);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(first ?? '');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(page.getByRole('article').getByRole('heading', { level: 2 })).toBeVisible();
  await page.goto('/news?id=77');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(first ?? '');
  await expectNoAxeViolations(page);
});

test('the development phone shows the newest code by itself, one number on request @phone', async ({
  page,
}) => {
  const phone = newPhone();
  await page.goto(`/dev/phone?phone=${phone}`);
  await expect(page.getByText('СМС пока нет')).toBeVisible();
  await page.request.post('/api/send-to-driver', {
    data: { route: 'auth/register', phone, recaptchaToken: 'test' },
  });
  await expect(page.getByRole('button', { name: 'Копировать' })).toHaveCount(1);
  await expect(page.getByRole('list', { name: 'Сообщения' })).toContainText('вход в кабинет');
  await expectNoAxeViolations(page);
});

test('text that a fault hands to the page as markup or as a script runs nothing', async ({ context }) => {
  // The browser complains of each refusal on a page of its own.
  const page = await context.newPage();
  await page.goto('/login-driver');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const outcomes = await page.evaluate(() => {
    const attempt = (write: () => void): string => {
      try {
        write();
        return 'taken';
      } catch (refusal) {
        return (refusal as Error).name;
      }
    };
    const place = document.createElement('div');
    return [
      attempt(() => (place.innerHTML = '<img src="x" onerror="alert(1)">')),
      attempt(() => (document.createElement('script').src = 'https://evil.example/a.js')),
      attempt(() => (document.createElement('script').text = 'alert(1)')),
      attempt(() => (place.innerHTML = '<p>Новость</p>')),
    ];
  });
  expect(outcomes).toEqual(['TypeError', 'TypeError', 'TypeError', 'taken']);
});
