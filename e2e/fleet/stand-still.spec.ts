import type { Page, Route } from '@playwright/test';
import { changeAnswer } from '../pages/change-answer.ts';
import {
  ADMIN,
  expect,
  lastCode,
  lastMessageId,
  openPlace,
  signIn,
  STAFF,
  test,
  signInForToken,
} from '../fixtures.ts';

/** Anything that has moved farther is no longer under the finger that aimed at it. */
const NEAR_PX = 8;
/** No two typefaces are equally wide in every word. A line of links may shift by a letter, but not to another line. */
const LETTER_PX = 12;

test('§2.58 §2.59 a finger that aims at a button of the cabinet meets it, whatever comes meanwhile @phone', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.addInitScript(watchMoves, NEAR_PX);
  await expectNoMovement(page, '/cabinet', 'Заявки на карты в работе');
  await expectNoMovement(page, '/cabinet/card?id=1', 'Последние операции');
  await expectNoMovement(page, '/cabinet/drivers', 'Новый водитель');
  await expectNoMovement(page, '/cabinet/news', 'Читать');
});

test('the way back from a card leads to the same place of a long list @phone', async ({ page }) => {
  await signIn(page, ADMIN);
  await changeAnswer(page, /\/api\/card$/, (answer) => {
    const [card] = answer.data;
    answer.data = Array.from({ length: 600 }, (_, place) => ({
      ...card,
      id: 900_000 + place,
      comment: `Тягач ${place}${place % 3 === 0 ? ' с полуприцепом и с названием в две строки' : ''}`,
    }));
  });
  await page.route(/\/api\/card\/9\d{5}$/, (route) => route.fulfill({ status: 404, json: { code: 404 } }));
  await page.goto('/cabinet');
  await expect(page.getByText(/^Тягач 1$/)).toBeVisible();
  const seen = page.getByRole('link', { name: /^Тягач 400$/ });
  await page.evaluate(async () => {
    const isSeen = () =>
      [...document.querySelectorAll('a')].some(
        (link) => link.textContent === 'Тягач 400' && link.getBoundingClientRect().top < innerHeight / 2,
      );
    while (!isSeen()) {
      window.scrollBy(0, innerHeight / 4);
      await new Promise(requestAnimationFrame);
    }
  });
  const readTop = () => seen.evaluate((link) => link.getBoundingClientRect().top);
  const before = await readTop();
  await seen.click();
  await expect(page).toHaveURL(/id=900400$/);
  await page.goBack();
  await expect(seen).toBeVisible();
  await expect.poll(async () => Math.abs((await readTop()) - before)).toBeLessThan(NEAR_PX);
});

test('§2.18 §2.26 a finger that aims at a button of the order, or of the news, meets it @phone', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.addInitScript(watchMoves, NEAR_PX);
  await expectNoMovement(page, '/create/1', 'Доставка');
  await expectNoMovement(page, '/news', 'Мои карты');
});

test('a finger that aims at a button behind the counter meets it @phone', async ({ page }) => {
  await signIn(page, STAFF);
  await page.addInitScript(watchMoves, NEAR_PX);
  await expectNoMovement(page, '/staff', 'Одобрить');
  await expectNoMovement(page, '/staff/payments', 'Платежи и выписки');
});

test('§2.14 a finger that aims at a station meets it @phone', async ({ page }) => {
  await page.addInitScript(watchMoves, NEAR_PX);
  await expectNoMovement(page, '/map', 'Нашлось');
});

test('§2.14 a map that can’t be drawn does not move a station under a finger @phone', async ({ page }) => {
  await page.addInitScript(watchMoves, NEAR_PX);
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await expectNoMovement(page, '/map', 'Карта на этом устройстве не показывается');
});

test('a late typeface does not move the landing page’s button under a finger @phone', async ({ page }) => {
  await page.addInitScript(watchMoves, LETTER_PX);
  const pendingRoutes: Route[] = [];
  await page.route(/\.woff2?$/, (route) => void pendingRoutes.push(route));
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('main').getByRole('link', { name: 'Заказать карту' }).first()).toBeVisible();
  await expect.poll(() => pendingRoutes.length).toBeGreaterThan(0);
  await forgetMoves(page);
  for (const font of pendingRoutes) await font.continue();
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => document.fonts.check('16px "Golos Text Variable"', 'Карта'))).toBe(true);
  await page.evaluate(twoFrames);
  expect(await movesIn(page)).toEqual([]);
});

test('§2.53 a maintenance notice that comes or goes moves no document under a finger @phone', async ({
  page,
}) => {
  const profile = await signIn(page, ADMIN);
  const maintenance = {
    message: 'Обновляем процессинг',
    start: { date: '2026-10-01', time: '10:00' },
    end: { date: '2026-10-01', time: '18:00' },
    partner: 3,
  };
  const pendingRoutes: Route[] = [];
  await page.addInitScript(watchMoves, NEAR_PX);
  await page.route('**/api/users/profile', (route) => void pendingRoutes.push(route));
  const answerProfile = async (input: object) => {
    await expect.poll(() => pendingRoutes.length).toBeGreaterThan(0);
    await forgetMoves(page);
    await pendingRoutes.shift()?.fulfill({ json: { ...profile, ...input } });
  };
  const notice = page.getByText(
    'Обновляем процессинг. С 01.10.2026 10:00 до 01.10.2026 18:00 по московскому времени.',
  );

  await page.goto('/cabinet/documents');
  await expectWhole(page, 'Скачать');
  await answerProfile({ maintenance });
  await expect(notice.filter({ visible: true }).first()).toBeVisible();
  expect(await movesIn(page)).toEqual([]);

  await openPlace(page, 'Деньги', 'Счета');
  const heading = page.getByRole('heading', { name: 'Выставленные счета' });
  await expect(heading).toBeVisible();
  await expectWhole(page, 'Оплачен');
  const [noticeBox, title] = await Promise.all([notice.boundingBox(), heading.boundingBox()]);
  expect(noticeBox?.y).toBeLessThan(title?.y ?? 0);
  await answerProfile({});
  await expect(page.getByText('Технические работы закончились')).toBeVisible();
  await expect(notice).toBeHidden();
  expect(await movesIn(page)).toEqual([]);
});

