/** A device's clock is set right here from this difference on; less is the way of the answer, and a test's own time. */
const DIFFERS_MS = 5 * 60_000;

let aheadMs = 0;
let known = false;
const followers = new Set<() => void>();

/**
 * Records the difference between the clocks of the device and the server. Each answer contains the time it was sent.
 */
export function compareClocks(date: string | null): void {
  const server = Date.parse(date ?? '');
  if (Number.isNaN(server)) return;
  const difference = Date.now() - server;
  const before = aheadMs;
  known = true;
  if (Math.abs(difference - before) < DIFFERS_MS) return;
  aheadMs = Math.abs(difference) < DIFFERS_MS ? 0 : difference;
  for (const follow of followers) follow();
}

/** Returns the server's time, so that «сегодня» is right on a device whose clock is wrong; before any answer the device's. */
export function serverNow(): Date {
  return new Date(Date.now() - aheadMs);
}

/** Returns by how many milliseconds the device's clock is ahead; 0 when it is right, null before any answer. */
export function clockDifference(): number | null {
  return known ? aheadMs : null;
}

/** Calls back when the difference has changed; returns what ends that. */
export function onClockCorrected(follow: () => void): () => void {
  followers.add(follow);
  return () => followers.delete(follow);
}
