import { type Page } from '@playwright/test';
import { changeAnswer } from '../pages/change-answer.ts';
import { ADMIN, expect, expectNoAxeViolations, signIn, test } from '../fixtures.ts';

async function openMap(page: Page, address = '/map'): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole('region', { name: 'Карта АЗС' })).toBeVisible();
}

async function expandPanel(page: Page): Promise<void> {
  const fold = page.getByRole('button', { name: 'Список и маршрут' });
  if (await fold.isVisible()) await fold.click();
}

const list = (page: Page) => page.getByRole('list', { name: 'Заправочные станции' });
const routeList = (page: Page) => page.getByRole('list', { name: 'Станции вдоль маршрута' });

async function buildRoute(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole('tab', { name: 'Маршрут' }).click();
  await page.getByLabel('Откуда', { exact: true }).fill(from);
  await page.getByLabel('Куда', { exact: true }).fill(to);
  await expect(routeList(page)).toBeVisible();
}

test('§2.14 §2.99 §3.26 a visitor finds a station in the list and reads all of it on the map @phone', async ({
  page,
}) => {
  const outside: string[] = [];
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http') && !host.startsWith('127.0.0.1')) outside.push(request.url());
  });
  await openMap(page);
  await expect(page.getByText(/Нашлось: 2[\s\u00a0]\d{3}[\s\u00a0]станци/)).toBeVisible();
  await page.getByLabel('Город или адрес').fill('Тула М-2');
  await page.getByLabel('Сеть').selectOption('Газпромнефть');
  await page.getByLabel('Есть дизель').check();
  await expect(page).toHaveURL(/brand=/);
  const first = list(page).getByRole('button').first();
  await expect(first).toContainText('Тула, трасса М-2');
  await first.click();
  const popup = page.getByLabel('Карта', { exact: true });
  for (const title of ['Регион', 'Город', 'Улица', 'Дом', 'Сеть', 'Какие карты', 'Тип', 'Оплата по QR']) {
    await expect(popup.getByText(title, { exact: true })).toBeVisible();
  }
  await expect(popup.getByText(/за литр/)).toBeVisible();
  await popup.getByRole('button', { name: 'Закрыть' }).click();
  await expect(popup.getByText(/за литр/)).toBeHidden();
  expect(outside).toEqual([]);
});

test('both of two stations at one point can be opened on the map @phone', async ({ page }) => {
  await changeAnswer(page, /\/api\/service_center\/map\?/, ({ data }) => {
    Object.assign(data[0], { city: 'Двойное место', name: 'Первая станция' });
    data.push({ ...data[0], id: 999_999, name: 'Вторая станция' });
  });
  await openMap(page);
  await page.getByLabel('Город или адрес').fill('Двойное место');
  await expect(list(page).getByRole('button')).toHaveCount(2);
  await list(page)
    .getByRole('button', { name: /Первая станция/ })
    .click();
  const popup = page.getByLabel('Карта', { exact: true });
  await expect(popup.getByText('На этом же месте:')).toBeVisible();
  await popup.getByRole('button', { name: 'Вторая станция' }).click();
  await expect(popup.getByRole('button', { name: 'Первая станция' })).toBeVisible();
});

test('§9.22 §2.101 at 650 px and less the panel opens over the map, and can be folded away', async ({
  page,
}) => {
  await page.setViewportSize({ width: 650, height: 800 });
  await openMap(page);
  const fold = page.getByRole('button', { name: 'Свернуть' });
  await expect(fold).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByLabel('Город или адрес')).toBeVisible();
  await fold.click();
  await expect(page.getByLabel('Город или адрес')).toBeHidden();
  await page.getByRole('button', { name: 'Список и маршрут' }).click();
  await expect(page.getByLabel('Город или адрес')).toBeVisible();
  await page.setViewportSize({ width: 651, height: 800 });
  await expect(page.getByRole('button', { name: 'Свернуть' })).toBeHidden();
  await expect(page.getByLabel('Город или адрес')).toBeVisible();
});

