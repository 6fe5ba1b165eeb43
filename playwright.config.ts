import { defineConfig } from '@playwright/test';
import { FIREFOX_FILES, testMatch } from './e2e/choose-files.ts';
import { findBrowser, findFirefox } from './scripts/install-browser.ts';

export default defineConfig({
  testDir: 'e2e',
  testMatch: testMatch(),
  globalSetup: ['./e2e/build-web.ts', './e2e/name-browser.ts', './e2e/prepare-portal.ts'],
  // For what hangs. A machine that others use too can be ten times as slow as its owner measured, and is still right.
  timeout: 300_000,
  // Under the minute after which a screen that is told of changes reads again anyhow: a stream that fell silent shows.
  expect: { timeout: 45_000 },
  // Each worker has a portal of its own (e2e/fixtures.ts). In a portal one test runs at a time: they share its people.
  // One more than the cores of a small machine, for a test waits about half of its time.
  workers: 3,
  forbidOnly: true,
  // On a fresh portal. Whatever needs it is named at the end of the run, to be mended (scripts/test.ts).
  retries: 1,
  reporter: [['list']],
  use: {
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    screenshot: 'only-on-failure',
    // What goes through one can’t be changed by a test; the tests of the time without a network allow it.
    serviceWorkers: 'block',
    // Every click waits until what it presses stands still.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: findBrowser(),
      // Without a locale, as on a bare machine, Chromium names every file with a Russian name "download".
      env: { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
      // A browser that calls home makes a test wait for a network that may not be there.
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
      ],
    },
  },
  projects: [
    { name: 'desk', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      grep: /@phone/,
      use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
    },
    {
      // The Firefox that carriers have, over WebDriver BiDi (e2e/firefox.ts, decision 124).
      name: 'firefox',
      testMatch: FIREFOX_FILES,
      grep: /@firefox/,
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        viewport: { width: 1440, height: 900 },
        launchOptions: {
          executablePath: findFirefox(),
          // It knows no emulation of reduced motion, and asks the desktop's settings.
          firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 },
        },
      },
    },
  ],
});
