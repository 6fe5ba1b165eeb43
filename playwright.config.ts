import { defineConfig } from '@playwright/test';
import { firefoxMatch, testMatch } from './e2e/choose-files.ts';
import { FIREFOX_PREFERENCES } from './e2e/firefox.ts';
import { findBrowser, findFirefox } from './scripts/install-browser.ts';

export default defineConfig({
  testDir: 'e2e',
  testMatch: testMatch(),
  globalSetup: ['./e2e/build-web.ts', './e2e/name-browser.ts', './e2e/prepare-portal.ts'],
  // Limit for hanging tests. A shared machine can be ten times as slow as measured, and the run is still right.
  timeout: 300_000,
  // Below the minute after which a screen that gets notifications reads again anyhow. So a silent stream makes the test
  // fail.
  expect: { timeout: 45_000 },
  // Each worker has a portal of its own (e2e/fixtures.ts). In a portal one test runs at a time: they share its people.
  // One more than the cores of a small machine, for a test waits about half of its time.
  workers: 3,
  forbidOnly: true,
  // A retry uses a fresh portal. Tests that needed it are listed at the end of the run, to be fixed (scripts/test.ts).
  retries: 1,
  reporter: [['list']],
  use: {
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    screenshot: 'only-on-failure',
    // A test can't change requests that go through a service worker. The offline tests allow them.
    serviceWorkers: 'block',
    // Every click waits until its target stands still.
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
    {
      // The Firefox that carriers have, over WebDriver BiDi (e2e/firefox.ts, decision 124).
      // First, because its tests are the longest: at the end, one of them would run alone.
      name: 'firefox',
      testMatch: firefoxMatch(),
      grep: /@firefox/,
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        viewport: { width: 1440, height: 900 },
        launchOptions: {
          executablePath: findFirefox(),
          firefoxUserPrefs: FIREFOX_PREFERENCES,
        },
      },
    },
    { name: 'desk', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      grep: /@phone/,
      use: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
    },
  ],
});
