/**
 * Returns the known name meant by a user of another program. Names are compared without case and separators, so
 * `date_from` means `dateFrom`, and so does `from`. Null when no name is near.
 */
export function findNearestName(typed: string, known: readonly string[]): string | null {
  const normalized = normalizeName(typed);
  const nearest = nearestName(normalized, known.map(normalizeName));
  const found = known.find((value) => normalizeName(value) === nearest);
  return (
    found ?? known.find((value) => normalized.length > 1 && normalizeName(value).endsWith(normalized)) ?? null
  );
}

const normalizeName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** The known name that a mistyped one most likely means; null where none is near enough to be meant. */
export function nearestName(typed: string, known: Iterable<string>): string | null {
  let nearest: { name: string; distance: number } | null = null;
  for (const name of known) {
    const distance = countEdits(typed, name);
    const max = Math.max(1, Math.floor(Math.min(name.length, typed.length) / 5));
    if (distance <= max && (nearest === null || distance < nearest.distance)) nearest = { name, distance };
  }
  return nearest?.name ?? null;
}

/** Counts letters inserted, removed, changed or swapped with their neighbour (optimal string alignment). */
function countEdits(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    const above = rows[i - 1] as number[];
    for (let j = 1; j <= to.length; j += 1) {
      const changed = from[i - 1] === to[j - 1] ? 0 : 1;
      let best = Math.min((above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (above[j - 1] ?? 0) + changed);
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      if (isSwapped) best = Math.min(best, (rows[i - 2]?.[j - 2] ?? 0) + 1);
      row.push(best);
    }
    rows.push(row);
  }
  return rows[from.length]?.[to.length] ?? 0;
}
