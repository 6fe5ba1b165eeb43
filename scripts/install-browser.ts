import fs from 'node:fs';
import { chromium } from '@playwright/test';
import { installFromDebian, mayInstallFromDebian } from './install-from-debian.ts';

/**
 * The path of an installed Chromium: the one that was named, the system's, or Playwright's own. Prefers the headless
 * shell, which cuts the tests' time to two thirds.
 */
export function findBrowser(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named) return named;
  const places = [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    chromium.executablePath(),
  ];
  return places.find((place) => fs.existsSync(place));
}

/**
 * Makes sure that there is a browser, and installs one if that may be done without asking. Otherwise throws a sentence
 * that says how to do it by hand.
 */
export function requireBrowser(): string {
  const found = findBrowser();
  if (found && fs.existsSync(found)) return found;
  if (found) throw new Error(`CHROMIUM_PATH names ${found}, and there is no such file.`);
  for (const name of mayInstallFromDebian() ? ['chromium-headless-shell', 'chromium'] : []) {
    installFromDebian([name]);
    const installed = findBrowser();
    if (installed) return installed;
  }
  throw new Error(
    'The browser tests need Chromium and found none: install it (Debian: sudo apt-get install chromium; elsewhere: npx playwright install chromium) or name one in CHROMIUM_PATH.',
  );
}

if (import.meta.main) {
  try {
    console.log(`Browser: ${requireBrowser()}`);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
