import fs from 'node:fs';
import path from 'node:path';
import { dealShare } from '../scripts/deal-shares.ts';

/** Files of every run: how a user joins, and how money is moved. */
const ALWAYS = ['main-job', 'sign-in', 'distribute', 'transfer-to-card'];
/** The files whose tests tagged `@firefox` run in Firefox as well, in every run. */
export const FIREFOX_FILES = [
  'sign-in',
  'order-cards',
  'distribute',
  'transfer-to-card',
  'fit-into-rows',
  'print-operations',
].map((name) => `${name}.spec.ts`);

type SpecFile = { name: string; weight: number };

/** The names of the test files of one share, counted from 0: those of every run, and an eighth of the others by their length. */
export function filesOfShare(files: readonly SpecFile[], share: number): string[] {
  const rest = files.filter(({ name }) => !ALWAYS.includes(name));
  return [...ALWAYS, ...dealShare(rest, share)].toSorted();
}

/** Returns the `testMatch` of Playwright: every test file, or those of the share that `E2E_SHARE` names. */
export function testMatch(share = process.env.E2E_SHARE): string | string[] {
  if (share === undefined || share === '') return '*.spec.ts';
  return filesOfShare(specFiles(), Number(share)).map((name) => `${name}.spec.ts`);
}

export function specFiles(): SpecFile[] {
  return fs
    .readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.spec.ts'))
    .map((file) => ({
      name: path.basename(file, '.spec.ts'),
      weight: fs.statSync(path.join(import.meta.dirname, file)).size,
    }));
}
