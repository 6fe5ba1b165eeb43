import { useCallback, useEffect, useState } from 'react';

export type Countdown = {
  /** Whole seconds left, 0 when it has run out or never started. */
  secondsLeft: number;
  /** Starts or restarts it. */
  start: (seconds: number) => void;
};

/**
 * Counts down by the clock, not by ticks, so a tab that slept for a minute shows the right number. If the clock is set
 * back, it begins again: it never takes longer than that.
 */
export function useCountdown(initialSeconds = 0): Countdown {
  const [run, setRun] = useState(() => ({ startedAt: Date.now(), seconds: initialSeconds }));
  const [now, setNow] = useState(() => Date.now());
  const { startedAt, seconds } = run;
  const secondsLeft = secondsUntil(startedAt + seconds * 1000, now);
  const running = secondsLeft > 0;

  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => {
      const moment = Date.now();
      setNow(moment);
      if (moment < startedAt) setRun({ startedAt: moment, seconds });
    }, 250);
    return () => clearInterval(timer);
  }, [running, startedAt, seconds]);

  const start = useCallback((fresh: number) => {
    const moment = Date.now();
    setNow(moment);
    setRun({ startedAt: moment, seconds: fresh });
  }, []);
  return { secondsLeft, start };
}

/** Whole seconds from `now` to `endsAt` (both in ms), rounded up, never below zero. */
export function secondsUntil(endsAt: number, now: number): number {
  return Math.max(0, Math.ceil((endsAt - now) / 1000));
}
