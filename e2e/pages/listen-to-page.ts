import fs from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const bundle = createRequire(import.meta.url).resolve('@guidepup/virtual-screen-reader/browser.js');
/** The bundle is a module. A page takes a script, so its export becomes a global. */
const source = `(() => {${fs
  .readFileSync(bundle, 'utf8')
  .replace(/export\{[^}]*?(\w+\$?\w*) as virtual\};?/, 'window.screenReader=$1;')}\n})();`;

interface ScreenReader {
  start: (options: { container: Element }) => Promise<void>;
  next: () => Promise<void>;
  stop: () => Promise<void>;
  lastSpokenPhrase: () => Promise<string>;
  spokenPhraseLog: () => Promise<string[]>;
}
type ReaderWindow = { screenReader: ScreenReader };

/** Roles that a blind user moves by. What stands inside them is data, which changes. */
const SPOKEN_ROLES =
  /^(banner|navigation|main|complementary|contentinfo|region|form|search|heading|table|columnheader|tablist|tab|link|button|combobox|textbox|searchbox|checkbox|radio|switch|spinbutton)(, |$)/;
const MAX_PHRASES = 3000;

/**
 * Reads the page from its beginning to its end, as a screen reader does. Returns its landmarks, headings, heads of tables,
 * and controls, in their order, without counts and without the rows of tables.
 */
export async function listenToPage(page: Page): Promise<string[]> {
  await page.evaluate(source);
  const phrases = await page.evaluate(async (max) => {
    const { screenReader } = window as unknown as ReaderWindow;
    await screenReader.start({ container: document.body });
    for (let count = 0; count < max; count += 1) {
      await screenReader.next();
      if ((await screenReader.lastSpokenPhrase()) === 'end of document') break;
    }
    const log = await screenReader.spokenPhraseLog();
    await screenReader.stop();
    return log;
  }, MAX_PHRASES);
  return withoutRows(phrases)
    .filter((phrase) => SPOKEN_ROLES.test(phrase))
    .map((phrase) => phrase.replace(/\s*,\s*(ждут|не прочитано): \d+/, '').replace(/\s+/g, ' '));
}

/** Leaves the heads of tables. */
function withoutRows(phrases: readonly string[]): string[] {
  let groups = 0;
  return phrases.filter((phrase) => {
    if (phrase.startsWith('table, ')) groups = 0;
    if (phrase === 'rowgroup') groups += 1;
    if (phrase.startsWith('end of table')) groups = 0;
    return groups < 2;
  });
}
