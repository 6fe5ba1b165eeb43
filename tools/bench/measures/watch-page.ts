import type { Page } from '@playwright/test';

/** Delays of a page since the last request. */
export interface PageDelays {
  frameMs: number;
  taskMs: number;
  /**
   * Longest time from a key or a click to the next frame, as measured by the browser itself (Event Timing, steps of 8
   * ms).
   */
  keyMs: number;
  /** The element that was clicked then. */
  keyOn: string;
}

/** Counts frames, long tasks and interactions from here on; `measure` resets the counters. */
export async function watch(page: Page): Promise<void> {
  await page.evaluate(() => {
    const seen = { frameMs: 0, taskMs: 0, keyMs: 0, keyOn: '' };
    Object.assign(window, { seen });
    let last = performance.now();
    const frame = (now: number): void => {
      seen.frameMs = Math.max(seen.frameMs, now - last);
      last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.taskMs = Math.max(seen.taskMs, duration);
    }).observe({ type: 'longtask' });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { interactionId, target } = entry as PerformanceEventTiming;
        if (!interactionId || entry.duration <= seen.keyMs) continue;
        const named = target instanceof Element ? target.closest('[aria-label], button, th') : null;
        const name = named?.getAttribute('aria-label') ?? named?.textContent ?? '';
        Object.assign(seen, { keyMs: entry.duration, keyOn: name.slice(0, 40) });
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  });
}

export async function measure(page: Page, work: () => Promise<void>): Promise<PageDelays> {
  type DelaysWindow = { seen: PageDelays };
  await page.evaluate(() =>
    Object.assign((window as unknown as DelaysWindow).seen, { frameMs: 0, taskMs: 0, keyMs: 0, keyOn: '' }),
  );
  await work();
  await page.waitForTimeout(1500);
  return page.evaluate(() => ({ ...(window as unknown as DelaysWindow).seen }));
}

/** Signs in by phone and code, through the screens. */
export async function signIn(page: Page, address: string, phone: string): Promise<void> {
  await page.goto(`${address}/login-driver`);
  await page.getByLabel('Телефон').fill(phone.slice(1));
  await page.getByRole('button', { name: 'Получить код' }).click();
  const code = page.getByLabel('Код из СМС');
  await code.waitFor();
  const { data } = await (await page.request.get(`${address}/dev/sms?phone=${phone}`)).json();
  await code.fill((data as { code: string }[])[0]?.code ?? '');
  await page.waitForURL((url) => url.pathname !== '/login-driver');
}
