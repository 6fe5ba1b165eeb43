/** So many commits run all long tests (decisions 103 and 239). */
export const SHARES = 8;

type Weighed = { name: string; weight: number };

/** Deals the heaviest first, each to the lightest share. Returns the names of one share, counted from 0. */
export function dealShare(items: readonly Weighed[], share: number): string[] {
  const shares = Array.from({ length: SHARES }, () => ({ weight: 0, names: [] as string[] }));
  for (const { name, weight } of items.toSorted(byWeight)) {
    const lightest = shares.reduce((least, item) => (item.weight < least.weight ? item : least));
    lightest.weight += weight;
    lightest.names.push(name);
  }
  const chosen = shares[share];
  if (!chosen) throw new RangeError(`a share is a number from 0 to ${SHARES - 1}, not ${share}`);
  return chosen.names;
}

function byWeight(a: Weighed, b: Weighed): number {
  return b.weight - a.weight || a.name.localeCompare(b.name);
}
