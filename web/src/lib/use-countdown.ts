import { useCallback, useEffect, useState } from 'react';

export type Countdown = {
  /** Whole seconds left, 0 when it has run out or never started. */
  secondsLeft: number;
  /** Starts or restarts it. */
  start: (seconds: number) => void;
  stop: () => void;
};

/** Counts down by the clock, not by ticks, so a tab that slept for a minute shows the right number. */
export function useCountdown(initialSeconds = 0): Countdown {
  const [endsAt, setEndsAt] = useState(() => Date.now() + initialSeconds * 1000);
  const [now, setNow] = useState(() => Date.now());
  const secondsLeft = secondsUntil(endsAt, now);
  const running = secondsLeft > 0;

  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [running, endsAt]);

  const start = useCallback((seconds: number) => {
    const moment = Date.now();
    setNow(moment);
    setEndsAt(moment + seconds * 1000);
  }, []);
  const stop = useCallback(() => setEndsAt(0), []);
  return { secondsLeft, start, stop };
}

/** Whole seconds from `now` to `endsAt` (both in ms), rounded up, never below zero. */
export function secondsUntil(endsAt: number, now: number): number {
  return Math.max(0, Math.ceil((endsAt - now) / 1000));
}
