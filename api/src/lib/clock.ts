import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The product's source of time. Domain code never reads the machine's clock itself. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** It can be moved ahead, never back: what has happened stays past. */
export interface MovableClock extends Clock {
  advanceSeconds(seconds: number): void;
}

/**
 * Returns the machine's time plus an offset, for a development machine, where no one can wait for tomorrow. A file
 * stores the offset, so that a restarted portal does not go back before its stored data.
 */
export function movableClock(file: string): MovableClock {
  let aheadSeconds = existsSync(file) ? Number(readFileSync(file, 'utf8')) || 0 : 0;
  return {
    now: () => new Date(Date.now() + aheadSeconds * 1000),
    advanceSeconds(seconds) {
      aheadSeconds += seconds;
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, String(aheadSeconds));
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
