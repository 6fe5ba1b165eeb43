/**
 * Makes a costly value again only when its key changes: a public PDF is laid out again only when its text has changed.
 * Simultaneous callers wait for the same value. A failure is not cached.
 */
export function memoizeLast<Value>(): (key: string, make: () => Promise<Value>) => Promise<Value> {
  let last: { key: string; value: Promise<Value> } | null = null;
  return (key, make) => {
    if (last?.key === key) return last.value;
    const mine = { key, value: make() };
    last = mine;
    mine.value.catch(() => {
      if (last === mine) last = null;
    });
    return mine.value;
  };
}
