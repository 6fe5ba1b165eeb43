import type { Browser, CDPSession } from '@playwright/test';
import { followChanges } from '#contract/messaging/live.ts';

const PHONE = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'ru-RU',
};
/** Lighthouse's slow 4G: 150 ms round trip, 1.6 Mbit/s. The processor is not slowed: that would only measure who else uses it. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };

export interface Visit {
  largestPaintMs: number;
  /** Bytes of everything, as transferred. */
  bytes: number;
  scriptBytes: number;
  scripts: string[];
  shift: number;
}

/**
 * Opens a page with an empty cache; with a session as one that is signed in, with a cookie as a phone that has it. `again`: the
 * browser has opened it before, and has nothing of its files but what the page has stored.
 */
export async function visitByPhone(
  within: Browser,
  url: string,
  { session, cookie, again = false }: { session?: object; cookie?: string; again?: boolean } = {},
): Promise<Visit> {
  const context = await within.newContext(PHONE);
  if (cookie) {
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url }]);
  }
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK);
  const counted = countBytes(devtools);
  await page.addInitScript(watchPaint);
  const text = JSON.stringify(session);
  if (session) await page.addInitScript((auth) => localStorage.setItem('magistral.auth', auth), text);
  // The stream of changes never ends, and a page that holds it is never idle. `page.route` would hold each request for a while.
  await devtools.send('Network.setBlockedURLs', { urls: [`*${followChanges.path}*`] });
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  if (again) {
    await devtools.send('Network.clearBrowserCache');
    await devtools.send('Network.setBypassServiceWorker', { bypass: true });
    await page.reload();
    await page.waitForLoadState('networkidle');
  }
  const paint = await page.evaluate(() => (globalThis as unknown as { seen: PaintTimes }).seen);
  await context.close();
  return { ...counted(), ...paint };
}

type PaintTimes = { largestPaintMs: number; shift: number };

/** Runs in the page, before any of its own scripts. */
function watchPaint(): void {
  const seen: PaintTimes = { largestPaintMs: 0, shift: 0 };
  Object.assign(globalThis, { seen });
  const watch = (type: string, take: (entry: PerformanceEntry & { value?: number }) => void): void =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  watch('largest-contentful-paint', (entry) => (seen.largestPaintMs = entry.startTime));
  watch('layout-shift', (entry) => (seen.shift += entry.value ?? 0));
}

/** Compressed bytes, as transferred: of everything and of the scripts. */
function countBytes(session: CDPSession): () => Omit<Visit, keyof PaintTimes> {
  const scripts = new Map<string, string>();
  let [bytes, scriptBytes] = [0, 0];
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scripts.set(requestId, response.url);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
  });
  return () => ({ bytes, scriptBytes, scripts: [...scripts.values()] });
}
