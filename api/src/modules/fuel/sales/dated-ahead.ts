const DAY_MS = 86_400_000;

/** Clocks of stations go wrong by hours at most: what is dated further ahead than a day is a mistake. */
export function isDatedAhead(soldAt: Date, now: Date): boolean {
  return soldAt.getTime() - now.getTime() > DAY_MS;
}

/** Returns the moment from which such a sale can be booked. */
export function getFutureDueTime(soldAt: Date): Date {
  return new Date(soldAt.getTime() - DAY_MS);
}
