import { useSyncExternalStore } from 'react';

/** A call that wants a fresh code waits here until the dialogue has got one: the same for all that wait at once. */
let waiting: { promise: Promise<boolean>; resolve: (given: boolean) => void } | null = null;
const listeners = new Set<() => void>();

/** Resolves to whether a code was given. Where nothing could ask for it, none is. */
export function askForFreshCode(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false);
  if (!waiting) {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    waiting = { promise, resolve };
    tell();
  }
  return waiting.promise;
}

export function answerFreshCode(given: boolean): void {
  waiting?.resolve(given);
  waiting = null;
  tell();
}

export function useIsFreshCodeAsked(): boolean {
  return useSyncExternalStore(subscribe, () => waiting !== null);
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
