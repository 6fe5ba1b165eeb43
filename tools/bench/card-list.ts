import { chromium, type Page } from '@playwright/test';
import pg from 'pg';
import { PARTNER_IDS } from '#contract/ids.ts';
import { findBrowser } from '../../scripts/install-browser.ts';
import { startServer } from './start-server.ts';
import { measure, signIn, watch, type PageDelays } from './measures/watch-page.ts';

/**
 * Measures how smooth a company's 10 000 cards are in a real browser: the longest frame while the list is scrolled
 * through and while all of it is selected, and the time from a key to the next frame in the search, compared with an
 * empty page in the same run. Exits with 1 if a frame took longer than a second or a key longer than 100 ms.
 */
const CARDS = 10_000;
const PHONE = '79000000001';
const LONGEST_FRAME_MS = 1000;
const LONGEST_KEY_MS = 100;

const server = await startServer();
const browser = await chromium.launch({ executablePath: findBrowser() });
try {
  await insertCards(server.databaseUrl);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const address = `http://127.0.0.1:${server.port}`;
  const empty = await measureEmptyPage(page);
  await signIn(page, address, PHONE);
  await page.goto(`${address}/cabinet`);
  await page.getByRole('table', { name: 'Мои карты' }).getByRole('link').first().waitFor({ timeout: 60_000 });
  await watch(page);
  const scroll = await measure(page, () => scrollThrough(page));
  const select = await measure(page, async () => {
    await page.getByRole('checkbox', { name: 'Выбрать все: Мои карты' }).click();
    await page.getByRole('region', { name: 'Выбранные карты' }).waitFor();
    await page
      .getByRole('checkbox', { name: /^Выбрать карту/ })
      .first()
      .click();
  });
  const search = await measure(page, () => typeSlowly(page));
  report([
    ['empty page, a key', empty],
    ['10 000 cards, scrolled to the end', scroll],
    ['10 000 cards, all selected, one taken out', select],
    ['10 000 cards, a key in the search', search],
  ]);
  const frame = Math.max(scroll.frameMs, select.frameMs, search.frameMs);
  if (frame > LONGEST_FRAME_MS || search.keyMs > LONGEST_KEY_MS) {
    process.stdout.write(`missed: no frame over ${LONGEST_FRAME_MS} ms, no key over ${LONGEST_KEY_MS} ms\n`);
    process.exitCode = 1;
  }
} finally {
  await browser.close();
  await server.stop();
}

/** Straight into the tables: issuing cards is not measured here. */
async function insertCards(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(
    `with owner as (select company_id from app_user where phone = $1),
      made as (
        insert into card (company_id, partner_id, card_number, status_id, goods_ids, comment, created_at)
        select company_id, ($3::int[])[1 + place % array_length($3::int[], 1)], '9990' || lpad(place::text, 12, '0'),
          1 + place % 2, '{301}', 'Тягач ' || place, now()
        from owner, generate_series(1, $2::int) place
        returning id, company_id)
    insert into ledger_account (company_id, kind, card_id, floor_kopecks)
    select company_id, 'card', id, 0 from made`,
    [PHONE, CARDS, PARTNER_IDS],
  );
  await client.query('analyze card, ledger_account');
  await client.end();
}

async function measureEmptyPage(page: Page): Promise<PageDelays> {
  await page.setContent('<input aria-label="Поиск">');
  await watch(page);
  return measure(page, () => typeSlowly(page));
}

async function scrollThrough(page: Page): Promise<void> {
  await page.mouse.move(600, 500);
  for (let step = 0; step < 100; step += 1) {
    await page.mouse.wheel(0, 8000);
    await page.waitForTimeout(30);
  }
  await page.keyboard.press('End');
  await page.waitForTimeout(500);
  await page.keyboard.press('Home');
}

async function typeSlowly(page: Page): Promise<void> {
  const field = page.getByLabel('Поиск', { exact: false }).and(page.locator('input')).first();
  await field.click();
  await field.pressSequentially('тягач 77', { delay: 150 });
}

function report(lines: [string, PageDelays][]): void {
  process.stdout.write(
    '| what | longest frame ms | longest task ms | key or press to picture ms |\n|---|---|---|---|\n',
  );
  for (const [what, { frameMs, taskMs, keyMs }] of lines) {
    process.stdout.write(
      `| ${what} | ${Math.round(frameMs)} | ${Math.round(taskMs)} | ${Math.round(keyMs)} |\n`,
    );
  }
}
