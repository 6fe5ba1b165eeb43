import { useEffect } from 'react';

let shown = false;

/** Remembers that this document shows a created order. */
export function useShowsCreated(): void {
  useEffect(() => {
    shown = true;
  }, []);
}

/** Whether this document has shown a created order. One that opens at the first step begins anew. */
export function wasCreatedShown(): boolean {
  return shown;
}
