import { useState } from 'react';
import { usePaused } from '../../lib/use-paused.ts';
import { periodProblem, type Period } from './period-problem.ts';

/** The state of a period's two fields. */
export interface PeriodTyping {
  /** The fields' values. */
  shown: Period;
  change: (part: Period) => void;
  /** Problem of the input, once typing has paused. */
  problem: Period | null;
  /** Discards what was typed: the fields show the requested period again. */
  forget: () => void;
}

/**
 * Keeps what is typed in the fields. A year comes digit by digit, the other day is still to be changed, and the address
 * follows later. If the fields were always set back to the last valid period, no one could type in them. Only a period
 * set from elsewhere replaces what was typed.
 */
export function usePeriod(
  args: Period,
  onChange: (period: Period) => void,
  { required = false } = {},
): PeriodTyping {
  const [typed, setTyped] = useState<Period | null>(null);
  const [seen, setSeen] = useState(getKey(args));
  const [own, setOwn] = useState<readonly string[]>([]);
  if (seen !== getKey(args)) {
    setSeen(getKey(args));
    const arrived = typed !== null && getKey(typed) === getKey(args);
    if (arrived || !own.includes(getKey(args))) forget();
  }
  const { dateFrom, dateTo } = typed ?? args;
  const paused = usePaused(getKey({ dateFrom, dateTo }));

  function change(part: Period) {
    const period = { dateFrom, dateTo, ...part };
    setTyped(period);
    if (periodProblem(period, { required }) !== null) return;
    setOwn([...own, getKey(period)]);
    onChange(period);
  }
  function forget() {
    setTyped(null);
    setOwn([]);
  }

  return {
    shown: { dateFrom, dateTo },
    change,
    problem: paused ? periodProblem({ dateFrom, dateTo }, { required }) : null,
    forget,
  };
}

function getKey({ dateFrom = '', dateTo = '' }: Period): string {
  return `${dateFrom} ${dateTo}`;
}
