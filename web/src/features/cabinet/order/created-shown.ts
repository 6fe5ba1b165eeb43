import { useEffect } from 'react';

let shown = false;

/** Remembers that this document shows a created order. */
export function useShowsCreated(): void {
  useEffect(() => {
    shown = true;
  }, []);
}

/**
 * Returns whether this document has shown a created order. A document that opens at the first step starts from scratch.
 */
export function wasCreatedShown(): boolean {
  return shown;
}
