import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { FIREFOX_FILES, filesOfShare, firefoxMatch, specFiles } from '../../e2e/choose-files.ts';
import { SHARES } from '../deal-shares.ts';

const shares = Array.from({ length: SHARES }, (_, share) => filesOfShare(specFiles(), share));

test('the shares together are every browser test file', () => {
  expect([...new Set(shares.flat())].toSorted()).toEqual(
    specFiles()
      .map(({ name }) => name)
      .toSorted(),
  );
});

test('joining and moving money are in every share', () => {
  const inAll = specFiles().filter(({ name }) => shares.every((share) => share.includes(name)));
  expect(inAll.map(({ name }) => name).toSorted()).toEqual([
    'distribute',
    'main-job',
    'sign-in',
    'transfer-to-card',
  ]);
});

const weights = new Map(specFiles().map((file) => [file.name, file.weight]));

test('no share is a twentieth longer than another', () => {
  const sums = shares.map((share) => share.reduce((sum, name) => sum + (weights.get(name) ?? 0), 0));
  expect(Math.max(...sums)).toBeLessThan(1.05 * Math.min(...sums));
});

test('a file of many short tests weighs as much as one of a few long tests', () => {
  // 32 runs of 20 000 bytes and 1 of 10 000: 247 s and 60 s where both were measured.
  const [many = 0, few = 0] = ['public-pages', 'main-job'].map((name) => weights.get(name));
  expect(many / few).toBeGreaterThan(3);
});

test('a share that there is not is refused', () => {
  expect(() => filesOfShare(specFiles(), SHARES)).toThrow('a share is a number from 0 to 7, not 8');
});

test('Firefox runs its own files in each share, and the longest in one of them', () => {
  expect(firefoxMatch('')).toBe('*.spec.ts');
  for (const [share, names] of shares.entries()) {
    const files = [...FIREFOX_FILES, ...names.map((name) => `${name}.spec.ts`)];
    const run = files.filter((file) => share === 0 || file !== 'main-job.spec.ts');
    expect([...firefoxMatch(String(share))].toSorted()).toEqual([...new Set(run)].toSorted());
  }
});

test('each file that runs in Firefox in every run has a test with its tag', () => {
  const folder = path.join(import.meta.dirname, '../../e2e');
  const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const without = FIREFOX_FILES.filter((name) => {
    const file = files.find((item) => path.basename(item) === name);
    return !file || !/^ *test\(.*@firefox/m.test(fs.readFileSync(path.join(folder, file), 'utf8'));
  });
  expect(without).toEqual([]);
});
