/** The product's source of time. Domain code never reads the machine's clock itself. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** It can be moved ahead, never back: what has happened stays past. */
export interface MovableClock extends Clock {
  advanceSeconds(seconds: number): void;
}

/** The machine's own time, and what it was moved ahead by: of a development machine, where nobody waits for tomorrow. */
export function movableClock(): MovableClock {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    advanceSeconds(seconds) {
      aheadMs += seconds * 1000;
    },
  };
}

export function isMovable(clock: Clock): clock is MovableClock {
  return 'advanceSeconds' in clock;
}

export interface ManualClock extends MovableClock {
  setTo(moment: Date | string): void;
}

/** A clock for tests: it stays at `start` until it is moved. */
export function manualClock(start: Date | string): ManualClock {
  let current = new Date(start).getTime();
  if (Number.isNaN(current)) throw new RangeError(`not a time: ${String(start)}`);
  return {
    now: () => new Date(current),
    advanceSeconds(seconds) {
      current += seconds * 1000;
    },
    setTo(moment) {
      current = new Date(moment).getTime();
    },
  };
}
