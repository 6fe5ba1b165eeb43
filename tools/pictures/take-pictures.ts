import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from '@playwright/test';
import { signIn } from '../../e2e/fixtures.ts';
import { findCutParts } from '../../e2e/pages/find-cut-parts.ts';
import { startPortal } from '../../e2e/portal.ts';
import { requireBrowser } from '../../scripts/install-browser.ts';
import { listScreens, type Screen } from './screens.ts';

/** `npm run pictures`: takes every screen at every width, and puts the pictures onto sheets (README.md). */
const HEIGHTS: Record<number, number> = { 360: 740, 768: 1024, 1280: 720, 1366: 768, 1440: 900, 1920: 1080 };
/** The phone's pictures are two screens high, others are one and a half. */
const SHARE = { phone: 2, desk: 1.5 };
/** Longest wait for a map (web/src/features/public/stations/StationMap.tsx): its roads and names come after the page. */
const MAP_MS = 30_000;
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    widths: { type: 'string', default: Object.keys(HEIGHTS).join(',') },
    schemes: { type: 'string', default: '' },
    port: { type: 'string', default: '3973' },
  },
});
const output = fs.mkdtempSync(path.join(os.tmpdir(), 'magistral-pictures-'));
const widths = values.widths.split(',').map(Number);
const schemes = values.schemes ? values.schemes.split(',') : null;
const taken = new Map<string, { title: string; file: string }[]>();
const portal = await startPortal(Number(values.port));
const browser = await chromium.launch({ executablePath: requireBrowser() });
try {
  for (const [person, screens] of Map.groupBy(
    listScreens().filter(({ address }) => values.only.split(',').some((part) => address.includes(part))),
    (screen) => screen.person,
  ))
    await takeScreens(browser, person, screens);
  for (const [look, pictures] of taken) await makeSheets(browser, look, pictures);
} finally {
  await browser.close();
  await portal.stop();
}
console.log(`The sheets are in ${output}.`);

async function takeScreens(within: Browser, person: string | null, screens: Screen[]): Promise<void> {
  const context = await within.newContext({
    baseURL: portal.address,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  if (person) await signIn(page, person);
  for (const screen of screens)
    try {
      await takeScreen(page, screen);
    } catch (error) {
      console.error(`${screen.address}: ${String(error).split('\n')[0]}`);
    }
  await context.close();
}

async function takeScreen(page: Page, { address, open }: Screen): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(address);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(() => !document.querySelector('html[data-loading], [aria-busy="true"]'));
  const timeout = 10_000;
  if (typeof open === 'function') await open(page);
  else if (open)
    await page
      .getByRole('button', { name: open })
      .or(page.getByRole('link', { name: open }))
      .first()
      .click({ timeout });
  for (const width of widths)
    for (const scheme of schemes ?? (width === 1440 ? ['light', 'dark'] : ['light'])) {
      const height = HEIGHTS[width] ?? 900;
      await page.emulateMedia({ colorScheme: scheme as 'light' | 'dark' });
      // A dialog fills the window, a page goes on below it.
      const share = open ? 1 : width < 600 ? SHARE.phone : SHARE.desk;
      await page.setViewportSize({ width, height: Math.round(height * share) });
      await page.waitForTimeout(120);
      await page
        .locator('[data-scheme]:not([data-drawn])')
        .first()
        .waitFor({ state: 'detached', timeout: MAP_MS })
        .catch(() => console.error(`${address} at ${width}: the map is not drawn`));
      for (const fault of await page.evaluate(findCutParts)) console.log(`${address} at ${width}: ${fault}`);
      const look = `${width}-${scheme}`;
      const pictures = taken.get(look) ?? [];
      const file = `${look}-${pictures.length}.png`;
      await page.screenshot({ path: path.join(output, file) });
      taken.set(look, [...pictures, { title: address, file }]);
    }
}

/** Puts six pictures, and ten of a phone, onto one sheet. */
async function makeSheets(
  within: Browser,
  look: string,
  pictures: { title: string; file: string }[],
): Promise<void> {
  const isPhone = look.startsWith('360');
  const [across, count] = isPhone ? [6, 6] : [3, 6];
  const page = await within.newPage({ viewport: { width: across * (isPhone ? 300 : 800), height: 600 } });
  for (let first = 0; first < pictures.length; first += count) {
    const cells = pictures
      .slice(first, first + count)
      .map(({ title, file }) => {
        const data = fs.readFileSync(path.join(output, file)).toString('base64');
        return `<figure><figcaption>${title}</figcaption><img src="data:image/png;base64,${data}"></figure>`;
      })
      .join('');
    await page.setContent(`<style>
      body { margin: 0; display: grid; grid-template-columns: repeat(${across}, 1fr); font: 16px sans-serif }
      figure { margin: 4px; border: 1px solid #888 } img { width: 100%; display: block }</style>${cells}`);
    await page.screenshot({
      path: path.join(output, `sheet-${look}-${String(first / count + 1).padStart(2, '0')}.png`),
      fullPage: true,
    });
  }
  await page.close();
}
