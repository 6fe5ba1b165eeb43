const DAY_SECONDS = 86_400;

/** Tries of a day, and when the day began. */
export interface DayTries {
  tries: number;
  since: Date;
}

export function dayBefore(now: Date): Date {
  return new Date(now.getTime() - DAY_SECONDS * 1000);
}

export function secondsUntilNextDay(since: Date, now: Date): number {
  return secondsUntil(new Date(since.getTime() + DAY_SECONDS * 1000), now);
}

export function secondsUntil(until: Date, now: Date): number {
  return Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
}
