import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { ADMIN, signIn, SPECIALIST, STAFF } from '../e2e/fixtures.ts';
import { startPortal } from '../e2e/portal.ts';
import { requireBrowser } from './install-browser.ts';

/**
 * `npm run walk -- --as=admin --seconds=60`: starts a portal with the demonstration, and a random walk through it that
 * ends where one of `e2e/walk/invariants.ts` breaks. The trace and its pictures stay in the folder that the output
 * names.
 */
const PEOPLE = {
  admin: { phone: ADMIN, start: '/cabinet' },
  specialist: { phone: SPECIALIST, start: '/cabinet' },
  staff: { phone: STAFF, start: '/staff' },
};
const FLAGS =
  '--headless --no-sandbox --remote-debugging-port=0 --disable-background-networking --no-first-run --disable-gpu --lang=ru-RU';
const root = path.join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    as: { type: 'string', default: 'admin,specialist,staff' },
    seconds: { type: 'string', default: '20' },
    port: { type: 'string', default: '3971' },
  },
});
const output = fs.mkdtempSync(path.join(os.tmpdir(), 'magistral-walk-'));
const portal = await startPortal(Number(values.port));
let broken = 0;
try {
  for (const name of values.as.split(',')) broken += (await walkAs(name as keyof typeof PEOPLE)) ? 0 : 1;
} finally {
  await portal.stop();
}
if (broken > 0) console.error(`What broke is in ${output}.`);
else fs.rmSync(output, { recursive: true, force: true });
process.exitCode = broken > 0 ? 1 : 0;

async function walkAs(name: keyof typeof PEOPLE): Promise<boolean> {
  const { phone, start } = PEOPLE[name];
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'magistral-walker-'));
  const browser = spawn(
    requireBrowser(),
    [...FLAGS.split(' '), `--user-data-dir=${profile}`, 'about:blank'],
    {
      stdio: 'ignore',
    },
  );
  const closed = new Promise<void>((resolve) => browser.once('exit', () => resolve()));
  try {
    const address = await readDebuggerAddress(profile);
    await signInOverHttp(address, phone);
    return await runWalk(name, address, portal.address + start);
  } finally {
    browser.kill('SIGKILL');
    await closed;
    fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Returns the address of the browser's debugger, which the browser writes into a file. */
async function readDebuggerAddress(profile: string): Promise<string> {
  for (let tries = 0; tries < 300; tries += 1) {
    const file = path.join(profile, 'DevToolsActivePort');
    const [port] = fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : [];
    if (port) return `http://127.0.0.1:${port}`;
    await sleep(100);
  }
  throw new Error('The browser did not start.');
}

/** Leaves before the walk begins: two who drive one browser disturb each other. */
async function signInOverHttp(address: string, phone: string): Promise<void> {
  const browser = await chromium.connectOverCDP(address);
  const page = await (await browser.newContext({ baseURL: portal.address })).newPage();
  const tokens = await readSession(page, phone);
  await page.context().close();
  const own = await (browser.contexts()[0] ?? (await browser.newContext())).newPage();
  await own.goto(`${portal.address}/healthz`);
  await own.evaluate((text) => localStorage.setItem('magistral.auth', text), tokens);
  await browser.close();
}

async function readSession(page: Page, phone: string): Promise<string> {
  await signIn(page, phone);
  await page.goto('/healthz');
  return page.evaluate(() => localStorage.getItem('magistral.auth') ?? '');
}

function runWalk(name: string, debuggerAddress: string, start: string): Promise<boolean> {
  const folder = path.join(output, name);
  const walker = spawn(
    path.join(root, 'node_modules/.bin/bombadil'),
    [
      `browser test-external --remote-debugger ${debuggerAddress} --create-target`,
      `--time-limit ${values.seconds}s --output-path ${folder} --exit-on-violation --width 1280 --height 900`,
      `${start} ${path.join(root, 'e2e/walk/invariants.ts')}`,
    ].flatMap((args) => args.split(' ')),
    // The library warns of each browser message that it does not know.
    { stdio: 'inherit', env: { ...process.env, RUST_LOG: 'error' } },
  );
  return new Promise((resolve) => walker.once('exit', (code) => resolve(code === 0)));
}
