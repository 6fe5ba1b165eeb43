import fs from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { chooseKnown, describePieces } from './checked-elements.ts';

const OPTIONS: axe.RunOptions = {
  // What it does not complain of is counted, not described.
  resultTypes: ['violations'],
  // The rule about sound that plays by itself needs its length; no rule that runs here needs the style sheets' texts.
  preload: { assets: ['media'] },
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
};

/** Without the HTML of each element that it looks at, which a complaint here does not show. */
const source = `${fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')}
axe.configure({ noHtml: true });`;

/** What stands in the page's window. */
type AxeWindow = { axe: typeof axe; elementsLookedAt?: Element[] };

/**
 * No violation of WCAG 2.2 AA that a program can find, on the whole page or in a part of it. Waits until everything has
 * loaded: axe would complain about content that arrives meanwhile and has rows but no cells yet. What an earlier test of the
 * same worker has looked at in the same surroundings is not looked at again: a whole look can cost twice what opening the page does.
 */
export async function expectNoAxeViolations(page: Page, part = 'html'): Promise<void> {
  await expect(page.locator('html[data-loading]')).toHaveCount(0);
  for (const frame of page.frames()) {
    const hasAxe = await frame.evaluate(() => 'axe' in window);
    if (!hasAxe) await frame.evaluate(source);
  }
  // A part is looked at as it is: what is named once more belongs to the test's question.
  const pieces = part === 'html' ? await page.evaluate(describePieces) : [];
  const { known, keep: remember } = chooseKnown(pieces);
  const violations = await page.evaluate(
    async ({ part, known, options }) => {
      const { axe, elementsLookedAt: checkedElements = [] } = window as unknown as AxeWindow;
      // What React has drawn anew since then is looked at.
      const exclude = known.flatMap((place) => {
        const element = checkedElements[place];
        return element?.isConnected ? [element] : [];
      });
      const { violations } = await axe.run({ include: [[part]], exclude } as axe.ElementContext, options);
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      );
    },
    { part, known, options: OPTIONS },
  );
  expect(violations).toEqual([]);
  remember();
}
