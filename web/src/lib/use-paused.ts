import { useEffect, useState } from 'react';

const TYPING_PAUSE_MS = 700;

/** True after a pause in typing, so that unfinished text is not reported as wrong. */
export function usePaused(text: string): boolean {
  const [pausedAt, setPausedAt] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setPausedAt(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return pausedAt === text;
}
