import fs from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { chooseKnown, describePieces } from './pages/checked-elements.ts';

const OPTIONS: axe.RunOptions = {
  // Passed rules are counted, not described.
  resultTypes: ['violations'],
  // The rule about sound that plays by itself needs its length; no rule that runs here needs the style sheets' texts.
  preload: { assets: ['media'] },
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};
/**
 * Firefox ESR 153 loses its tab in this rule when a dialog is open. Its PDF viewer, in a frame, is a page of its own
 * that refuses axe's messages. Chromium checks the same elements by all rules.
 */
const OPTIONS_IN_FIREFOX: axe.RunOptions = {
  ...OPTIONS,
  iframes: false,
  rules: { 'aria-dialog-name': { enabled: false } },
};

/** Omits the HTML of each checked element, which a failure here does not show. */
const source = `${fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')}
axe.configure({ noHtml: true });`;

/** Globals of the page's window. */
type AxeWindow = { axe: typeof axe; checkedElements?: Element[] };

/**
 * Expects no violation of WCAG 2.2 AA that a program can find, on the whole page or in a part of it. Waits until
 * everything has loaded: axe would report content that arrives meanwhile and has rows but no cells yet. Elements that
 * an earlier test of the same worker has checked in the same surroundings are skipped: a full check can take twice as
 * long as opening the page.
 */
export async function expectNoAxeViolations(page: Page, part = 'html'): Promise<void> {
  await expect(page.locator('html[data-loading]')).toHaveCount(0);
  const inFirefox = page.context().browser()?.browserType().name() === 'firefox';
  const options = inFirefox ? OPTIONS_IN_FIREFOX : OPTIONS;
  for (const frame of inFirefox ? [page.mainFrame()] : page.frames()) {
    const hasAxe = await frame.evaluate(() => 'axe' in window);
    if (!hasAxe) await frame.evaluate(source);
  }
  // A part is always checked in full: the test names it on purpose.
  const pieces = part === 'html' ? await page.evaluate(describePieces) : [];
  const { known, keep: remember } = chooseKnown(pieces);
  const violations = await page.evaluate(
    async ({ part, known, options }) => {
      const { axe, checkedElements = [] } = window as unknown as AxeWindow;
      // Elements that React has replaced since then are checked.
      const exclude = known.flatMap((place) => {
        const element = checkedElements[place];
        return element?.isConnected ? [element] : [];
      });
      const { violations } = await axe.run({ include: [[part]], exclude } as axe.ElementContext, options);
      const found: string[] = [];
      for (const { id, nodes } of violations) {
        const places: string[] = [];
        for (const { target } of nodes) {
          const place = target.join(' ');
          if (id !== 'target-size' || (await isSmall(place))) places.push(place);
        }
        if (places.length > 0) found.push(`${id}: ${places.join(', ')}`);
      }
      return found;

      /** A bar that stays in sight covers a part of what scrolls under it, so a target is measured again amid the window. */
      async function isSmall(place: string): Promise<boolean> {
        const before = [scrollX, scrollY] as const;
        document.querySelector(place)?.scrollIntoView({ block: 'center' });
        const again = await axe.run(place, { runOnly: { type: 'rule', values: ['target-size'] } });
        scrollTo(...before);
        return again.violations.length > 0;
      }
    },
    { part, known, options },
  );
  expect(violations).toEqual([]);
  remember();
}
