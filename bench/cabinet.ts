import { execFileSync } from 'node:child_process';
import { chromium, type Browser, type Page } from '@playwright/test';
import pg from 'pg';
import { findBrowser } from '../scripts/install-browser.ts';
import { fillCompany } from './fill-company.ts';
import { median } from './load.ts';
import { signIn } from './script-weight.ts';
import { startServer } from './start-server.ts';
import { visitByPhone } from './visit-by-phone.ts';

/**
 * The cabinet in a real browser. Opened for the first time by a phone on a slow network, compared with the landing page
 * of the same round; then each table of a company with 10 000 cards and 500 000 operations is scrolled, ordered, filtered
 * and selected in, compared with a key in an empty page. Exits with 1 when an aim is missed.
 */
const ROUNDS = 9;
const LARGEST_PAINT_RATIO = 1.5;
/** From a key or a press to the next picture, as the browser itself measures it (Event Timing, steps of 8 ms). */
const LONGEST_INTERACTION_MS = 100;

const TABLES: readonly [title: string, path: string][] = [
  ['Мои карты', '/cabinet'],
  ['Операции', '/cabinet/transactions'],
  ['Счета', '/cabinet/invoices-issued'],
  ['Документы', '/cabinet/documents'],
  ['Водители', '/cabinet/drivers'],
  ['Выписка', '/cabinet/statement'],
];

// In a separate process: after a build, everything in the same process believes that this is production.
execFileSync(process.execPath, ['scripts/build-if-stale.ts'], { stdio: ['ignore', 'ignore', 'inherit'] });
const server = await startServer();
const product = `http://127.0.0.1:${server.port}`;
const browser = await chromium.launch({ executablePath: findBrowser() });
try {
  await compareFirstPaint(browser);
  await measureTables(browser, await prepare());
} finally {
  await browser.close();
  await server.stop();
}

async function prepare(): Promise<object> {
  const client = new pg.Client(server.databaseUrl);
  await client.connect();
  const { token } = await fillCompany(client);
  await client.end();
  const expiry = new Date(Date.now() + 3_600_000);
  return {
    tokens: { access: token, refresh: '', enter: '', expiry: expiry.toISOString() },
    expiresAt: expiry.getTime(),
    profile: null,
    permissions: [],
  };
}

async function compareFirstPaint(within: Browser): Promise<void> {
  const session = await signIn(product);
  // The first visit of each page is not counted: the server and the browser warm up.
  await visitByPhone(within, `${product}/`);
  await visitByPhone(within, `${product}/cabinet`, session);
  const landing: number[] = [];
  const cabinet: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    landing.push((await visitByPhone(within, `${product}/`)).largestPaintMs);
    cabinet.push((await visitByPhone(within, `${product}/cabinet`, session)).largestPaintMs);
  }
  const ratio = median(cabinet) / median(landing);
  const words = `landing ${median(landing).toFixed(0)} ms, cabinet ${median(cabinet).toFixed(0)} ms`;
  console.log(
    `largest paint on a slow phone: ${words}, ratio ${ratio.toFixed(2)} (aim ${LARGEST_PAINT_RATIO})`,
  );
  if (ratio > LARGEST_PAINT_RATIO) process.exitCode = 1;
}

async function measureTables(within: Browser, session: object): Promise<void> {
  const context = await within.newContext({ viewport: { width: 1440, height: 900 }, locale: 'ru-RU' });
  const page = await context.newPage();
  await page.setContent('<input aria-label="Поиск">');
  await watch(page);
  await page.getByLabel('Поиск').pressSequentially('тягач 77', { delay: 100 });
  const lines = [line('empty page, a key', await seen(page))];
  const text = JSON.stringify(session);
  await page.addInitScript((auth) => localStorage.setItem('magistral.auth', auth), text);
  for (const [title, path] of TABLES) {
    await page.goto(product + path);
    await page.locator('table a, table button').first().waitFor({ timeout: 60_000 });
    await watch(page);
    await scrollThrough(page);
    await usePage(page);
    const found = await seen(page);
    lines.push(line(title, found));
    if (found.interactionMs > LONGEST_INTERACTION_MS) process.exitCode = 1;
  }
  await context.close();
  console.log(`| table | longest frame ms | longest interaction ms |\n|---|---|---|\n${lines.join('\n')}`);
}

function line(title: string, { frameMs, interactionMs }: Seen): string {
  return `| ${title} | ${frameMs.toFixed(0)} | ${interactionMs.toFixed(0)} |`;
}

async function scrollThrough(page: Page): Promise<void> {
  await page.mouse.move(600, 500);
  for (let step = 0; step < 30; step += 1) {
    await page.mouse.wheel(0, 4000);
    await page.waitForTimeout(30);
  }
  await page.keyboard.press('Home');
}

/** Orders by the first head that can be ordered by, selects all, types into the search, walks by keyboard. */
async function usePage(page: Page): Promise<void> {
  const main = page.locator('main');
  const uses = [
    () => main.locator('th button').first().click(),
    () =>
      main
        .getByRole('checkbox', { name: /^Выбрать все/ })
        .first()
        .click(),
    () =>
      main
        .getByRole('searchbox')
        .or(main.getByLabel(/Поиск|Найти/))
        .first()
        .pressSequentially('77', { delay: 150 }),
    () => page.keyboard.press('Escape'),
    () => page.keyboard.press('j'),
  ];
  for (const use of uses) {
    // Not every table has every one of them.
    await use().catch(() => {});
    await page.waitForTimeout(500);
  }
}

interface Seen {
  frameMs: number;
  interactionMs: number;
}

/** Counts frames and interactions from here on. */
async function watch(page: Page): Promise<void> {
  page.setDefaultTimeout(5000);
  await page.evaluate(() => {
    const counted = { frameMs: 0, interactionMs: 0 };
    Object.assign(window, { counted });
    let last = performance.now();
    const frame = (now: number): void => {
      counted.frameMs = Math.max(counted.frameMs, now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ((entry as PerformanceEventTiming).interactionId)
          counted.interactionMs = Math.max(counted.interactionMs, entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
}

async function seen(page: Page): Promise<Seen> {
  await page.waitForTimeout(500);
  return page.evaluate(() => ({ ...(window as unknown as { counted: Seen }).counted }));
}
