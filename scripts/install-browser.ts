import fs from 'node:fs';
import { chromium } from '@playwright/test';
import { installFromDebian, mayInstallFromDebian } from './install-from-debian.ts';

/** A browser that the tests run in: how an installed one is found, and how one is got. */
type Browser = {
  name: string;
  /** The setting that names its program. */
  setting: string;
  /** Possible paths of its program, the preferred one first. */
  places: () => string[];
  /** Debian's packages, of which the first that can be installed is enough. */
  packages: string[];
  elsewhere: string;
};

/** The headless shell comes first, because it cuts the tests' time to two thirds. */
const CHROMIUM: Browser = {
  name: 'Chromium',
  setting: 'CHROMIUM_PATH',
  places: () => [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    chromium.executablePath(),
  ],
  packages: ['chromium-headless-shell', 'chromium'],
  elsewhere: 'npx playwright install chromium',
};

/** A stock Firefox, which speaks WebDriver BiDi. Playwright's own is another program, and none that a carrier has. */
const FIREFOX: Browser = {
  name: 'Firefox',
  setting: 'FIREFOX_PATH',
  places: () => [
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
  ],
  packages: ['firefox-esr'],
  elsewhere: 'https://www.mozilla.org/firefox/enterprise/',
};

/** Returns the path of an installed Chromium: the one that was named, the system's, or Playwright's own. */
export function findBrowser(): string | undefined {
  return find(CHROMIUM);
}

/** Returns the path of an installed Firefox: the one that was named, or the system's. */
export function findFirefox(): string | undefined {
  return find(FIREFOX);
}

/**
 * Ensures that there is a Chromium, and installs one if that may be done without asking. Otherwise throws a sentence
 * that explains how to do it by hand.
 */
export function requireBrowser(): string {
  return requireInstalled(CHROMIUM);
}

function find({ setting, places }: Browser): string | undefined {
  return process.env[setting] || places().find((place) => fs.existsSync(place));
}

function requireInstalled(browser: Browser): string {
  const { name, setting, packages, elsewhere } = browser;
  const found = find(browser);
  if (found && fs.existsSync(found)) return found;
  if (found) throw new Error(`${setting} names ${found}, and there is no such file.`);
  for (const each of mayInstallFromDebian() ? packages : []) {
    installFromDebian([each]);
    const installed = find(browser);
    if (installed) return installed;
  }
  throw new Error(
    `The browser tests need ${name} and found none: install it (Debian: sudo apt-get install ${packages.at(-1)}; elsewhere: ${elsewhere}) or name one in ${setting}.`,
  );
}

if (import.meta.main) {
  try {
    for (const browser of [CHROMIUM, FIREFOX]) console.log(`Browser: ${requireInstalled(browser)}`);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
