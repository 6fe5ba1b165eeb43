/**
 * The shortest list that still fails in the same way, by leaving out ever smaller pieces (delta debugging, Zeller 1999). What
 * came after the failing step is left out first. Ends when no piece can be spared or the time is over.
 */
export async function shrink<Item>(
  items: readonly Item[],
  stillFails: (items: readonly Item[]) => Promise<boolean>,
  { until = Infinity }: { until?: number } = {},
): Promise<Item[]> {
  let left = [...items];
  let size = Math.ceil(left.length / 2);
  while (left.length > 1) {
    const before = left.length;
    for (let start = 0; start < left.length && performance.now() < until;) {
      const without = [...left.slice(0, start), ...left.slice(start + size)];
      if (without.length > 0 && (await stillFails(without))) left = without;
      else start += size;
    }
    if (performance.now() >= until || (size === 1 && left.length === before)) break;
    size = Math.max(1, Math.floor(size / 2));
  }
  return left;
}
