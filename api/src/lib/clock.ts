/** The product's source of time. Domain code never reads the machine's clock itself. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export interface ManualClock extends Clock {
  advanceSeconds(seconds: number): void;
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
