import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shrink } from './shrink.ts';

test('whatever steps a failure needs, they are left, in their order, and no others', async () => {
  const cases = fc.uniqueArray(fc.nat(500), { minLength: 1, maxLength: 60 }).chain((steps) =>
    fc.record({
      steps: fc.constant(steps),
      needed: fc.subarray(steps, { minLength: 1, maxLength: Math.min(4, steps.length) }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(cases, async ({ steps, needed }) => {
      const fails = async (some: readonly number[]) => needed.every((value) => some.includes(value));
      expect(await shrink(steps, fails)).toEqual(needed);
    }),
  );
});

test('past its time it gives what it has', async () => {
  expect(await shrink([1, 2, 3, 4], async () => true, { until: 0 })).toEqual([1, 2, 3, 4]);
});
