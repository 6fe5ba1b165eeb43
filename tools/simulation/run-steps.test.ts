import { expect, test } from 'vitest';
import { createTestDatabase } from '../../api/src/testing/database.ts';
import { makeSteps } from './make-steps.ts';
import { runSteps } from './run-steps.ts';

async function hashRun(seed: number): Promise<string> {
  const database = await createTestDatabase();
  try {
    const { failure, hash } = await runSteps(
      database.url,
      makeSteps({ seed, days: 1, companies: 2, faultEvery: 4 }),
    );
    expect(failure).toBeNull();
    return hash;
  } finally {
    await database.drop();
  }
}

test('a seed gives the same day again, faults included, and another seed another', async () => {
  const first = await hashRun(5);
  expect(await hashRun(5)).toBe(first);
  expect(await hashRun(6)).not.toBe(first);
});
