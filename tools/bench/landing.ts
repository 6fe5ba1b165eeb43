import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { chromium, type Browser } from '@playwright/test';
import { findBrowser } from '../../scripts/install-browser.ts';
import { measureLighthouse } from './measures/lighthouse.ts';
import { median } from './measures/load.ts';
import { signIn, weighReactAndRouter, weighRoute } from './script-weight.ts';
import { startServer } from './start-server.ts';
import { visitByPhone, type Visit } from './visit-by-phone.ts';

/**
 * The landing page on a phone on a slow network, compared with a bare static page with the same words in the same run:
 * `npm run bench:landing`. Exits with 1 if an aim is missed.
 */
const ROUNDS = 15;
const LARGEST_PAINT_RATIO = 1.15;
const SCRIPT_BYTES = 15 * 1024;
/** The first route of the cabinet against React with its router, weighed in the same run (decision 35). */
const ROUTE_RATIO = 3;

// Runs in a separate process. After a build, everything in the same process takes this for production.
execFileSync(process.execPath, ['scripts/build-if-stale.ts'], { stdio: ['ignore', 'ignore', 'inherit'] });
const server = await startServer();
const product = `http://127.0.0.1:${server.port}`;
const bare = await serveBarePage(product);
const browser = await chromium.launch({ executablePath: findBrowser() });
try {
  await compareLargestPaint(browser, product, bare.url);
  await measureRoutes(browser, product);
  await measureLighthouse(`${product}/`, hold);
} finally {
  await browser.close();
  bare.stop();
  await server.stop();
}

/** Prints what was measured; a missed aim fails the run. */
function hold(what: string, measured: number, aim: string, holds: boolean): void {
  console.log(`${what}: ${Number(measured.toFixed(2))} (aim: ${aim})${holds ? '' : ' MISSED'}`);
  if (!holds) process.exitCode = 1;
}

async function compareLargestPaint(within: Browser, product: string, bareUrl: string): Promise<void> {
  // The first visit of each page is not counted: the server and the browser warm up.
  await visitByPhone(within, bareUrl);
  await visitByPhone(within, `${product}/`);
  const visits: { page: Visit; baseline: Visit }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    visits.push({
      baseline: await visitByPhone(within, bareUrl),
      page: await visitByPhone(within, `${product}/`),
    });
  const page = median(visits.map((visit) => visit.page.largestPaintMs));
  const baseline = median(visits.map((visit) => visit.baseline.largestPaintMs));
  console.log(`largest paint: bare page ${baseline.toFixed(0)} ms, landing ${page.toFixed(0)} ms`);
  const ratio = page / baseline;
  hold(
    'largest paint, times the bare page’s',
    ratio,
    `≤ ${LARGEST_PAINT_RATIO}`,
    ratio <= LARGEST_PAINT_RATIO,
  );
  const shift = Math.max(...visits.map((visit) => visit.page.shift));
  hold('layout shift of the landing', shift, '≤ 0.1', shift <= 0.1);
  const bytes = Math.max(...visits.map((visit) => visit.page.scriptBytes));
  hold(
    'script before a visitor acts, bytes as they travel',
    bytes,
    `≤ ${SCRIPT_BYTES}`,
    bytes <= SCRIPT_BYTES,
  );
  const scripts = visits.flatMap((visit) => visit.page.scripts);
  const maps = scripts.filter((url) => /maplibre/i.test(url)).length;
  hold('map libraries on the landing', maps, '0', maps === 0);
}

/**
 * Checks that the cabinet's first route contains no map and meets its aim beside React and the router, and that the
 * map's page contains the map.
 */
async function measureRoutes(within: Browser, product: string): Promise<void> {
  const cabinet = await weighRoute(within, `${product}/cabinet`, await signIn(product));
  const map = await weighRoute(within, `${product}/map`);
  const baseline = await weighReactAndRouter();
  const ratio = cabinet.bytes / baseline;
  console.log(`scripts, Brotli: React and router ${baseline}, first route of the cabinet ${cabinet.bytes}`);
  hold('first route of the cabinet, times React and router', ratio, `≤ ${ROUTE_RATIO}`, ratio <= ROUTE_RATIO);
  hold('map libraries in the cabinet', cabinet.maps, '0', cabinet.maps === 0);
  hold('map libraries on the map', map.maps, '≥ 1', map.maps >= 1);
}

/** Serves the baseline: the whole text of the landing page as plain HTML, with no style, picture, font or script. */
async function serveBarePage(product: string): Promise<{ url: string; stop: () => void }> {
  const html = (await (await fetch(product)).text())
    .replaceAll(/<(script|style|svg)[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<(link|img)[^>]*>/g, '')
    .replaceAll(/ class="[^"]*"/g, '');
  const body = brotliCompressSync(html);
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' };
  const bareServer = createServer((_request, reply) => void reply.writeHead(200, headers).end(body));
  await new Promise<void>((resolve) => bareServer.listen(0, '127.0.0.1', resolve));
  const { port } = bareServer.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, stop: () => bareServer.close() };
}