test('§9.19 the map begins at zoom 3, far enough out to see a good part of the country', async ({ page }) => {
  await openMap(page);
  await expect(page.locator('[data-zoom]')).toHaveAttribute('data-zoom', '3');
});

test('§2.100 §9.20 §9.21 a route is built by cities, avoids tolls, and lists its stations along the road @phone', async ({
  page,
}) => {
  await openMap(page);
  await buildRoute(page, 'Москва', 'ростов-на-дону');
  await expect(page.getByText('Платные дороги объезжаем')).toBeVisible();
  await expect(page.getByText(/Маршрут приблизительный/)).toBeVisible();
  await expect(page.getByText(/1[\s\u00a0]\d{3}[\s\u00a0]км/).first()).toBeVisible();
  await expect(
    routeList(page)
      .getByText(/от начала, съезд/)
      .first(),
  ).toBeVisible();
  const along = await routeList(page)
    .getByText(/от начала, съезд/)
    .allInnerTexts();
  const km = along.map((text) =>
    Number(
      text
        .split(/\s*км/)[0]
        ?.replace(/[\s\u00a0]/g, '')
        .replace(',', '.'),
    ),
  );
  expect(km.length).toBeGreaterThan(3);
  expect(km).toEqual(km.toSorted((a, b) => a - b));
  await expectNoAxeViolations(page);
  // The same address gives another visitor the same route.
  await page.reload();
  await expandPanel(page);
  await expect(page.getByLabel('Куда', { exact: true })).toHaveValue('ростов-на-дону');
  await expect(routeList(page)).toBeVisible();
});

test('§2.100 a route that can’t be made names the town that has no road, and no coordinates', async ({
  page,
}) => {
  await openMap(page, '/map?tab=route&route=55.756,37.617,Москва;81,95,Остров Комсомолец');
  const problem = page.getByRole('alert');
  await expect(problem).toContainText('Остров Комсомолец');
  await expect(problem).not.toContainText(/\d\.\d/);
});

test('§2.99 the list begins near the middle of the map, and follows it when it is moved', async ({
  page,
}) => {
  await openMap(page);
  const first = list(page).getByRole('button').first();
  await expect(first).toBeVisible();
  const before = await first.textContent();
  expect(before).not.toContain('Барнаул');
  const map = page.getByRole('region', { name: 'Карта АЗС' });
  await map.focus();
  for (let press = 0; press < 4; press += 1) await map.press('ArrowRight');
  await expect(first).not.toHaveText(before ?? '');
});

