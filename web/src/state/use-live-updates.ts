import { useEffect, useEffectEvent } from 'react';
import { CHANGE_TOPICS, type ChangeTopic } from '#contract/messaging/live.ts';
import { listenToChanges } from './live.ts';
import { hasFuelAccess, useSession } from '../server/session.ts';
import { listReads } from './topic-reads.ts';
import { queryClient } from './use-call.ts';

/** Announcements of one action come close together; each read is repeated once for all of them. */
const GATHER_MS = 60;

/**
 * Keeps the screens of a signed-in user up to date. `onProfile` is called when the user's own rights or their company
 * may have changed, or the session has ended.
 */
export function useLiveUpdates(onProfile: () => void): void {
  const session = useSession();
  const token = session.tokens?.access ?? null;
  const companyId = session.profile?.company?.id ?? null;
  const mayRead = hasFuelAccess(session) && session.permissions.length > 0;
  const profileChanged = useEffectEvent(onProfile);

  useEffect(() => {
    if (!token || !mayRead || companyId === null) return;
    const { add, stop } = gatherTopics();
    const leave = listenToChanges(companyId, {
      changed(topics) {
        add(topics);
        // The threshold is the company's, and is read with the profile.
        if (topics.includes('profile') || topics.includes('company')) profileChanged();
      },
      reopened: () => void refreshAnswered(),
      ended: () => profileChanged(),
    });
    return () => {
      leave();
      stop();
    };
  }, [token, mayRead, companyId]);
}

/** A round is followed by a pause of this many times its length: hundreds of changes in a row don't make a screen read all the time. */
const RETRY_PAUSES = 3;
const LONGEST_REST_MS = 5000;

/**
 * Repeats the reads of the topics, one round at a time. A change during a round waits for the next, so a busy company
 * neither cancels its own reads for ever nor sees something old.
 */
function gatherTopics(): { add(topics: readonly ChangeTopic[]): void; stop(): void } {
  const waiting = new Set<ChangeTopic>();
  let busy = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function round(): Promise<void> {
    const reads = listReads(waiting);
    waiting.clear();
    const began = performance.now();
    await queryClient.invalidateQueries({ predicate: ({ queryKey }) => reads.has(String(queryKey[0])) });
    const restMs = Math.min((performance.now() - began) * RETRY_PAUSES, LONGEST_REST_MS);
    timer = setTimeout(() => {
      if (waiting.size > 0) void round();
      else busy = false;
    }, restMs);
  }

  return {
    add(topics) {
      for (const topic of topics) waiting.add(topic);
      if (busy) return;
      busy = true;
      timer = setTimeout(() => void round(), GATHER_MS);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Answers from a time without a stream may be out of date; pending reads are not. */
function refreshAnswered(): Promise<void> {
  const reads = listReads(CHANGE_TOPICS);
  return queryClient.invalidateQueries({
    predicate: ({ queryKey, state }) => reads.has(String(queryKey[0])) && state.fetchStatus === 'idle',
  });
}
