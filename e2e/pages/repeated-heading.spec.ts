import { ADMIN, expect, signIn, STAFF, test } from '../fixtures.ts';
import { LISTS, STAFF_LISTS } from './listed-places.ts';

for (const [phone, start, parts] of [
  [ADMIN, '/cabinet', LISTS],
  [STAFF, '/staff', STAFF_LISTS],
] as const) {
  test(`no heading repeats the title of the page or the tab that is open: ${start}`, async ({ page }) => {
    test.setTimeout(900_000);
    await signIn(page, phone);
    for (const place of Object.values(parts).flat()) {
      await page.goto(`${start}${place}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('html[data-loading], [aria-busy="true"]')).toHaveCount(0);
      expect.soft(await page.evaluate(findRepeatedHeadings), `${start}${place}`).toEqual([]);
    }
  });
}

/** Lists the headings below the title that repeat it, or an open tab. Runs in the page. */
function findRepeatedHeadings(): string[] {
  const read = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim();
  const OPEN = 'h1, main nav [aria-current], main [role="tab"][aria-selected="true"]';
  const titles = new Set([...document.querySelectorAll(OPEN)].map(read));
  return [...document.querySelectorAll('main h2, main h3')].map(read).filter((text) => titles.has(text));
}
