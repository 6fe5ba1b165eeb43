import { expect, type Locator, type Page } from '@playwright/test';

/** Runs in the page: switches off timers of 15 seconds or more, with which an idle screen polls. */
export function disablePolling(): void {
  const { setTimeout: after, setInterval: every } = window;
  const isLongTimer = (ms?: number) => (ms ?? 0) >= 15_000;
  window.setTimeout = ((run: () => void, ms?: number) =>
    isLongTimer(ms) ? 0 : after(run, ms)) as typeof setTimeout;
  window.setInterval = ((run: () => void, ms?: number) =>
    isLongTimer(ms) ? 0 : every(run, ms)) as typeof setInterval;
}

/** Clicks twice before the page can show the first click. */
export async function clickTwice(button: Locator): Promise<void> {
  await button.evaluate((element: HTMLElement) => {
    element.click();
    element.click();
  });
}

/** Stops time in the page; from here on only `page.clock` moves it. */
export async function stopTime(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
}

/**
 * Waits for what a page whose time stands still shows after an answer. An answer reaches the screen through timers of 0 ms:
 * these run without time passing. Only a timer that was set while another ran is due a millisecond later.
 */
export async function expectWhileStanding(page: Page, awaited: Locator): Promise<void> {
  let attempts = 0;
  await expect(async () => {
    attempts += 1;
    await page.clock.runFor(0);
    if (attempts % 10 === 0) await page.clock.runFor(1);
    await expect(awaited).toBeVisible({ timeout: 100 });
  }).toPass({ timeout: 45_000, intervals: [100] });
}

/** Comes back to the page after a while, so that it reads its data again. The page's clock must be installed. */
export async function returnToPage(page: Page): Promise<void> {
  await page.clock.fastForward(6000);
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
}

/** Switches off announcements and polling, which would make the page read at any moment. */
export async function readOnlyWhenAsked(page: Page): Promise<void> {
  await page.route('**/api/events', (route) => route.abort());
  await page.addInitScript(disablePolling);
}
