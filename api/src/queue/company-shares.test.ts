import { EventEmitter } from 'node:events';
import type { Job, WorkerEvents } from 'graphile-worker';
import { expect, test } from 'vitest';
import { limitShares } from './company-shares.ts';

/** A lane that has 2 places for a company and 3 for addresses that do not answer. */
function lane() {
  const events: WorkerEvents = new EventEmitter();
  const forbidden = limitShares({ perCompany: 2, silent: 3 }, events, 0);
  let ids = 0;
  const emit = (name: 'job:start' | 'job:complete', job: Job) =>
    (events as unknown as EventEmitter).emit(name, { job });
  return {
    forbidden,
    start(...flags: string[]): Job {
      ids += 1;
      const job = { id: String(ids), flags: Object.fromEntries(flags.map((flag) => [flag, true])) } as Job;
      emit('job:start', job);
      return job;
    },
    complete: (job: Job) => emit('job:complete', job),
    empty: () => (events as unknown as EventEmitter).emit('worker:getJob:empty', {}),
  };
}

test('a company with its share of places is skipped until one of its jobs is done', async () => {
  const { forbidden, start, complete } = lane();
  expect(await forbidden()).toEqual([]);
  const first = start('company:7');
  expect(await forbidden()).toEqual([]);
  start('company:7');
  expect(await forbidden()).toEqual(['company:7']);
  start('company:8');
  complete(first);
  expect(await forbidden()).toEqual([]);
});

test('addresses that do not answer share their places, whatever their companies', async () => {
  const { forbidden, start } = lane();
  for (const company of [1, 2, 3]) {
    await forbidden();
    start(`company:${company}`, 'silent');
  }
  expect(await forbidden()).toEqual(['silent']);
});

test('a worker waits with its fetch until the one before it has been counted', async () => {
  const { forbidden, start, empty } = lane();
  const order: string[] = [];
  const fetches = ['a', 'b', 'c'].map(async (name) => order.push(`${name} ${String(await forbidden())}`));
  await fetches[0];
  start('company:7');
  await fetches[1];
  start('company:7');
  await fetches[2];
  empty();
  expect(order).toEqual(['a ', 'b ', 'c company:7']);
});
