import { chromium, type Locator, type Page } from '@playwright/test';
import pg from 'pg';
import { findBrowser } from '../../scripts/install-browser.ts';
import { fillTables } from './data/fill-company.ts';
import { startServer } from './start-server.ts';
import { measure, signIn, watch } from './measures/watch-page.ts';

/**
 * Measures how long a click or a key waits for its frame on each list of a company with 10 000 cards and 500 000
 * operations: the search is typed into, columns are sorted, rows are selected, the list is scrolled. Uses the browser's
 * own Event Timing, the longest of each list, beside an empty page. Exits with 1 where one took longer than 100 ms.
 */
const PHONE = '79000000001';
const LONGEST_MS = 100;
const DRIVERS = 2000;
const TRUCKS = 2000;
/** After each click: its frame, and what the answer draws. */
const PAUSE_MS = 250;
const MAX_SORTED = 6;
const READING_MS = 2000;
const TYPED = 'тяг 77';

const LISTS: readonly (readonly [what: string, path: string])[] = [
  ['cards', '/cabinet'],
  ['operations', '/cabinet/card-transactions'],
  ['invoices', '/cabinet/invoices-issued'],
  ['documents', '/cabinet/documents'],
  ['statement', '/cabinet/statement'],
  ['drivers', '/cabinet/drivers'],
  ['trucks', '/cabinet/fleet'],
  ['report', '/cabinet/transactions'],
];

const server = await startServer({ processes: 1 });
const browser = await chromium.launch({ executablePath: findBrowser() });
try {
  await fill(server.databaseUrl);
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const address = `http://127.0.0.1:${server.port}`;
  await page.setContent('<input aria-label="Поиск">');
  const rows = [{ what: 'an empty page, a key', ...(await measureList(page)) }];
  await signIn(page, address, PHONE);
  for (const [what, path] of LISTS) {
    await page.goto(address + path);
    await page.getByRole('table').first().getByRole('row').nth(1).waitFor({ timeout: 20_000 });
    // Users read before they click. Meanwhile the cards that the filters offer arrive.
    await page.waitForTimeout(READING_MS);
    rows.push({ what, ...(await measureList(page)) });
  }
  report(rows);
} finally {
  await browser.close();
  await server.stop();
}

interface Interactions {
  presses: number;
  keyMs: number;
  keyOn: string;
  taskMs: number;
}

/** Uses a list as people do, with the controls that it has. */
async function measureList(page: Page): Promise<Interactions> {
  let presses = 0;
  await watch(page);
  const click = async (target: Locator) => {
    if (!(await target.isVisible())) return;
    await target.click();
    presses += 1;
    await page.waitForTimeout(PAUSE_MS);
  };
  const table = page.getByRole('table').first();
  const { keyMs, keyOn, taskMs } = await measure(page, async () => {
    const search = page
      .getByLabel(/^Поиск/)
      .and(page.locator('input'))
      .first();
    if (await search.isVisible()) {
      await click(search);
      await search.pressSequentially(TYPED, { delay: PAUSE_MS });
      presses += TYPED.length;
      await search.fill('');
      await page.waitForTimeout(PAUSE_MS);
    }
    const heads = table.getByRole('columnheader').getByRole('button');
    const sortable = Math.min(MAX_SORTED, await heads.count());
    for (let column = 0; column < sortable; column += 1) await click(heads.nth(column));
    await page.mouse.move(700, 600);
    for (let step = 0; step < 20; step += 1) {
      await page.mouse.wheel(0, 2000);
      await page.waitForTimeout(30);
    }
    await page.keyboard.press('Home');
    await page.waitForTimeout(PAUSE_MS);
    const boxes = table.getByRole('checkbox');
    await click(boxes.nth(1));
    await click(boxes.first());
    await click(boxes.first());
  });
  return { presses, keyMs, keyOn, taskMs };
}

async function fill(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  const { rows } = await client.query<{ id: number }>(
    'select company_id::int as id from app_user where phone = $1',
    [PHONE],
  );
  const companyId = rows[0]?.id ?? 0;
  await fillTables(client, companyId);
  await client.query(
    `insert into ledger_account (company_id, kind, card_id, floor_kopecks)
     select company_id, 'card', id, 0 from card
     where company_id = $1 and not exists (select from ledger_account where card_id = card.id)`,
    [companyId],
  );
  await client.query(
    `insert into driver (company_id, surname, name, created_at)
     select $1, 'Водителев' || number, 'Иван', now() from generate_series(1, $2::int) number`,
    [companyId, DRIVERS],
  );
  await client.query(
    `insert into vehicle (company_id, plate, brand, fuel, tank_centilitres, norm_centilitres, created_at)
     select $1, 'Т' || lpad((number % 1000)::text, 3, '0') || 'ТТ' || 100 + number / 1000, 'Sitrak C7H', 3, 60000, 3000, now()
     from generate_series(1, $2::int) number`,
    [companyId, TRUCKS],
  );
  await client.query('analyze');
  await client.end();
}

function report(rows: readonly (Interactions & { what: string })[]): void {
  console.log(
    '| list | presses and keys | longest press to picture, ms | on what | longest task, ms |\n|---|---|---|---|---|',
  );
  for (const { what, presses, keyMs, keyOn, taskMs } of rows) {
    console.log(`| ${what} | ${presses} | ${Math.round(keyMs)} | ${keyOn} | ${Math.round(taskMs)} |`);
    if (keyMs > LONGEST_MS) process.exitCode = 1;
  }
}
