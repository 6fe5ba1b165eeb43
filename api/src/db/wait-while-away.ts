import { setTimeout as sleep } from 'node:timers/promises';
import { BatchSilent, isDatabaseAway } from './database-away.ts';
import type { Timeouts } from './timeouts.ts';

const PAUSE_MS = 100;
/** Beyond this, an outage would only gather people who wait for nothing. */
const MAX_WAITING = 2000;
let waitingCalls = 0;

/**
 * Repeats work while the database is away, for as long as another machine may need to take over. No user notices a
 * planned change of the leader, and few notice an unplanned one. Only for work that may be done twice.
 */
export async function waitWhileAway<Result>(
  attempt: () => Promise<Result>,
  { hold }: Pick<Timeouts, 'hold'>,
  isWanted: () => boolean = () => true,
): Promise<Result> {
  const end = performance.now() + hold;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isDatabaseAway(error) || error instanceof BatchSilent) throw error;
      if (performance.now() > end || waitingCalls >= MAX_WAITING) throw error;
      await pause();
      if (!isWanted()) throw error;
    }
  }
}

async function pause(): Promise<void> {
  waitingCalls += 1;
  await sleep(PAUSE_MS).finally(() => (waitingCalls -= 1));
}
