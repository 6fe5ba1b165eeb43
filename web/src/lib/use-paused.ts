import { useEffect, useState } from 'react';

const TYPING_PAUSE_MS = 700;

/** True once nothing has been typed for a while: what is still being typed is not called wrong. */
export function usePaused(text: string): boolean {
  const [pausedAt, setPausedAt] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setPausedAt(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return pausedAt === text;
}
