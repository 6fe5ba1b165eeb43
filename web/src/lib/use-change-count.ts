import { useState } from 'react';

/** Counts how often the shown content has changed since it was first seen. The same content read again is no change. */
export function useChangeCount(shown: object): number {
  const [seen, setSeen] = useState({ shown, count: 0 });
  if (seen.shown === shown) return seen.count;
  const isSame = JSON.stringify(seen.shown) === JSON.stringify(shown);
  const count = isSame ? seen.count : seen.count + 1;
  setSeen({ shown, count });
  return count;
}
