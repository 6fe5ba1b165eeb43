import { expect, test } from 'vitest';
import { createWork, runAsWork } from '../current-work.ts';
import { callInWorker, CallAbandoned, WorkerLimitExceeded } from './call-in-worker.ts';

const moduleUrl = new URL('../amount-in-words.ts', import.meta.url);
/** A module whose function answers never. */
const silent = new URL('data:text/javascript,export const wait = () => { for (;;); };');

function spellOut(sum: number, signal = new AbortController().signal): Promise<string> {
  return callInWorker<string>({
    module: moduleUrl,
    name: 'amountInWords',
    argument: async () => sum,
    signal,
  });
}

/** Takes a turn that lasts until it is released. */
function givenTurn(): { letGo: () => void; ended: Promise<unknown> } {
  const gate = Promise.withResolvers<number>();
  const signal = new AbortController().signal;
  const ended = callInWorker({
    module: moduleUrl,
    name: 'amountInWords',
    argument: () => gate.promise,
    signal,
  });
  return { letGo: () => gate.resolve(100), ended };
}

/** Calls a worker for a company. */
function inCompany<Result>(companyId: number, call: () => Promise<Result>): Promise<Result> {
  return runAsWork(createWork('a test', { companyId }), call);
}

test('heavy work is done elsewhere and its result comes back', async () => {
  expect(await spellOut(100)).toBe('Один рубль 00 копеек');
});

test('an error in the worker fails its call, and the next one gets its turn', async () => {
  await expect(spellOut(-1)).rejects.toThrow(/RangeError/);
  const { signal } = new AbortController();
  const nothing = { module: moduleUrl, name: 'nothing', argument: async () => 1, signal };
  await expect(callInWorker(nothing)).rejects.toThrow();
  const unread = { ...nothing, argument: () => Promise.reject(new Error('not found')) };
  await expect(callInWorker(unread)).rejects.toThrow('not found');
  expect(await spellOut(200)).toBe('Два рубля 00 копеек');
});

test('a worker that answers never is ended, and the next one gets its turn', async () => {
  const { signal } = new AbortController();
  const call = { module: silent, name: 'wait', argument: async () => 1, signal, timeLimitMs: 200 };
  await expect(callInWorker(call)).rejects.toThrow(/timeout/i);
  expect(await spellOut(200)).toBe('Два рубля 00 копеек');
});

test('a worker that takes more memory than it may is ended, and the process goes on', async () => {
  const greedy = new URL(
    'data:text/javascript,export const fill = () => { for (const all = [];;) all.push({}); };',
  );
  const { signal } = new AbortController();
  const call = { module: greedy, name: 'fill', argument: async () => 1, signal, memoryLimitMb: 32 };
  await expect(callInWorker(call)).rejects.toThrow(WorkerLimitExceeded);
  expect(await spellOut(200)).toBe('Два рубля 00 копеек');
});

test('a worker whose caller has gone is ended, and the next one gets its turn', async () => {
  const caller = new AbortController();
  const argument = async () => {
    setTimeout(() => caller.abort(), 100);
    return 1;
  };
  const call = { module: silent, name: 'wait', argument, signal: caller.signal };
  await expect(callInWorker(call)).rejects.toThrow(CallAbandoned);
  expect(await spellOut(200)).toBe('Два рубля 00 копеек');
});

test('a call ends with the request that makes it', async () => {
  const caller = new AbortController();
  const argument = async () => {
    setTimeout(() => caller.abort(), 100);
    return 1;
  };
  const work = createWork('a test', { signal: caller.signal });
  const call = () => callInWorker({ module: silent, name: 'wait', argument });
  await expect(runAsWork(work, call)).rejects.toThrow(CallAbandoned);
  expect(await spellOut(200)).toBe('Два рубля 00 копеек');
});

test('a waiting queue is at most ten long, and a cancelled call makes room', async () => {
  const first = givenTurn();
  await Promise.resolve();
  const callers = Array.from({ length: 10 }, () => new AbortController());
  let read = 0;
  const waiting = callers.map(({ signal }, index) =>
    inCompany(index % 2, () =>
      callInWorker<string>({
        module: moduleUrl,
        name: 'amountInWords',
        argument: async () => {
          read += 1;
          return 200;
        },
        signal,
      }),
    ).catch((error: unknown) => error),
  );
  await expect(inCompany(7, () => spellOut(300))).rejects.toThrow(CallAbandoned);
  for (const caller of callers.slice(1)) caller.abort();
  const late = inCompany(7, () => spellOut(300));
  expect(read).toBe(0);
  first.letGo();
  const [served, ...gone] = await Promise.all(waiting);
  expect(served).toBe('Два рубля 00 копеек');
  expect(gone).toEqual(gone.map(() => expect.any(CallAbandoned)));
  expect(await late).toBe('Три рубля 00 копеек');
  expect(read).toBe(1);
  await first.ended;
});

test('companies take turns, and one of them takes at most half of the line', async () => {
  const first = inCompany(1, () => Promise.resolve(givenTurn()));
  const { letGo, ended } = await first;
  const served: number[] = [];
  const call = (companyId: number) =>
    inCompany(companyId, () => spellOut(100)).then(() => served.push(companyId));
  const crowd = Array.from({ length: 5 }, () => call(1));
  await expect(call(1)).rejects.toThrow(CallAbandoned);
  const others = [call(2), call(3), call(2)];
  letGo();
  await Promise.all([ended, ...crowd, ...others]);
  expect(served.slice(0, 4)).toEqual([2, 3, 1, 2]);
});
