import { setTimeout as sleep } from 'node:timers/promises';

/** A machine that others use too can be ten times as slow. */
const PATIENCE_MS = 300_000;

export async function until(what: string, is: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await is())) {
    if (performance.now() > deadline) throw new Error(`waited ${PATIENCE_MS / 1000} s in vain for ${what}`);
    await sleep(50);
  }
}
