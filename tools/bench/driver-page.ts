import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync } from 'node:zlib';
import { chromium, type Browser } from '@playwright/test';
import { findBrowser } from '../../scripts/install-browser.ts';
import { median } from './measures/load.ts';
import { signIn } from './script-weight.ts';
import { startServer } from './start-server.ts';
import { visitByPhone, type Visit } from './visit-by-phone.ts';

/**
 * The driver's page on a phone on a slow network, beside a bare static page with the same words in the same round:
 * `node tools/bench/driver-page.ts`. The demonstration's administrator makes the link, the phone enters its code. Exits with 1 if an
 * aim is missed.
 */
const ROUNDS = Number(process.argv.find((value) => value.startsWith('--rounds='))?.slice(9) ?? 15);
const LARGEST_PAINT_RATIO = 1.3;
const PAGE_BYTES = 60 * 1024;

// Runs in a separate process. After a build, everything in the same process takes this for production.
execFileSync(process.execPath, ['scripts/build-if-stale.ts'], { stdio: ['ignore', 'ignore', 'inherit'] });
const server = await startServer({ processes: 1 });
const browser = await chromium.launch({ executablePath: findBrowser() });
try {
  const page = await bindLink(`http://127.0.0.1:${server.port}`);
  const bare = await serveBarePage(page);
  try {
    await compare(browser, page, bare.url);
  } finally {
    bare.stop();
  }
} finally {
  await browser.close();
  await server.stop();
}

interface DriverLink {
  url: string;
  /** `name=value`. */
  cookie: string;
}

async function compare(within: Browser, { url, cookie }: DriverLink, bareUrl: string): Promise<void> {
  const visit = () => visitByPhone(within, url, { cookie });
  // The first visit of each page is not counted: the server and the browser warm up.
  await visitByPhone(within, bareUrl);
  await visit();
  const rounds: { page: Visit; baseline: Visit }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ baseline: await visitByPhone(within, bareUrl), page: await visit() });
  const page = median(rounds.map((round) => round.page.largestPaintMs));
  const baseline = median(rounds.map((round) => round.baseline.largestPaintMs));
  console.log(`largest paint: bare page ${baseline.toFixed(0)} ms, driver’s page ${page.toFixed(0)} ms`);
  const ratio = page / baseline;
  hold('largest paint, times the bare page’s', ratio, LARGEST_PAINT_RATIO);
  hold('layout shift', Math.max(...rounds.map((round) => round.page.shift)), 0.1);
  hold(
    'everything that the first load brings, bytes',
    Math.max(...rounds.map((round) => round.page.bytes)),
    PAGE_BYTES,
  );
}

/** Prints what was measured; a missed aim fails the run. */
function hold(what: string, measured: number, max: number): void {
  const holds = measured <= max;
  console.log(`${what}: ${Number(measured.toFixed(2))} (aim: ≤ ${max})${holds ? '' : ' MISSED'}`);
  if (!holds) process.exitCode = 1;
}

/** A card of the demonstration with rules and a refusal, and the phone that its driver has entered the code on. */
async function bindLink(product: string): Promise<DriverLink> {
  const { tokens } = (await signIn(product)) as { tokens: { access: string } };
  const call = async (method: string, path: string, json?: object) => {
    const headers = { 'x-auth-token': tokens.access, 'content-type': 'application/json' };
    const input = json ? { body: JSON.stringify(json) } : {};
    const reply = await fetch(product + path, { method, headers, ...input });
    const answered = (await reply.json()) as { code: number; data: never };
    if (reply.status !== 200) throw new Error(`${path}: ${JSON.stringify(answered)}`);
    return answered.data;
  };
  const [card] = (await call('GET', '/api/card?perPage=1')) as { id: number; card_number: string }[];
  if (!card) throw new Error('the demonstration has no card');
  const phone = '79117000001';
  const driver = { surname: 'Волков', name: 'Пётр', phone };
  const { id: driverId } = (await call('POST', '/api/drivers', driver)) as { id: number };
  await call('POST', `/api/card/${card.id}/driver/${driverId}/set`, {});
  const rules = [
    { kind: 'litres_day', value: 350 },
    { kind: 'litres_filling', value: 300 },
    { kind: 'goods', value: [301, 302, 303] },
  ];
  await call('PUT', `/api/card/${card.id}/rules`, { rules });
  const address = 'Роснефть № 12, Московская область, Химки';
  await call('POST', '/dev/fuel', {
    card_number: card.card_number,
    goods_id: 301,
    litres: 340,
    unit_price: 70,
    address,
  });
  const { url } = (await call('POST', `/api/card/${card.id}/driver-links`, { driver_id: driverId })) as {
    url: string;
  };
  const path = new URL(url).pathname;
  await fetch(`${product}${path}/code`, { method: 'POST' });
  const sent = (await call('GET', `/dev/sms?phone=${phone}`)) as { code: string | null }[];
  const code = sent.find((item) => item.code !== null)?.code ?? '';
  const bound = await fetch(`${product}${path}/bind`, {
    method: 'POST',
    body: new URLSearchParams({ code }),
    redirect: 'manual',
  });
  const cookie = bound.headers.get('set-cookie')?.split(';')[0];
  if (!cookie) throw new Error(`the phone was not bound: ${bound.status}`);
  return { url: product + path, cookie };
}

/** Serves the baseline: the whole text of the page as plain HTML, with no style, picture or script. */
async function serveBarePage({ url, cookie }: DriverLink): Promise<{ url: string; stop: () => void }> {
  const html = (await (await fetch(url, { headers: { cookie } })).text())
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
