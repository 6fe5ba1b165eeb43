import { useEffect, useRef } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { logClientError } from '#contract/system.ts';
import { call } from './client.ts';

/** Sends a failure that is not shown ("only logged", spec section 8) to the server's log. */
export function logFailure(what: string, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  void call(logClientError, {
    body: { message: `${what}: ${reason}`.slice(0, 1000), path: location.pathname },
  }).catch(() => {});
}

type FailureRow = { meets: 'alert'; text?: string } | { meets: 'log'; logged: string };

/** Reports a failure that has no place on the screen: in the browser's alert, or only in the server's log. */
export function reportFailure(row: FailureRow, error: Error): void {
  if (row.meets === 'log') logFailure(row.logged, error);
  else window.alert(row.text ?? error.message);
}

/**
 * Reports a failed read once, because a polling read fails every few seconds during an outage. After a success it can
 * be reported again.
 */
export function useReportedFailure(
  row: FailureRow,
  read: Pick<UseQueryResult<unknown, Error>, 'error' | 'isSuccess' | 'isPlaceholderData'>,
  args: string,
): void {
  const reported = useRef(new Set<string>());
  const { error } = read;
  const answered = read.isSuccess && !read.isPlaceholderData;
  useEffect(() => {
    if (answered) reported.current.delete(args);
    if (!error || reported.current.has(args)) return;
    reported.current.add(args);
    reportFailure(row, error);
  }, [row, error, answered, args]);
}
