import { setImmediate } from 'node:timers/promises';

/**
 * Maps a long list a part at a time; between two parts others get their turn. The parts must be independent of each
 * other.
 */
export async function mapInTurns<From, To>(
  list: readonly From[],
  maxConcurrent: number,
  map: (part: readonly From[]) => To[],
): Promise<To[]> {
  const mapped: To[] = [];
  for (let at = 0; at < list.length; at += maxConcurrent) {
    if (at > 0) await setImmediate();
    for (const nonNullable of map(list.slice(at, at + maxConcurrent))) mapped.push(nonNullable);
  }
  return mapped;
}
