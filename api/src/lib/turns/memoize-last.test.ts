import { expect, it } from 'vitest';
import { memoizeLast } from './memoize-last.ts';

it('makes a thing once for many who ask at once, and again when its key has changed', async () => {
  const memoized = memoizeLast<string>();
  const made: string[] = [];
  const ask = (key: string) =>
    memoized(key, async () => {
      made.push(key);
      return `made for ${key}`;
    });
  expect(await Promise.all([ask('1'), ask('1'), ask('1')])).toEqual([
    'made for 1',
    'made for 1',
    'made for 1',
  ]);
  expect(await ask('2')).toBe('made for 2');
  expect(await ask('2')).toBe('made for 2');
  expect(made).toEqual(['1', '2']);
});

it('does not keep a failure', async () => {
  const memoized = memoizeLast<string>();
  await expect(memoized('1', () => Promise.reject(new Error('no paper')))).rejects.toThrow('no paper');
  expect(await memoized('1', async () => 'paper')).toBe('paper');
});
