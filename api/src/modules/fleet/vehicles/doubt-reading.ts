import type { OdometerNeighbours } from './odometer-store.ts';

const DAY_MS = 86_400_000;
/** Two drivers who take turns run no more in a day. */
const MAX_KM_A_DAY = 1500;
/** So far a truck may run beside what is usual for it: a long trip, an odometer that was read late. */
const SPARE_KM = 500;
/** What is usual for a truck says something only over so many days. */
const LEAST_DAYS = 7;
const TIMES_USUAL = 2;

const KM = new Intl.NumberFormat('ru-RU');

/**
 * Returns why a reading looks like a slip of the pen, or null when it looks right: it is less than an earlier one, more than a
 * later one, or further from its neighbours than the truck can have run. One wrong digit is nearly always one of these.
 */
export function doubtReading(
  { km, at }: { km: number; at: Date },
  { before, after, usualKmADay }: OdometerNeighbours,
): string | null {
  if (before && km < before.km) return `Раньше одометр уже показывал ${before.km} км`;
  if (after && km > after.km) return `Позже одометр показывал ${after.km} км`;
  const reach = (ms: number) => {
    const days = Math.abs(ms) / DAY_MS;
    return SPARE_KM + days * Math.min(MAX_KM_A_DAY, (usualKmADay ?? MAX_KM_A_DAY) * TIMES_USUAL);
  };
  if (before && km - before.km > reach(at.getTime() - before.at.getTime()))
    return `Это на ${KM.format(km - before.km)} км больше прежнего показания (${KM.format(before.km)} км): столько машина за это время не проезжает`;
  if (after && after.km - km > reach(after.at.getTime() - at.getTime()))
    return `Это на ${KM.format(after.km - km)} км меньше следующего показания (${KM.format(after.km)} км): столько машина за это время не проезжает`;
  return null;
}

/** Returns what a truck runs in a day over the readings that count; null while they say too little. */
export function usualKmADay(first: { at: Date; km: number }, last: { at: Date; km: number }): number | null {
  const days = (last.at.getTime() - first.at.getTime()) / DAY_MS;
  return days >= LEAST_DAYS && last.km > first.km ? (last.km - first.km) / days : null;
}
