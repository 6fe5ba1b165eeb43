import { useCallback, useEffect, useRef } from 'react';

export type Debounced<Args extends unknown[]> = {
  /** Runs the callback once `delayMs` have passed since the last call. */
  call: (...args: Args) => void;
  /** Runs a pending call at once: on blur, or before leaving. */
  flush: () => void;
  cancel: () => void;
};

/** Delays calls of the latest callback. A call still pending at unmount is run, so nothing typed is lost. */
export function useDebounced<Args extends unknown[]>(
  callback: (...args: Args) => void,
  delayMs: number,
): Debounced<Args> {
  const latest = useRef(callback);
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; args: Args } | null>(null);
  useEffect(() => {
    latest.current = callback;
  });

  const cancel = useCallback(() => {
    if (waiting.current) clearTimeout(waiting.current.timer);
    waiting.current = null;
  }, []);
  const flush = useCallback(() => {
    const due = waiting.current;
    cancel();
    if (due) latest.current(...due.args);
  }, [cancel]);
  const call = useCallback(
    (...args: Args) => {
      cancel();
      waiting.current = { timer: setTimeout(flush, delayMs), args };
    },
    [cancel, flush, delayMs],
  );

  useEffect(() => flush, [flush]);
  return { call, flush, cancel };
}
