import type { Browser } from '@playwright/test';
import type { ChildProcess } from 'node:child_process';
import { endWithParent } from '../scripts/end-with-parent.ts';

/**
 * Internals that Playwright's client has of its own server, in this process. None of it is public; its version is
 * exact.
 */
type PlaywrightInternals = { _connection: { toImpl(browser: Browser): DrivenBrowser } };
type DrivenBrowser = {
  _browserSession: { send(method: string, params?: unknown): Promise<unknown> };
  options: { browserProcess: { process: ChildProcess } };
};

/** Playwright sends it for each context, whatever a test asks for. Firefox ESR does not know it and refuses. */
const UNKNOWN_COMMAND = 'emulation.setMediaFeaturesOverride';

/** Lets Playwright drive a stock Firefox ESR, and ends it with this worker, which it would outlive otherwise. */
export function driveFirefox(browser: Browser): void {
  const driven = (browser as unknown as PlaywrightInternals)._connection.toImpl(browser);
  endWithParent(driven.options.browserProcess.process, { group: true });
  const session = driven._browserSession;
  const send = session.send.bind(session);
  session.send = (method, params) =>
    method === UNKNOWN_COMMAND ? Promise.resolve({}) : send(method, params);
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await context.addInitScript(insertTextAsTyped);
    return context;
  };
}

/** Playwright's `fill` writes the value by a script, which React takes for its own; the editor's command is a person's. */
function insertTextAsTyped(): void {
  const insert = (text: string) => void document.execCommand('insertText', false, text);
  Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insert, set: () => {} });
}