test('§2.100 a place of the route is chosen on the map, and an unknown name is reported', async ({
  page,
}) => {
  await openMap(page);
  await page.getByRole('tab', { name: 'Маршрут' }).click();
  await page.getByLabel('Откуда', { exact: true }).fill('Тридевятое царство');
  // While the person is still in the field.
  await expect(page.getByText(/^Такого города мы не знаем\. Выберите город из списка/)).toBeVisible();
  await page.getByLabel('Откуда', { exact: true }).fill('Мос');
  await expect(page.getByText(/^Такого города мы не знаем/)).toHaveCount(0);
  await page.getByLabel('Откуда', { exact: true }).press('Enter');
  await expect(page.getByText(/^Такого города мы не знаем/)).toBeVisible();
  await page.getByLabel('Куда', { exact: true }).fill('Тула');
  // Each field has its own button, with a distinct name for screen readers.
  await expect(page.getByRole('button', { name: 'Указать на карте: Куда', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Указать на карте: Откуда', exact: true }).click();
  await expect(page.getByText('Нажмите место на карте')).toBeVisible();
  const map = page.getByRole('region', { name: 'Карта АЗС' });
  const box = await map.boundingBox();
  if (!box) throw new Error('the map has no place');
  // The steppe south of Orenburg, where there is no station to click by mistake.
  await map.click({ position: { x: box.width * 0.6, y: box.height * 0.85 } });
  await expect(page.getByLabel('Откуда', { exact: true })).toHaveValue(/^Точка /);
});

test('§2.100 a station clicked as a place of the route fills the field', async ({ page }) => {
  await openMap(page);
  // The map moves to the station that is chosen in the list.
  await page.getByRole('list', { name: 'Заправочные станции' }).getByRole('button').first().click();
  const map = page.getByLabel('Карта', { exact: true });
  const popup = map.getByRole('button', { name: 'Закрыть' });
  await expect(popup).toBeVisible();
  await popup.click();
  await page.getByRole('tab', { name: 'Маршрут' }).click();
  await page.getByRole('button', { name: 'Указать на карте: Откуда', exact: true }).click();
  await map.click();
  await expect(page.getByLabel('Откуда', { exact: true })).toHaveValue(/^Точка /);
  await expect(popup).toBeHidden();
});

test('§2.100 a colleague plans fuel with his cards’ networks and copies it for the driver @phone', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  // Every card may pay for only 260 litres more, so the limit matters whichever network is cheapest.
  await changeAnswer(page, '**/api/card', ({ data }) => {
    for (const card of data) {
      card.limit = {
        unit_count: 300,
        unit: { id: 'amount', title: 'литры' },
        period: { id: 'P1D', title: 'сутки' },
        spent: 40,
        left: 260,
      };
    }
  });
  await signIn(page, ADMIN);
  await openMap(page);
  await buildRoute(page, 'Москва', 'Краснодар');
  await page.getByText('Где и сколько заправлять').click();
  await expect(page.getByText('Сети ваших карт')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Не выходить за остатки лимитов' })).toBeChecked();
  await expect(page.getByText(/260.л на карте ••.\d{4}/).first()).toBeVisible();
  await page.getByLabel('В баке сейчас').fill('500');
  await page.getByRole('button', { name: 'Рассчитать заправки' }).click();
  await expect(page.getByText('Больше, чем вмещает бак')).toBeVisible();
  await page.getByLabel('В баке сейчас').fill('100');
  await page.getByRole('button', { name: 'Рассчитать заправки' }).click();
  const plan = page.getByRole('region', { name: 'План заправок' });
  await expect(plan.getByText(/Залить/).first()).toBeVisible();
  await expect(plan.getByText(/В пределах лимитов карт: .* из 260/)).toBeVisible();
  await plan.getByRole('button', { name: 'Скопировать для водителя' }).click();
  await expect(plan.getByText('План скопирован')).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toMatch(/^Маршрут: Москва — Краснодар[^]*1\. .*Залить [^]*Всего: /);
  await expectNoAxeViolations(page);

  await test.step('without HTTPS the browser has no clipboard, and the text is there to be marked', async () => {
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
    await plan.getByRole('button', { name: 'Скопировать для водителя' }).click();
    await expect(plan.getByText(/^Браузер не дал скопировать/)).toBeVisible();
    await expect(plan.getByText(/^Маршрут: Москва — Краснодар/)).toBeVisible();
  });
  await test.step('a plan on its way is not shown for another truck', async () => {
    const { promise: answer, resolve: give } = Promise.withResolvers<void>();
    await page.route('**/api/route/fuel-plan', async (route) => {
      await answer;
      await route.continue();
    });
    const planned = page.waitForResponse('**/api/route/fuel-plan');
    await page.getByRole('button', { name: 'Рассчитать заправки' }).click();
    await page.getByLabel('В баке сейчас').fill('90');
    give();
    await (await planned).finished();
    await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => setTimeout(shown))));
    await expect(plan).toHaveCount(0);
  });
});