test('§2.50 a colleague’s new request does not move a card under a finger @phone', async ({ page }) => {
  await signIn(page, ADMIN);
  await page.addInitScript(watchMoves, NEAR_PX);
  await page.goto('/cabinet');
  await expectWhole(page, 'Ещё');
  // Shifts caused by the cards request are tested elsewhere.
  await page.route(/\/api\/card(\?|$)/, () => {});
  await forgetMoves(page);
  const id = await orderAsColleague(page);
  await expect(page.getByText(`Заявка № ${id} от`)).toBeVisible();
  expect(await movesIn(page)).toEqual([]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a user who wants no motion sees delayed content at once', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const late = await page.evaluate(() => {
    const isHidden = (element: Element) => getComputedStyle(element).visibility === 'hidden';
    document.body.style.visibility = 'hidden';
    if (!isHidden(document.body)) throw new Error('nothing was held back');
    document.body.style.visibility = '';
    return [document.body, ...document.body.querySelectorAll('*')].filter(isHidden).length;
  });
  expect(late).toBe(0);
});

/** Opens a page whose answers come one by one, the last request first: an order that a fast server never shows. */
async function expectNoMovement(page: Page, path: string, shows: string): Promise<void> {
  await test.step(path, async () => {
    const pendingRoutes: Route[] = [];
    // Requests that the previous page makes as it is left would be blocked too, and never answered.
    await page.goto('about:blank');
    await page.route('**/api/events', (route) => route.abort());
    await page.route(/\/api\/(?!events)/, (route) => void pendingRoutes.push(route));
    await page.goto(path);
    // Typefaces that load late are another case (web/build/preload-fonts.ts).
    await page.evaluate(() => document.fonts.ready);
    await forgetMoves(page);
    for (;;) {
      await expect.poll(async () => pendingRoutes.length > 0 || (await isFullyShown(page, shows))).toBe(true);
      const next = pendingRoutes.pop();
      if (!next) break;
      const answered = page.waitForResponse((response) => response.request() === next.request());
      await next.continue();
      await (await answered).finished();
      await page.evaluate(twoFrames);
    }
    expect(await movesIn(page)).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
}

/** Whether the page shows everything that it has requested. */
async function isFullyShown(page: Page, shows: string): Promise<boolean> {
  return (
    (await page.getByText(shows).filter({ visible: true }).count()) > 0 &&
    (await page.locator('[aria-busy="true"]').count()) === 0
  );
}

async function expectWhole(page: Page, shows: string): Promise<void> {
  await expect.poll(() => isFullyShown(page, shows)).toBe(true);
  await page.evaluate(() => document.fonts.ready);
}

async function forgetMoves(page: Page): Promise<void> {
  await page.evaluate(twoFrames);
  await page.evaluate(() => void ((window as unknown as MovesWindow).moves.length = 0));
}

/** Waits for the frame in which a move would be seen. A toast may move: it slides in over everything else. */
async function movesIn(page: Page): Promise<string[]> {
  await page.evaluate(twoFrames);
  const moves = await page.evaluate(() => (window as unknown as MovesWindow).moves);
  return moves.filter((move) => !move.startsWith('BUTTON Закрыть сообщение'));
}

/** Orders in another browser of the company; returns the number of the request. */
async function orderAsColleague(page: Page): Promise<number> {
  const headers = { 'x-auth-token': await signInForToken(page.request, ADMIN) };
  const before = await lastMessageId(page.request, ADMIN);
  await page.request.get('/api/sms', { headers });
  const data = { sms: await lastCode(page.request, ADMIN, before), item: [{ partner_id: 1, cards_cnt: 1 }] };
  const ordered = await page.request.post('/api/cardsRequest', { headers, data });
  return (await ordered.json()).data.id;
}

type MovesWindow = { moves: string[] };

/** Runs in the page: records what is in another place than in the frame before. */
function watchMoves(near: number): void {
  const moves: string[] = [];
  Object.assign(window, { moves });
  let seen = new Map<Element, DOMRect>();
  const recordMoves = () => {
    const now = new Map<Element, DOMRect>();
    for (const element of document.querySelectorAll('a[href], button, input, select, textarea, summary')) {
      const box = element.getBoundingClientRect();
      const inSight = box.width > 0 && box.bottom > 0 && box.top < innerHeight;
      if (!inSight || !element.checkVisibility({ visibilityProperty: true })) continue;
      const before = seen.get(element);
      const moved = before && Math.max(Math.abs(before.x - box.x), Math.abs(before.y - box.y));
      const name = element.getAttribute('aria-label') ?? element.textContent;
      if (moved && moved > near) moves.push(`${element.tagName} ${name}: ${Math.round(moved)} px`);
      now.set(element, box);
    }
    seen = now;
    requestAnimationFrame(recordMoves);
  };
  requestAnimationFrame(recordMoves);
}

function twoFrames(): Promise<void> {
  return new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(() => shown())));
}
