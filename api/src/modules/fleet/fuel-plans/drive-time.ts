/** A driver drives nine hours a day (приказ Минтранса № 424, п. 6) and stands for the rest of it. */
const DRIVING_DAY_MS = 9 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

/**
 * Returns when the truck comes to a place of the road, at the pace of the whole route. It is an estimate, without
 * queues and breaks.
 */
export function expectedAt(
  alongM: number,
  { departsAt, distanceM, durationS }: { departsAt: Date; distanceM: number; durationS: number },
): Date {
  const drivenMs = distanceM === 0 ? 0 : (alongM / distanceM) * durationS * 1000;
  const nights = Math.floor(drivenMs / DRIVING_DAY_MS);
  return new Date(departsAt.getTime() + nights * DAY_MS + (drivenMs - nights * DRIVING_DAY_MS));
}