test('§2.100 the plan’s form stays open during corrections, its truck at a new route or tab @phone', async ({
  page,
}) => {
  await openMap(page);
  await buildRoute(page, 'Москва', 'Казань');
  await page.getByText('Где и сколько заправлять').click();
  await page.getByLabel('Бак', { exact: true }).fill('600');
  await page.getByRole('checkbox', { name: 'Газпромнефть' }).uncheck();
  await page.getByRole('button', { name: 'Рассчитать заправки' }).click();
  const plan = page.getByRole('region', { name: 'План заправок' });
  await expect(plan).toBeVisible();
  const start = page.getByLabel('В баке сейчас');
  await start.fill('200');
  await expect(plan).toHaveCount(0);
  await expect(start).toBeVisible();
  await expect(start).toBeFocused();
  await page.getByRole('button', { name: 'Рассчитать заправки' }).click();
  await expect(plan).toBeVisible();

  async function expectTheTruck() {
    await expect(page.getByLabel('Бак', { exact: true })).toHaveValue('600');
    await expect(start).toHaveValue('200');
    await expect(page.getByRole('checkbox', { name: 'Газпромнефть' })).not.toBeChecked();
  }
  await page.getByRole('tab', { name: 'Станции' }).click();
  await page.getByRole('tab', { name: 'Маршрут' }).click();
  await expect(plan).toBeVisible();
  await expectTheTruck();
  await page.getByLabel('Куда', { exact: true }).fill('Самара');
  await expect(page.getByRole('button', { name: 'Рассчитать заправки' })).toBeVisible();
  await expectTheTruck();
});

test('§1.21 §2.14 my position is shown if the browser gives it, and a refusal is explained', async ({
  browser,
  baseURL,
}) => {
  const place = { latitude: 55.7558, longitude: 37.6173 };
  for (const permissions of [['geolocation'], []]) {
    const context = await browser.newContext({
      geolocation: place,
      permissions,
      locale: 'ru-RU',
      ...(baseURL ? { baseURL } : {}),
    });
    const page = await context.newPage();
    await openMap(page);
    const canvas = page.locator('[data-zoom]');
    await expect(canvas).toHaveAttribute('data-zoom', '3');
    if (permissions.length > 0) {
      await page.getByRole('button', { name: 'Показать моё положение' }).click();
      await expect(canvas).not.toHaveAttribute('data-zoom', '3');
    } else await expect(page.getByRole('button', { name: 'Положение неизвестно' })).toBeDisabled();
    await context.close();
  }
});

test('§2.99 thousands of stations can be walked through with the keyboard alone', async ({ page }) => {
  await openMap(page);
  await list(page).getByRole('button').first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(list(page).getByRole('button').nth(1)).toBeFocused();
  await page.keyboard.press('End');
  const last = list(page).locator('li:last-child');
  await expect(last.getByRole('button')).toBeFocused();
  expect(await last.getAttribute('aria-posinset')).toBe(await last.getAttribute('aria-setsize'));
  expect(await list(page).getByRole('listitem').count()).toBeLessThan(60);
});

test('§2.14 if the browser cannot draw the map, the list says so and works @phone', async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.goto('/map');
  await expect(page.getByText(/Карта на этом устройстве не показывается/)).toBeVisible();
  await list(page).getByRole('button').first().click();
  await expect(list(page).getByText('Регион', { exact: true })).toBeVisible();
  await expectNoAxeViolations(page);
});

test('§2.99 the map passes axe, and its library is loaded only here @phone', async ({ page }) => {
  const scripts: string[] = [];
  page.on('response', (response) => scripts.push(response.url()));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(scripts.filter((url) => /maplibre|open-map|base-map/.test(url))).toEqual([]);
  await openMap(page);
  expect(scripts.some((url) => /open-map/.test(url))).toBe(true);
  await expectNoAxeViolations(page);
});

test('the map’s buttons can be read if the system is dark and no scheme was chosen', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await openMap(page);
  const closer = page.getByRole('button', { name: 'Приблизить' });
  await expect(closer.locator('.maplibregl-ctrl-icon')).toHaveCSS('filter', 'invert(1)');
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  await expect(closer.locator('.maplibregl-ctrl-icon')).toHaveCSS('filter', 'none');
});
