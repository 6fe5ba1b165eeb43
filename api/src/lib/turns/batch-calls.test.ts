import { expect, onTestFinished, test, vi } from 'vitest';
import { batchCalls } from './batch-calls.ts';

/** Makes work that ends when the test decides it, and records the groups that it was given. */
function makeBatchedCall(limits: { maxConcurrent: number; maxBatch: number }) {
  const groups: number[][] = [];
  const ends: (() => void)[] = [];
  const ask = batchCalls(async (asks: number[]) => {
    groups.push(asks);
    await new Promise<void>((resolve) => ends.push(resolve));
    return asks.map((value) => (value < 0 ? new RangeError(`${value} is below zero`) : value * 2));
  }, limits);
  const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  return { ask, groups, end: () => ends.shift()?.(), turn };
}

test('calls of one turn are one group, and calls during its work are the next one', async () => {
  const { ask, groups, end, turn } = makeBatchedCall({ maxConcurrent: 1, maxBatch: 10 });
  const first = Promise.all([ask(1), ask(2)]);
  await turn();
  const second = Promise.all([ask(3), ask(4), ask(5)]);
  await turn();
  expect(groups).toEqual([[1, 2]]);
  end();
  expect(await first).toEqual([2, 4]);
  await turn();
  expect(groups).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
  end();
  expect(await second).toEqual([6, 8, 10]);
});

test('no group is larger than its limit, and no call is left out', async () => {
  const { ask, groups, end, turn } = makeBatchedCall({ maxConcurrent: 2, maxBatch: 2 });
  const answers = Promise.all([1, 2, 3, 4, 5].map(ask));
  await turn();
  await turn();
  expect(groups).toEqual([
    [1, 2],
    [3, 4],
  ]);
  for (let round = 0; round < 3; round += 1) {
    end();
    await turn();
  }
  expect(await answers).toEqual([2, 4, 6, 8, 10]);
});

test('one call that fails alone does not affect the others', async () => {
  const { ask, end, turn } = makeBatchedCall({ maxConcurrent: 1, maxBatch: 10 });
  const answers = Promise.allSettled([ask(1), ask(-1), ask(3)]);
  await turn();
  end();
  expect((await answers).map((answer) => answer.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('work that throws fails its whole group, and the next group runs all the same', async () => {
  let broken = true;
  const ask = batchCalls(
    async (asks: number[]) => {
      if (broken) throw new Error('broken');
      return asks;
    },
    { maxConcurrent: 1, maxBatch: 10 },
  );
  const failed = await Promise.allSettled([ask(1), ask(2)]);
  expect(failed.map((promiseSettledResult) => promiseSettledResult.status)).toEqual(['rejected', 'rejected']);
  broken = false;
  expect(await ask(3)).toBe(3);
});

test('work that releases the next group twice is counted as done once', async () => {
  const started: number[][] = [];
  const ends: (() => void)[] = [];
  const ask = batchCalls(
    async (asks: number[], letNextBegin) => {
      started.push(asks);
      letNextBegin();
      letNextBegin();
      await new Promise<void>((resolve) => ends.push(resolve));
      return asks;
    },
    { maxConcurrent: 1, maxBatch: 1 },
  );
  const answers = [1, 2, 3].map(ask);
  await expect.poll(() => started).toEqual([[1], [2], [3]]);
  ends[1]?.();
  expect(await answers[1]).toBe(2);
  ends[0]?.();
  ends[2]?.();
  expect(await Promise.all(answers)).toEqual([1, 2, 3]);
});

test('work that ended after it had let the next begin makes room for a third beside it', async () => {
  const ends: (() => void)[] = [];
  let started = 0;
  const ask = batchCalls(
    async (asks: number[], letNextBegin) => {
      started += 1;
      if (started === 1) letNextBegin();
      await new Promise<void>((resolve) => ends.push(resolve));
      return asks;
    },
    { maxConcurrent: 1, maxBatch: 1 },
  );
  const answers = [1, 2, 3].map(ask);
  await expect.poll(() => started).toBe(2);
  ends[0]?.();
  await answers[0];
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(started).toBe(2);
  ends[1]?.();
  await expect.poll(() => started).toBe(3);
  ends[2]?.();
  expect(await Promise.all(answers)).toEqual([1, 2, 3]);
});

test('a straggler begins a group of its own beside one that is about to end', async () => {
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const ask = batchCalls(
    async (asks: number[], letNextBegin) => {
      started.push(asks.length);
      letNextBegin();
      await new Promise<void>((resolve) => ends.push(resolve));
      return asks;
    },
    { maxConcurrent: 1, maxBatch: 10 },
  );
  const turn = () => new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  const first = Promise.all([1, 2, 3, 4].map(ask));
  await turn();
  const straggler = ask(5);
  await turn();
  expect(started).toEqual([4]);
  ends[0]?.();
  await first;
  await turn();
  expect(started).toEqual([4, 1]);
  ends[1]?.();
  await straggler;
  const again = [1, 2, 3, 4].map(ask);
  await turn();
  again.push(ask(5), ask(6));
  await turn();
  expect(started).toEqual([4, 1, 4, 2]);
  ends[2]?.();
  ends[3]?.();
  await Promise.all(again);
});

test('work that ends after its asks have failed frees no second place', async () => {
  const started: number[][] = [];
  const ends: (() => void)[] = [];
  const ask = batchCalls(
    async (asks: number[], letNextBegin) => {
      started.push(asks);
      await new Promise<void>((resolve) => ends.push(resolve));
      letNextBegin();
      return asks;
    },
    { maxConcurrent: 1, maxBatch: 10, timeout: { ms: 200, late: () => new Error('late') } },
  );
  // Only the test moves this clock, so the time of the later calls never ends.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const first = expect(ask(1)).rejects.toThrow('late');
  await expect.poll(() => started.length).toBe(1);
  vi.advanceTimersByTime(200);
  await first;
  const second = ask(2);
  await expect.poll(() => started.length).toBe(2);
  ends[0]?.();
  const third = ask(3).catch(() => 'late');
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  expect(started).toEqual([[1], [2]]);
  ends[1]?.();
  expect(await second).toBe(2);
  await expect.poll(() => started.length).toBe(3);
  ends[2]?.();
  expect(await third).toBe(3);
});
