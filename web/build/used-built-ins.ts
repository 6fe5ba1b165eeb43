import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { newerBuiltIns, type BuiltIn } from './newer-built-ins.ts';

const CORE_JS = path.dirname(createRequire(import.meta.url).resolve('core-js/package.json'));

/** Newer built-ins that built files name and do without, or that only share their name with something else. */
const ACCEPTED: Readonly<Record<string, string>> = {
  'Intl.Segmenter': 'the map asks whether there is one',
  'Error.captureStackTrace': 'sanitizing asks whether there is one',
  'ArrayBuffer.resize': 'the map resizes arrays of its own',
  'ArrayBuffer.transfer': 'the map hands over objects of its own',
  'AbortSignal.timeout': 'Chromium 109 has it and ends with another error',
  'Element.checkVisibility': 'Base UI asks whether there is one',
  'Document.startViewTransition': 'React calls it for a component that the portal does not use',
  'HTMLElement.showPopover': 'asked for first (web/src/lib/show-popover.ts)',
  'Clipboard.read': 'the name is that of reads of our own',
  'Notification.navigate': 'the name is that of the router’s and of a window’s',
  Notification: 'asked for first (web/src/lib/subscribe-browser.ts)',
  'Notification.permission': 'asked for first, with Notification',
  'Notification.requestPermission': 'asked for first, with Notification',
  'Navigator.share': 'the button is there where the browser has it',
};

/** Returns the newer built-ins that `code` calls and that a polyfill brings. Throws when it calls one that none brings. */
export function findPolyfills(code: string, file: string, builtIns = newerBuiltIns()): BuiltIn[] {
  const used = builtIns.filter((builtIn) => isCalled(builtIn, code) && !(formatName(builtIn) in ACCEPTED));
  const missing = used.filter((builtIn) => findPolyfill(builtIn) === null).map(formatName);
  if (missing.length > 0)
    throw new Error(
      `${file} calls ${missing.join(', ')}, which the oldest browsers of package.json lack. Ask first whether it is there, and say so in ${import.meta.filename}.`,
    );
  return used;
}

/** Returns the module that brings a built-in, or null where core-js has none. */
export function findPolyfill({ owner, name }: BuiltIn): string | null {
  const module = path.join('stable', ...(owner ? [toKebabCase(owner)] : []), `${toKebabCase(name)}.js`);
  return fs.existsSync(path.join(CORE_JS, module)) ? `core-js/${module}` : null;
}

/** Returns the script's question whether a browser has the built-in. */
export function formatPresenceCheck({ owner, name, isStatic }: BuiltIn): string {
  if (owner === '') return `w.${name}`;
  // No global is called TypedArray; every typed array has the common methods.
  const known = owner === 'TypedArray' ? 'Int8Array' : owner;
  return isStatic ? `w.${known}&&${known}.${name}` : `w.${known}&&${known}.prototype.${name}`;
}

export function formatName({ owner, name }: BuiltIn): string {
  return owner ? `${owner}.${name}` : name;
}

/** A name in a string or a comment counts too: better one polyfill too many. */
function isCalled({ owner, name, isStatic }: BuiltIn, code: string): boolean {
  if (owner === '') return new RegExp(`\\bnew ${name}\\b|(?<![.\\w$])${name}[(.]`).test(code);
  if (isStatic) return new RegExp(`\\b${owner}\\.${name}\\b`).test(code);
  return code.includes(`.${name}(`) && (isEverywhere(owner) || code.includes(owner));
}

/** Instances of these come without their name: from literals, from other calls, from the browser. */
function isEverywhere(owner: string): boolean {
  return !/^(Async)?DisposableStack$/.test(owner);
}

/** `TypedArray` → `typed-array`, `URLSearchParams` → `url-search-params`. */
function toKebabCase(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();
}
