import { useEffect } from 'react';
import { recheckProfile } from './refresh-profile.ts';

const PAUSE_MS = 5 * 60_000;

/**
 * A session of staff ends after a quarter of an hour without activity. Work on one page for longer changes no route, so
 * key presses and clicks move the end, every five minutes at most.
 */
export function useStayWhileActive(): void {
  useEffect(() => {
    let moved = Date.now();
    const act = () => {
      if (Date.now() - moved < PAUSE_MS) return;
      moved = Date.now();
      void recheckProfile();
    };
    const signs = ['pointerdown', 'keydown'] as const;
    for (const sign of signs) window.addEventListener(sign, act, { passive: true });
    return () => {
      for (const sign of signs) window.removeEventListener(sign, act);
    };
  }, []);
}
