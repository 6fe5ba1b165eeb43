import base from '../../playwright.config.ts';

/** `npm run test:webkit`: WebKitGTK over plain WebDriver (decision 231). No browser of Playwright is started. */
export default {
  ...base,
  testDir: '.',
  testMatch: '*.webkit.ts',
  globalSetup: ['../build-web.ts', './require-webkit.ts', '../prepare-portal.ts'],
  workers: 1,
  projects: [{ name: 'webkit' }],
};
