import { startTransition, useEffect, useState } from 'react';

/**
 * The value as it was at the last paint: what is heavy follows it, so that the press which has changed it is seen first. React's
 * own deferred value may be rendered before the browser has painted anything.
 */
export function useAfterPaint<Value>(value: Value): Value {
  const [painted, setPainted] = useState(value);
  useEffect(() => {
    let later: number | undefined;
    const follow = () => startTransition(() => setPainted(value));
    // The callback comes before the paint, what it puts off comes after.
    const frame = requestAnimationFrame(() => (later = window.setTimeout(follow)));
    return () => {
      cancelAnimationFrame(frame);
      window.clearTimeout(later);
    };
  }, [value]);
  return painted;
}
