import { expect, test } from './fixtures.ts';

test('§2.14 a map that finishes loading while a slow phone leaves its page has its colours', async ({
  page,
}) => {
  await page.addInitScript(leaveSlowly);
  let load = () => {};
  const mayLoad = new Promise<void>((resolve) => (load = resolve));
  await page.route('**/maplibre-gl-worker*', async (route) => {
    await mayLoad;
    await route.continue();
  });
  await page.goto('/map');
  const map = page.locator('[data-zoom]');
  await expect(map).toHaveAttribute('data-ready', 'true');
  await page.getByRole('link', { name: 'Войти' }).first().click();
  await expect(map).toHaveCount(0);
  load();
  await expect.poll(() => page.evaluate('leaving.coloursRead')).toBeGreaterThan(0);
  await page.evaluate('leaving.finish()');
  await expect(page.getByLabel('Телефон')).toBeVisible();
});

/**
 * Runs in the page. When the map has been taken off, React has no time left in its turn, and its next one, in which it
 * tells the map of it, waits for `finish`. Counts how often colours are read until then.
 */
function leaveSlowly(): void {
  const { removeChild } = Node.prototype;
  const { postMessage } = MessagePort.prototype;
  const { getComputedStyle } = window;
  const held: (() => void)[] = [];
  let isHolding = false;
  const leaving = {
    coloursRead: 0,
    finish() {
      isHolding = false;
      for (const send of held) send();
    },
  };
  Object.assign(window, { leaving });
  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    if (child instanceof Element && child.querySelector('[data-zoom]')) {
      isHolding = true;
      const turnEnds = performance.now() + 20;
      while (performance.now() < turnEnds);
    }
    return removeChild.call(this, child) as T;
  };
  MessagePort.prototype.postMessage = function (this: MessagePort, message: unknown, options?: object) {
    const send = () => postMessage.call(this, message, options);
    // React's own message is empty.
    if (isHolding && message === null) held.push(send);
    else send();
  };
  window.getComputedStyle = (element, pseudo) => {
    if (isHolding) leaving.coloursRead += 1;
    return getComputedStyle(element, pseudo);
  };
}
