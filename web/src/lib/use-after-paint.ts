import { startTransition, useEffect, useState } from 'react';

/**
 * Returns the value as it was at the last paint. Heavy work follows it, so that the click that changed it is visible
 * first. React's own deferred value may be rendered before the browser has painted anything.
 */
export function useAfterPaint<Value>(value: Value): Value {
  const [painted, setPainted] = useState(value);
  useEffect(() => {
    let later: number | undefined;
    const follow = () => startTransition(() => setPainted(value));
    // The callback runs before the paint, so it schedules the work for after the paint.
    const frame = requestAnimationFrame(() => (later = window.setTimeout(follow)));
    return () => {
      cancelAnimationFrame(frame);
      window.clearTimeout(later);
    };
  }, [value]);
  return painted;
}
