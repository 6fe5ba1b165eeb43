import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { chromium, type Browser, type CDPSession } from '@playwright/test';
import { findBrowser } from '../scripts/install-browser.ts';
import { measureLighthouse } from './lighthouse.ts';
import { median } from './load.ts';
import { signIn, weighReactAndRouter, weighRoute } from './script-weight.ts';
import { startServer } from './start-server.ts';

/**
 * The landing page on a phone on a slow network, compared with a bare static page with the same words in the same run:
 * `npm run bench:landing`. Exits with 1 if an aim is missed.
 */
const ROUNDS = 15;
const LARGEST_PAINT_RATIO = 1.15;
const SCRIPT_BYTES = 15 * 1024;
/** The first route of the cabinet against React with its router, weighed in the same run (decision 35). */
const ROUTE_RATIO = 3;

const PHONE = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'ru-RU',
};
/** Lighthouse's slow 4G: 150 ms round trip, 1.6 Mbit/s. The processor is not slowed: that would only measure who else uses it. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };

interface Visit {
  largestPaintMs: number;
  scriptBytes: number;
  scripts: string[];
  shift: number;
}

// In a separate process: after a build, everything in the same process believes that this is production.
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
  await visit(within, bareUrl);
  await visit(within, `${product}/`);
  const visits: { page: Visit; yardstick: Visit }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    visits.push({ yardstick: await visit(within, bareUrl), page: await visit(within, `${product}/`) });
  const page = median(visits.map((one) => one.page.largestPaintMs));
  const yardstick = median(visits.map((one) => one.yardstick.largestPaintMs));
  console.log(`largest paint: bare page ${yardstick.toFixed(0)} ms, landing ${page.toFixed(0)} ms`);
  const ratio = page / yardstick;
  hold(
    'largest paint, times the bare page’s',
    ratio,
    `≤ ${LARGEST_PAINT_RATIO}`,
    ratio <= LARGEST_PAINT_RATIO,
  );
  const shift = Math.max(...visits.map((one) => one.page.shift));
  hold('layout shift of the landing', shift, '≤ 0.1', shift <= 0.1);
  const bytes = Math.max(...visits.map((one) => one.page.scriptBytes));
  hold(
    'script before a visitor acts, bytes as they travel',
    bytes,
    `≤ ${SCRIPT_BYTES}`,
    bytes <= SCRIPT_BYTES,
  );
  const scripts = visits.flatMap((one) => one.page.scripts);
  const maps = scripts.filter((url) => /maplibre/i.test(url)).length;
  hold('map libraries on the landing', maps, '0', maps === 0);
}

async function visit(within: Browser, url: string): Promise<Visit> {
  const context = await within.newContext(PHONE);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NETWORK);
  const counted = countScripts(session);
  await page.addInitScript(watchPaint);
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  const paint = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
  await context.close();
  return { ...counted(), ...paint };
}

type Seen = { largestPaintMs: number; shift: number };

/** Runs in the page, before any of its own scripts. */
function watchPaint(): void {
  const seen: Seen = { largestPaintMs: 0, shift: 0 };
  Object.assign(globalThis, { seen });
  const watch = (type: string, take: (entry: PerformanceEntry & { value?: number }) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('largest-contentful-paint', (entry) => (seen.largestPaintMs = entry.startTime));
  watch('layout-shift', (entry) => (seen.shift += entry.value ?? 0));
}

/** Compressed bytes of the scripts, as transferred. */
function countScripts(session: CDPSession): () => { scriptBytes: number; scripts: string[] } {
  const scripts = new Map<string, string>();
  let scriptBytes = 0;
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scripts.set(requestId, response.url);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
  });
  return () => ({ scriptBytes, scripts: [...scripts.values()] });
}

/** The cabinet's first route contains no map and keeps to its aim beside React and the router; the map's page contains the map. */
async function measureRoutes(within: Browser, product: string): Promise<void> {
  const cabinet = await weighRoute(within, `${product}/cabinet`, await signIn(product));
  const map = await weighRoute(within, `${product}/map`);
  const yardstick = await weighReactAndRouter();
  const ratio = cabinet.bytes / yardstick;
  console.log(`scripts, Brotli: React and router ${yardstick}, first route of the cabinet ${cabinet.bytes}`);
  hold('first route of the cabinet, times React and router', ratio, `≤ ${ROUTE_RATIO}`, ratio <= ROUTE_RATIO);
  hold('map libraries in the cabinet', cabinet.maps, '0', cabinet.maps === 0);
  hold('map libraries on the map', map.maps, '≥ 1', map.maps >= 1);
}

/** The yardstick: every word of the landing page as plain HTML, with no style, picture, font or script. */
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
