import { useEffect, useState } from 'react';

/** The value as it was when it had last not changed for so long; compared as JSON. */
export function useSettled<Value>(value: Value, pauseMs: number): Value {
  const [settled, setSettled] = useState(value);
  const written = JSON.stringify(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(written) as Value), pauseMs);
    return () => clearTimeout(timer);
  }, [written, pauseMs]);
  return settled;
}
