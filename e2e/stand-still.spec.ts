import type { Page, Route } from '@playwright/test';
import { ADMIN, expect, signIn, STAFF, test } from './fixtures.ts';

/** What has moved farther is no longer under the finger that came down on it. */
const NEAR_PX = 8;

test('§2.58 §2.59 a finger that aims at a button of the cabinet meets what has come there meanwhile @phone', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.addInitScript(watchMoves, NEAR_PX);
  await expectToStandStill(page, '/cabinet', 'Карты выпускаются');
  await expectToStandStill(page, '/cabinet/card?id=1', 'Последние операции');
  await expectToStandStill(page, '/cabinet/drivers', 'Новый водитель');
  await expectToStandStill(page, '/cabinet/news', 'Читать');
});

test('§2.18 §2.26 a finger that aims at a button of the order, or of the news, meets what has come there meanwhile @phone', async ({
  page,
}) => {
  await signIn(page, ADMIN);
  await page.addInitScript(watchMoves, NEAR_PX);
  await expectToStandStill(page, '/create/1', 'Доставка');
  await expectToStandStill(page, '/news', 'Мои карты');
});

test('a finger that aims at a button behind the counter meets what has come there meanwhile @phone', async ({
  page,
}) => {
  await signIn(page, STAFF);
  await page.addInitScript(watchMoves, NEAR_PX);
  await expectToStandStill(page, '/staff', 'Одобрить');
  await expectToStandStill(page, '/staff/payments', 'Платежи и выписки');
});

test('who wants no motion sees what was held back come level by level, a frame for each', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const late = await page.evaluate(() => {
    const isHidden = (one: Element) => getComputedStyle(one).visibility === 'hidden';
    document.body.style.visibility = 'hidden';
    if (!isHidden(document.body)) throw new Error('nothing was held back');
    document.body.style.visibility = '';
    return [document.body, ...document.body.querySelectorAll('*')].filter(isHidden).length;
  });
  expect(late).toBe(0);
});

/** Opens a page whose answers come one by one, what was asked last first: in an order that no fast server shows. */
async function expectToStandStill(page: Page, path: string, shows: string): Promise<void> {
  await test.step(path, async () => {
    const held: Route[] = [];
    await page.route('**/api/events', (route) => route.abort());
    await page.route(/\/api\/(?!events)/, (route) => void held.push(route));
    await page.goto(path);
    // A typeface that comes late is another fear (web/preload-fonts.ts).
    await page.evaluate(() =>
      document.fonts.ready.then(() => void ((window as unknown as Watched).moves.length = 0)),
    );
    const whole = async () =>
      (await page.getByText(shows).filter({ visible: true }).count()) > 0 &&
      (await page.locator('[aria-busy="true"]').count()) === 0;
    for (;;) {
      await expect.poll(async () => held.length > 0 || (await whole())).toBe(true);
      const next = held.pop();
      if (!next) break;
      const answered = page.waitForResponse((response) => response.request() === next.request());
      await next.continue();
      await (await answered).finished();
      await page.evaluate(twoFrames);
    }
    expect(await page.evaluate(() => (window as unknown as Watched).moves)).toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
}

type Watched = { moves: string[] };

/** Runs in the page: what was seen in one frame and stands elsewhere in the next is written down. */
function watchMoves(near: number): void {
  const moves: string[] = [];
  Object.assign(window, { moves });
  let seen = new Map<Element, DOMRect>();
  const look = () => {
    const now = new Map<Element, DOMRect>();
    for (const one of document.querySelectorAll('a[href], button, input, select, textarea, summary')) {
      const box = one.getBoundingClientRect();
      const inSight = box.width > 0 && box.bottom > 0 && box.top < innerHeight;
      if (!inSight || !one.checkVisibility({ visibilityProperty: true })) continue;
      const before = seen.get(one);
      const moved = before && Math.max(Math.abs(before.x - box.x), Math.abs(before.y - box.y));
      const name = one.getAttribute('aria-label') ?? one.textContent;
      if (moved && moved > near) moves.push(`${one.tagName} ${name}: ${Math.round(moved)} px`);
      now.set(one, box);
    }
    seen = now;
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

function twoFrames(): Promise<void> {
  return new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(() => shown())));
}
