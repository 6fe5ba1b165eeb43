/**
 * Checks that the degrees are a place on Earth. Trackers without a position send zero and zero, where no truck goes.
 */
export function isPlace(lat: number, lon: number): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && (lat !== 0 || lon !== 0);
}
