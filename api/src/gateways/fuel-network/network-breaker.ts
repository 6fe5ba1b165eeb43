import type { Clock } from '../../lib/clock.ts';
import { NetworkUnavailable, type FuelNetwork } from './fuel-network.ts';

/** Number of different commands in a row without an answer that makes the network silent. One broken card does not. */
const SILENT_AFTER = 5;
const FIRST_PAUSE_SECONDS = 2;
const LONGEST_PAUSE_SECONDS = 30;

/** `open`: the network is silent, and only a probe is sent to it. */
export interface BreakerState {
  state: 'closed' | 'open';
  since: Date;
}

/**
 * Result of a passage. `held`: the work was not started, because the network is silent. `recovered`: this work ended
 * the silence.
 */
type BreakerOutcome = 'passed' | 'held' | 'recovered';

/** Prevents the commands of one silent network from waiting for its time-out one by one. Each process has its own breaker. */
export interface NetworkBreaker {
  now(): BreakerState;
  /** Returns how many of `max` pieces of work `through` would let pass now: all, one as a probe, or none. */
  room(max: number): number;
  /** Does the work, unless the network is silent and it is not time for a probe or one is under way. */
  through(work: () => Promise<void>): Promise<BreakerOutcome>;
  answered(): void;
  unanswered(requestId: string): void;
}

export function networkBreaker(options: {
  clock: Clock;
  report(state: BreakerState['state']): void;
}): NetworkBreaker {
  const { clock } = options;
  const missed = new Set<string>();
  let current: BreakerState = { state: 'closed', since: clock.now() };
  let probing = false;
  let pause = { since: current.since, seconds: FIRST_PAUSE_SECONDS };
  let unansweredIds = 0;

  function setState(state: BreakerState['state']): void {
    current = { state, since: clock.now() };
    pause = { since: current.since, seconds: FIRST_PAUSE_SECONDS };
    options.report(state);
  }

  function isPaused(): boolean {
    const seconds = (clock.now().getTime() - pause.since.getTime()) / 1000;
    // A clock that was set back must not prolong the silence.
    return seconds >= 0 && seconds < pause.seconds;
  }

  function countAllowed(max: number): number {
    if (current.state === 'closed') return max;
    return probing || isPaused() ? 0 : Math.min(1, max);
  }

  async function probe(work: () => Promise<void>): Promise<BreakerOutcome> {
    const unansweredBefore = unansweredIds;
    probing = true;
    try {
      await work();
    } finally {
      probing = false;
      // Work that turned out to have nothing to ask has proved nothing: the next one may try at once.
      if (current.state === 'open' && unansweredIds > unansweredBefore)
        pause = { since: clock.now(), seconds: Math.min(2 * pause.seconds, LONGEST_PAUSE_SECONDS) };
    }
    return current.state === 'closed' ? 'recovered' : 'passed';
  }

  return {
    now: () => current,
    room: countAllowed,
    async through(work) {
      if (countAllowed(1) === 0) return 'held';
      if (current.state === 'open') return probe(work);
      await work();
      return 'passed';
    },
    answered() {
      missed.clear();
      if (current.state === 'open') setState('closed');
    },
    unanswered(requestId) {
      unansweredIds += 1;
      if (current.state === 'open') return;
      missed.add(requestId);
      if (missed.size < SILENT_AFTER) return;
      missed.clear();
      setState('open');
    },
  };
}

/** Wraps the network so that its breaker learns of every command that it answers or leaves without an answer. */
export function watchedNetwork(network: FuelNetwork, breaker: NetworkBreaker): FuelNetwork {
  async function trackAnswer<Answer>(requestId: string, answer: Promise<Answer>): Promise<Answer> {
    return answer.catch((error: unknown) => {
      if (error instanceof NetworkUnavailable) breaker.unanswered(requestId);
      throw error;
    });
  }
  return {
    ...network,
    async send(command) {
      const answer = await trackAnswer(command.requestId, network.send(command));
      breaker.answered();
      return answer;
    },
    async ask(requestId) {
      const answer = await trackAnswer(requestId, network.ask(requestId));
      // A network that only reports a command as unknown may still not take one.
      if (answer.state !== 'unknown') breaker.answered();
      return answer;
    },
  };
}
