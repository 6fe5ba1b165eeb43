import { useSyncExternalStore } from 'react';
import { STREAM_BEAT_SECONDS, type ChangeTopic } from '#contract/messaging/live.ts';
import { followChanges } from '../server/follow-changes.ts';

/** Messages between tabs. */
type TabMessage =
  | { kind: 'live'; live: boolean }
  | { kind: 'changed'; topics: readonly ChangeTopic[] }
  | { kind: 'reopened' }
  | { kind: 'ended' }
  /** A new tab asks whether there is a stream. */
  | { kind: 'ask' };

export interface LiveListeners {
  changed(topics: readonly ChangeTopic[]): void;
  /** The stream is open: changes are announced from here on; earlier ones may have been missed. */
  reopened(): void;
  /** The session is over, or its person may no longer read. */
  ended(): void;
}

/** Name that the tabs of one company share, before its id. */
const NAME = 'magistral.live';
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;
/** A tab that has received nothing for this long assumes that there is no stream. */
const TRUST_MS = STREAM_BEAT_SECONDS * 3 * 1000;

const listeners = new Set<() => void>();
let live = false;

/** Returns whether changes are announced now. Then the screens hardly need to poll. */
export function useIsLive(): boolean {
  return useSyncExternalStore(subscribe, () => live);
}

/**
 * Listens for changes until the returned function is called. One tab of a company keeps the stream open and notifies its
 * others. When it is closed, another takes over. A browser without locks (for example without HTTPS) gets no
 * stream, because one per tab would use up its connections with six tabs. There the screens poll.
 */
export function listenToChanges(companyId: number, ears: LiveListeners): () => void {
  if (!('locks' in navigator) || typeof BroadcastChannel === 'undefined') return () => {};
  const leaving = new AbortController();
  const name = `${NAME}.${companyId}`;
  const tabs = new BroadcastChannel(name);
  let holds = false;
  let trust: ReturnType<typeof setTimeout> | undefined;

  function setLive(next: boolean): void {
    clearTimeout(trust);
    if (next) trust = setTimeout(() => setLive(false), TRUST_MS);
    if (live === next) return;
    live = next;
    for (const listener of listeners) listener();
  }

  function take(message: TabMessage): void {
    if (message.kind === 'live') setLive(message.live);
    else if (message.kind === 'changed') ears.changed(message.topics);
    else if (message.kind === 'reopened') ears.reopened();
    else if (message.kind === 'ended') ears.ended();
    else if (holds) tabs.postMessage({ kind: 'live', live } satisfies TabMessage);
  }

  function broadcast(message: TabMessage): void {
    take(message);
    tabs.postMessage(message);
  }

  tabs.addEventListener('message', (event: MessageEvent<TabMessage>) => take(event.data));
  tabs.postMessage({ kind: 'ask' } satisfies TabMessage);
  navigator.locks
    .request(name, { signal: leaving.signal }, () => {
      holds = true;
      return holdStream(leaving.signal, broadcast);
    })
    // The tab left before its turn came.
    .catch(() => {});

  return () => {
    if (holds) tabs.postMessage({ kind: 'live', live: false } satisfies TabMessage);
    leaving.abort();
    tabs.close();
    setLive(false);
  };
}

/** Keeps a stream open, with growing pauses between the tries, until the tab leaves or the session ends. */
async function holdStream(left: AbortSignal, broadcast: (message: TabMessage) => void): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS;
  while (!left.aborted) {
    const end = await followChanges(left, {
      opened() {
        pauseMs = FIRST_PAUSE_MS;
        broadcast({ kind: 'live', live: true });
        broadcast({ kind: 'reopened' });
      },
      beat: () => broadcast({ kind: 'live', live: true }),
      changed: (topics) => broadcast({ kind: 'changed', topics }),
    });
    if (left.aborted) return;
    broadcast({ kind: 'live', live: false });
    if (end === 'ended') return broadcast({ kind: 'ended' });
    await pause(pauseMs, left);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

/** Waits up to a quarter longer, so that after a restart of the server not all browsers come at once. */
function pause(milliseconds: number, left: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds * (1 + Math.random() / 4));
    left.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
