import { setTimeout as sleep } from 'node:timers/promises';

/** A machine that others use too can be ten times as slow. */
const TIMEOUT_MS = 300_000;

export async function waitUntil(what: string, is: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!(await is())) {
    if (performance.now() > deadline) throw new Error(`waited ${TIMEOUT_MS / 1000} s in vain for ${what}`);
    await sleep(50);
  }
}
