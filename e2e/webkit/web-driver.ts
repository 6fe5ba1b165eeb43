import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endWithParent } from '../../scripts/end-with-parent.ts';

/** Name under which WebDriver passes an element (W3C WebDriver, 12.1). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const SCREEN = ['-screen', '0', '1440x900x24', '-nolisten', 'tcp'];
const WAIT_MS = 90_000;
const PAUSE_MS = 200;

/** Elements by what they are for a user. */
const SELECTORS = {
  button: 'button, [role=button], summary',
  heading: 'h1, h2, h3, h4, [role=heading]',
  checkbox: 'input[type=checkbox]',
  field: 'input:not([type=checkbox]), textarea, select',
  option: 'option, [role=option]',
  menuitem: '[role=menuitem]',
  text: 'td, p, span, strong, h2',
};
type Kind = keyof typeof SELECTORS;
type Answer = { value: unknown };
type Element = Record<typeof ELEMENT, string>;

/** A page of WebKitGTK, driven by plain W3C WebDriver: what Safari would do, in the browser that Debian has of it. */
export class WebKitPage {
  readonly #session: string;
  readonly #portal: string;
  readonly #processes: readonly ChildProcess[];
  /** Home of the browser's user, where it saves files. */
  readonly #home: string;

  private constructor(
    session: string,
    portal: string,
    { processes, home }: { processes: readonly ChildProcess[]; home: string },
  ) {
    this.#session = session;
    this.#portal = portal;
    this.#processes = processes;
    this.#home = home;
  }

  /** Starts a screen without a monitor, the driver on a port and the browser. */
  static async start(portal: string, port: number): Promise<WebKitPage> {
    const display = `:${port}`;
    const screen = spawn('Xvfb', [display, ...SCREEN], { stdio: 'ignore' });
    const home = fs.mkdtempSync(path.join(os.tmpdir(), 'magistral-webkit-'));
    const place = { HOME: home, XDG_CONFIG_HOME: home, LANG: 'C.UTF-8', TZ: 'Europe/Moscow' };
    const env = { ...process.env, ...place, DISPLAY: display };
    const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], { env, stdio: 'ignore' });
    for (const child of [screen, driver]) endWithParent(child);
    const address = `http://127.0.0.1:${port}`;
    await waitFor('the driver', () => fetch(`${address}/status`).then((answer) => answer.ok));
    const options = { binary: BROWSER, args: ['--automation'] };
    const alwaysMatch = { 'webkitgtk:browserOptions': options };
    const { sessionId } = (await send(`${address}/session`, { capabilities: { alwaysMatch } })) as {
      sessionId: string;
    };
    return new WebKitPage(`${address}/session/${sessionId}`, portal, {
      processes: [driver, screen],
      home,
    });
  }

  async stop(): Promise<void> {
    await fetch(this.#session, { method: 'DELETE' }).catch(() => {});
    for (const child of this.#processes) child.kill();
    fs.rmSync(this.#home, { recursive: true, force: true });
  }

  /** Makes the window so wide that a page has `width` px, and as high as the screen. */
  async setWidth(width: number): Promise<void> {
    await send(`${this.#session}/window/rect`, { width, height: 900 });
    await waitFor(`a page of ${width} px`, async () => {
      const shown = Number(await this.evaluate('return innerWidth'));
      if (shown === width) return true;
      const rect = await fetch(`${this.#session}/window/rect`).then((answer) => answer.json());
      await send(`${this.#session}/window/rect`, { width: rect.value.width + width - shown, height: 900 });
      return false;
    });
  }

  /** Returns the PDF that the browser has saved under this name, once it is whole. */
  saved(name: RegExp): Promise<Buffer> {
    return waitFor(`a saved file ${name}`, async () => {
      const found = fs
        .readdirSync(this.#home, { recursive: true, encoding: 'utf8' })
        .find((file) => name.test(file));
      if (!found) return null;
      const file = fs.readFileSync(path.join(this.#home, found));
      return file.subarray(-16).includes('%%EOF') ? file : null;
    });
  }

  async open(address: string): Promise<void> {
    await send(`${this.#session}/url`, { url: new URL(address, this.#portal).href });
  }

  evaluate(script: string, ...args: unknown[]): Promise<unknown> {
    return send(`${this.#session}/execute/sync`, { script, args });
  }

  /** Waits for a visible element whose accessible name matches. */
  find(kind: Kind, name: RegExp): Promise<string> {
    return waitFor(`${kind} ${name}`, async () => {
      const found = await this.evaluate(FIND, SELECTORS[kind], name.source);
      return found ? (found as Element)[ELEMENT] : null;
    });
  }

  /** Waits until the element can be clicked: the driver refuses a disabled or covered one. */
  async click(kind: Kind, name: RegExp): Promise<void> {
    await waitFor(`a click on ${kind} ${name}`, async () => {
      const element = await this.find(kind, name);
      // The driver clicks only what is in the window.
      const script = `arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' }); return !arguments[0].disabled;`;
      if (!(await this.evaluate(script, { [ELEMENT]: element }))) return false;
      await send(`${this.#session}/element/${element}/click`, {});
      return true;
    });
  }

  async type(name: RegExp, text: string): Promise<void> {
    await waitFor(`typing into ${name}`, async () => {
      const element = await this.find('field', name);
      await send(`${this.#session}/element/${element}/value`, { text });
      return true;
    });
  }

  async readValue(name: RegExp): Promise<string> {
    const element = await this.find('field', name);
    return String(await this.evaluate('return arguments[0].value', { [ELEMENT]: element }));
  }

  async waitForAddress(address: RegExp): Promise<void> {
    await waitFor(`the address ${address}`, async () =>
      address.test(String(await this.evaluate(`return location.pathname`))),
    );
  }

  async takePicture(): Promise<Buffer> {
    const answer = (await (await fetch(`${this.#session}/screenshot`)).json()) as Answer;
    return Buffer.from(String(answer.value), 'base64');
  }
}

/** Returns the first visible element whose name matches. */
const FIND = `
  const [selector, source] = arguments;
  const pattern = new RegExp(source);
  const getName = (item) =>
    item.getAttribute('aria-label') ||
    (item.getAttribute('aria-labelledby') || '').split(' ').map((id) => document.getElementById(id)?.textContent || '').join(' ').trim() ||
    [...(item.labels || [])].map((label) => label.textContent).join(' ').trim() ||
    item.innerText || item.value || '';
  // A closed list and a drawn box have their elements hidden, and are clicked all the same.
  const isVisible = (item) => item.type === 'checkbox' || item.tagName === 'OPTION' || item.checkVisibility?.({ checkVisibilityCSS: true }) !== false;
  return [...document.querySelectorAll(selector)].find((item) => isVisible(item) && pattern.test(getName(item).replace(/\\s+/g, ' ').trim())) || null;`;

async function send(url: string, body: unknown): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { value } = (await answer.json()) as Answer;
  if (!answer.ok) throw new Error(`${url}: ${JSON.stringify(value)}`);
  return value;
}

/** Tries again until there is a result. The last failure is named when the time is over. */
async function waitFor<Found>(what: string, attempt: () => Promise<Found | null | false>): Promise<Found> {
  const end = Date.now() + WAIT_MS;
  for (;;) {
    const found = await attempt().catch((error: unknown) => {
      if (Date.now() > end) throw error;
      return null;
    });
    if (found) return found;
    if (Date.now() > end) throw new Error(`${what} did not appear`);
    await sleep(PAUSE_MS);
  }
}
