import type { Browser } from '@playwright/test';
import type { ChildProcess } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import { endWithParent } from '../scripts/end-with-parent.ts';

/**
 * Internals that Playwright's client has of its own server, in this process. None of it is public; its version is
 * exact.
 */
type PlaywrightInternals = { _connection: { toImpl(browser: Browser): DrivenBrowser } };
type DrivenBrowser = {
  _connection: {
    rawSend(command: BidiCommand): void;
    _transport: { onmessage: (message: BidiMessage) => void };
  };
  _browserSession: { send(method: string, params?: unknown): Promise<unknown> };
  options: { browserProcess: { process: ChildProcess } };
};
type BidiCommand = { method: string; params?: { page?: Sheet } };
type Sheet = { width: number; height: number };
type BidiMessage = { method?: string; params?: { url?: string; download?: string } };

/** This worker's Firefox prints here, without a dialog. */
export const PRINTED_FILE = path.join(os.tmpdir(), `magistral-printed-${process.pid}.pdf`);

/** Preferences of Firefox. It has no emulation of reduced motion, so the test sets the desktop's preference. */
export const FIREFOX_PREFERENCES = {
  'ui.prefersReducedMotion': 1,
  'print.always_print_silent': true,
  print_printer: 'Mozilla Save to PDF',
  'print.printer_Mozilla_Save_to_PDF.print_to_file': true,
  'print.printer_Mozilla_Save_to_PDF.print_to_filename': PRINTED_FILE,
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
  const connection = driven._connection;
  const sendRaw = connection.rawSend.bind(connection);
  connection.rawSend = (command) => sendRaw(sizeSheet(command));
  const transport = connection._transport;
  const receive = transport.onmessage;
  transport.onmessage = (message) => receive(nameDownload(message));
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await context.addInitScript(insertTextAsTyped);
    return context;
  };
}

/** Playwright writes the size of a sheet in inches where BiDi reads centimetres; the margins are those of the style sheet. */
function sizeSheet(command: BidiCommand): BidiCommand {
  const { method, params } = command;
  if (method !== 'browsingContext.print' || !params?.page) return command;
  const { width, height } = params.page;
  return { ...command, params: { ...params, page: { width: width * 2.54, height: height * 2.54 } } };
}

/** Playwright drops a download without an id. ESR gives none to a file that a script saves; its blob's address is as unique. */
function nameDownload(message: BidiMessage): BidiMessage {
  if (message.method?.startsWith('browsingContext.download') && message.params)
    message.params.download ??= message.params.url;
  return message;
}

/** Playwright's `fill` writes the value by a script, which React takes for its own; the editor's command is a person's. */
function insertTextAsTyped(): void {
  const insert = (text: string) => void document.execCommand('insertText', false, text);
  Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insert, set: () => {} });
}
