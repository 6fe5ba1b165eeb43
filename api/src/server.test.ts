import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { Context } from './context.ts';
import { startApi, type TestApi } from './testing/api.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

// The files of a worker share a process: what each of them left would be marked by every collection of the next ones.
test('a stopped portal leaves nothing in memory, even if a variable keeps it', async () => {
  const api = await startApi({ jobs: false });
  const context = referWeakly(api);
  await api.get('/metrics');
  await api.stop();
  await expect
    .poll(() => {
      collectGarbage();
      // Polling keeps the last answer, which must not be the context itself.
      return context.deref() === undefined;
    })
    .toBe(true);
  await api.stop();
});

/** Stands apart, because a suspended test keeps the arguments of its own calls. */
function referWeakly({ ctx }: TestApi): WeakRef<Context> {
  return new WeakRef(ctx);
}
