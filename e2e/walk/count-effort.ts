import type { Page } from '@playwright/test';

export interface Effort {
  clicks: number;
  keys: number;
}

/**
 * Counts what a person does on a page from now on, in the page itself: clicks and taps, keys, and characters that arrive
 * without a key. A key that is held beside another or a click is not counted. A choice from the browser's own list is two clicks, since its window is outside the page.
 */
export async function countEffort(page: Page): Promise<{ read: () => Effort; restart: () => void }> {
  const effort = { clicks: 0, keys: 0 };
  await page.exposeFunction('countEffort', (kind: keyof Effort, count: number) => {
    effort[kind] += count;
  });
  await page.addInitScript(listen);
  return {
    read: () => ({ ...effort }),
    restart: () => {
      Object.assign(effort, { clicks: 0, keys: 0 });
    },
  };
}

/** Runs in the page, before any of its own scripts. */
function listen(): void {
  const { countEffort: count } = globalThis as unknown as {
    countEffort: (kind: 'clicks' | 'keys', count: number) => void;
  };
  let isKeyDown = false;
  const capture = { capture: true };
  addEventListener('pointerdown', () => count('clicks', 1), capture);
  addEventListener(
    'keydown',
    ({ key }) => {
      if (['Shift', 'Control', 'Alt', 'Meta'].includes(key)) return;
      isKeyDown = true;
      count('keys', 1);
    },
    capture,
  );
  addEventListener('keyup', () => (isKeyDown = false), capture);
  addEventListener(
    'input',
    (event) => {
      if (event.target instanceof HTMLSelectElement) count('clicks', 2);
      else if (!isKeyDown && event instanceof InputEvent) count('keys', event.data?.length ?? 0);
    },
    capture,
  );
}
