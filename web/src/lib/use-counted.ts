import { useEffect, useRef, useState } from 'react';
import { useMedia } from './use-media.ts';

const COUNTING_MS = 300;

/**
 * Returns a figure that counts from the old value to the new one within `ms`, in whole hundredths. It changes at once for users who
 * prefer no motion.
 */
export function useCounted(value: number, ms = COUNTING_MS): number {
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const [shown, setShown] = useState(value);
  const at = useRef(value);
  useEffect(() => {
    const from = at.current;
    if (still || from === value) return;
    let began: number | null = null;
    let frame = requestAnimationFrame(function count(now) {
      began ??= now;
      const part = Math.min(1, (now - began) / ms);
      at.current = part === 1 ? value : Math.round((from + (value - from) * easeOut(part)) * 100) / 100;
      setShown(at.current);
      if (part < 1) frame = requestAnimationFrame(count);
    });
    return () => cancelAnimationFrame(frame);
  }, [value, still, ms]);
  return still ? value : shown;
}

function easeOut(part: number): number {
  return 1 - (1 - part) ** 3;
}
