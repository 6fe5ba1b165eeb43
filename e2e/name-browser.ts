import { execFileSync } from 'node:child_process';
import { findBrowser } from '../scripts/install-browser.ts';

/** Prints which browser the run used: Debian's chromium shows PDF, the headless shell does not (CONTRIBUTING.md). */
export default function nameBrowser(): void {
  const browser = findBrowser();
  if (!browser) return;
  const version = execFileSync(browser, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] });
  console.log(`Browser: ${browser}, ${String(version).trim()}`);
}
