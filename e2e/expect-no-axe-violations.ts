import fs from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

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

/**
 * No violation of WCAG 2.2 AA that a program can find, on the whole page or in a part of it. Waits until everything has
 * loaded: axe would complain about content that arrives meanwhile and has rows but no cells yet.
 */
export async function expectNoAxeViolations(page: Page, part = 'html'): Promise<void> {
  await expect(page.locator('html[data-loading]')).toHaveCount(0);
  for (const frame of page.frames()) {
    const hasAxe = await frame.evaluate(() => 'axe' in window);
    if (!hasAxe) await frame.evaluate(source);
  }
  const violations = await page.evaluate(
    async ({ part, options }) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(part, options);
      return violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
      );
    },
    { part, options: OPTIONS },
  );
  expect(violations).toEqual([]);
}
