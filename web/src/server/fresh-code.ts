import { useSyncExternalStore } from 'react';
import type { AnyEndpoint } from '#contract/endpoint.ts';

/** A call that wants a fresh code waits here until the dialogue has got one: the same for all that wait at once. */
let waiting: { call: string; promise: Promise<boolean>; resolve: (given: boolean) => void } | null = null;
const listeners = new Set<() => void>();

/** Resolves to whether a code was given. Where nothing could ask for it, none is. */
export function askForFreshCode({ name }: Pick<AnyEndpoint, 'name'>): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  if (!waiting) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    waiting = { call: name, promise, resolve };
    publish();
  }
  return waiting.promise;
}

export function answerFreshCode(given: boolean): void {
  waiting?.resolve(given);
  waiting = null;
  publish();
}

/** Returns the name of the call that waits for a code, or null. */
export function useCallThatWaits(): string | null {
  return useSyncExternalStore(subscribe, () => waiting?.call ?? null);
}

function publish(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
