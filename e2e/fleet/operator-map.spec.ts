import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Page } from '@playwright/test';
import { test as base, expect } from '../fixtures.ts';
import { makeDataFolder, removeDataFolder, startPortal } from '../portal.ts';

/** A one-pixel yellow picture: enough of a map to be drawn. */
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP4f5jhPwAHAgKApBGF0gAAAABJRU5ErkJggg==',
  'base64',
);
const MISSING = 'Подробная карта не загрузилась, показана схема';

/** A tile server at another address, as an operator's would be; the test decides whether it works. */
async function startTileServer() {
  const requested: string[] = [];
  const mood = { status: 200 };
  const server = createServer((request, reply) => {
    const { pathname } = new URL(request.url ?? '/', 'http://tiles');
    requested.push(pathname);
    reply.statusCode = mood.status;
    reply.setHeader('access-control-allow-origin', '*');
    if (mood.status !== 200) return void reply.end();
    if (pathname !== '/style.json') return void reply.setHeader('content-type', 'image/png').end(DOT);
    const tiles = [`${address}/{z}/{x}/{y}.png`];
    // Names that the product's own style uses too.
    reply.end(
      JSON.stringify({
        version: 8,
        sources: { stations: { type: 'raster', tiles, tileSize: 256, attribution: '© Карта оператора' } },
        layers: [
          { id: 'water', type: 'background', paint: { 'background-color': '#eef' } },
          { id: 'stations', type: 'raster', source: 'stations' },
        ],
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { address, asked: requested, mood, stop: () => new Promise((resolve) => server.close(resolve)) };
}

const SETTINGS = {
  'raster tiles': (address: string) => ({
    MAP_TILES_URL: `${address}/{z}/{x}/{y}.png`,
    MAP_ATTRIBUTION: '© Карта оператора',
  }),
  'a style': (address: string) => ({ MAP_STYLE_URL: `${address}/style.json` }),
};

/** A map without a graphics card is drawn by the processor, of which a busy machine has little left. */
const DRAW_TIMEOUT = { timeout: 150_000 };

type MapSetup = {
  kind: keyof typeof SETTINGS;
  tiles: Awaited<ReturnType<typeof startTileServer>>;
  address: string;
};

/** Each kind of map has a portal that is set up for it, whose start is no part of the test's own time. */
const test = base.extend<MapSetup, { data: string }>({
  kind: ['raster tiles', { option: true }],
  tiles: async ({}, use) => {
    const tiles = await startTileServer();
    await use(tiles);
    await tiles.stop();
  },
  // The second portal goes on with the demonstration of the first.
  data: [
    async ({}, use) => {
      const folder = makeDataFolder();
      await use(folder);
      removeDataFolder(folder);
    },
    { scope: 'worker' },
  ],
  address: [
    async ({ kind, tiles, data, page }, use, { parallelIndex }) => {
      const port = Number(process.env.E2E_PORT ?? 3917) + 4 + parallelIndex;
      const portal = await startPortal(port, SETTINGS[kind](tiles.address), data);
      await use(portal.address);
      await page.goto('about:blank');
      await portal.stop();
    },
    { timeout: 300_000 },
  ],
  // Half of the usual screen is drawn in half of the time.
  viewport: { width: 1000, height: 600 },
});

for (const kind of Object.keys(SETTINGS) as MapSetup['kind'][]) {
  test.describe(kind, () => {
    test.use({ kind });

    test(`§2.14 the operator’s map, ${kind}, lies under the stations, else the product’s own`, async ({
      page,
      tiles,
      address,
    }) => {
      await test.step('it is asked for and named, and the page’s policy lets it in', async () => {
        await openMap(page, address);
        await expect
          .poll(() => tiles.asked.filter((path) => path.endsWith('.png')).length, DRAW_TIMEOUT)
          .toBeGreaterThan(0);
        await expect(page.getByText('© Карта оператора')).toBeAttached();
        await expect(page.getByText(/Нашлось: 2/)).toBeVisible();
        await expect(page.getByText(MISSING)).toBeHidden();
      });
      for (const status of [500, 404]) {
        await test.step(`it answers ${status}: the stations stand on the product’s own map`, async () => {
          tiles.mood.status = status;
          await openMap(page, address);
          await expect(page.getByText(MISSING)).toBeVisible(DRAW_TIMEOUT);
          await expect(page.getByText(/Нашлось: 2/)).toBeVisible();
        });
      }
    });
  });
}

async function openMap(page: Page, address: string): Promise<void> {
  await page.goto(`${address}/map`);
  await expect(page.getByRole('region', { name: 'Карта АЗС' })).toBeVisible(DRAW_TIMEOUT);
}
