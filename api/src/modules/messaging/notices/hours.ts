import type { Digest } from '#contract/messaging/notices.ts';

/** When a person may be disturbed, and how often messages are gathered. Hours are in the person's time zone. */
export interface Hours {
  quiet: boolean;
  from: number;
  to: number;
  zone: string;
  digest: Digest;
  digestHour: number;
}

export const USUAL_HOURS: Hours = {
  quiet: true,
  from: 22,
  to: 8,
  zone: 'Europe/Moscow',
  digest: 'at-once',
  digestHour: 9,
};

const HOUR_MS = 3_600_000;

/** Returns the end of the quiet hours that contain a moment; null when none do. */
function getQuietEnd({ quiet, from, to, zone }: Hours, at: Date): Date | null {
  if (!quiet || from === to) return null;
  const hour = getHour(at, zone);
  const isQuiet = from < to ? hour >= from && hour < to : hour >= from || hour < to;
  return isQuiet ? nextHour(to, zone, at) : null;
}

/** Returns the time of the next digest, or null where messages go at once. */
function getDigestTime({ digest, digestHour, zone }: Hours, at: Date): Date | null {
  if (digest === 'at-once') return null;
  return digest === 'hourly' ? fullHourAfter(at) : nextHour(digestHour, zone, at);
}

export type DelayReason = 'quiet' | 'digest' | 'burst';

/** Returns when a message that is written now goes out, and the reason of the delay. */
export function getDueTime(
  hours: Hours,
  input: { now: Date; urgent: boolean; burstUntil: Date | null },
): { dueAt: Date; held: DelayReason | null } {
  const { now, urgent, burstUntil } = input;
  const ready = burstUntil ?? now;
  const held = burstUntil ? 'burst' : null;
  if (urgent) return { dueAt: ready, held };
  const digest = getDigestTime(hours, ready);
  // Quiet hours do not apply to an hour that the person has chosen.
  if (digest && hours.digest === 'daily') return { dueAt: digest, held: 'digest' };
  const quiet = getQuietEnd(hours, digest ?? ready);
  if (quiet) return { dueAt: quiet, held: 'quiet' };
  return digest ? { dueAt: digest, held: 'digest' } : { dueAt: ready, held };
}

/** The next moment at which it is this hour in the zone. */
function nextHour(hour: number, zone: string, at: Date): Date {
  let next = fullHourAfter(at);
  // A day has 25 hours when clocks are set back.
  for (let tries = 0; tries < 25 && getHour(next, zone) !== hour; tries += 1)
    next = new Date(next.getTime() + HOUR_MS);
  return next;
}

function fullHourAfter(at: Date): Date {
  return new Date((Math.floor(at.getTime() / HOUR_MS) + 1) * HOUR_MS);
}

const CLOCKS = new Map<string, Intl.DateTimeFormat>();

function getHour(at: Date, zone: string): number {
  let clock = CLOCKS.get(zone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' });
    CLOCKS.set(zone, clock);
  }
  return Number(clock.format(at));
}
