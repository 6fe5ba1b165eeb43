import fs from 'node:fs';
import path from 'node:path';
import { dealShare } from '../scripts/deal-shares.ts';

/** Files of every run: how a user joins, and how money is moved. */
const ALWAYS = ['main-job', 'sign-in', 'distribute', 'transfer-to-card'];
/** Files of every run whose tests tagged `@firefox` run in Firefox as well. */
export const FIREFOX_FILES = [
  'sign-in',
  'order-cards',
  'distribute',
  'transfer-to-card',
  'accept-document',
  'driver-page',
  'print-operations',
].map((name) => `${name}.spec.ts`);

/** It takes a minute in Firefox, so one share of eight runs it there. */
const LONG_IN_FIREFOX = 'main-job.spec.ts';
/** Files that take far longer than their text says, with the weight of others that take as long. */
const LONG: Readonly<Record<string, number>> = {
  'play-fleet-week': 120_000,
  'print-papers': 50_000,
  // These make their tests in a loop, or open most pages of the portal.
  'axe-at-widths': 100_000,
  'every-width': 45_000,
  'print-every-page': 30_000,
  'daily-jobs': 32_000,
  'read-statement': 40_000,
  'lists-offline': 18_000,
  'oldest-browsers': 17_000,
  'translated-page': 12_000,
};
/** Opening its pages costs a test as much as steps of this length. */
const LENGTH_OF_PAGES = 1_000;

type SpecFile = { name: string; weight: number };

/** The names of the test files of one share, counted from 0: those of every run, and an eighth of the others by their weight. */
export function filesOfShare(files: readonly SpecFile[], share: number): string[] {
  const rest = files.filter(({ name }) => !ALWAYS.includes(name));
  return [...ALWAYS, ...dealShare(rest, share)].toSorted();
}

/** Returns the `testMatch` of Playwright: every test file, or those of the share that `E2E_SHARE` names. */
export function testMatch(share = process.env.E2E_SHARE): string | string[] {
  if (share === undefined || share === '') return '*.spec.ts';
  return filesOfShare(specFiles(), Number(share)).map((name) => `${name}.spec.ts`);
}

/** Returns the `testMatch` of Firefox, where the tag chooses among the tests: those of every run are in each share. */
export function firefoxMatch(share = process.env.E2E_SHARE): string | string[] {
  const chosen = testMatch(share);
  if (typeof chosen === 'string') return chosen;
  const files = new Set([...FIREFOX_FILES, ...chosen]);
  if (share !== '0') files.delete(LONG_IN_FIREFOX);
  return [...files];
}

export function specFiles(): SpecFile[] {
  return fs
    .readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.spec.ts'))
    .map((file) => {
      const name = path.basename(file, '.spec.ts');
      const text = fs.readFileSync(path.join(import.meta.dirname, file), 'utf8');
      return { name, weight: LONG[name] ?? weigh(text) };
    });
}

/** A test runs once more on a phone. */
function weigh(text: string): number {
  const runs = text.match(/^\s*test\(|@phone/gm)?.length ?? 0;
  return text.length + runs * LENGTH_OF_PAGES;
}
