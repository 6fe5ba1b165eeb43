import { useEffect, useRef } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import { logClientError } from '#contract/system.ts';
import { call } from './client.ts';

/** A failure that the screen keeps to itself ("only logged", spec section 8) reaches the server's log. */
export function logFailure(what: string, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  void call(logClientError, {
    body: { message: `${what}: ${reason}`.slice(0, 1000), path: location.pathname },
  }).catch(() => {});
}

type ToldRow = { meets: 'alert'; words?: string } | { meets: 'log'; logged: string };

/** Tells of a failure that no place on the screen is kept for: by the browser's alert, or to the server's log alone. */
export function tellFailure(row: ToldRow, error: Error): void {
  if (row.meets === 'log') logFailure(row.logged, error);
  else window.alert(row.words ?? error.message);
}

/**
 * Tells that a read failed, once for what was asked: a read that repeats itself fails every few seconds in an outage.
 * After it has succeeded it can be told anew.
 */
export function useToldFailure(
  row: ToldRow,
  read: Pick<UseQueryResult<unknown, Error>, 'error' | 'isSuccess' | 'isPlaceholderData'>,
  asked: string,
): void {
  const told = useRef(new Set<string>());
  const { error } = read;
  const answered = read.isSuccess && !read.isPlaceholderData;
  useEffect(() => {
    if (answered) told.current.delete(asked);
    if (!error || told.current.has(asked)) return;
    told.current.add(asked);
    tellFailure(row, error);
  }, [row, error, answered, asked]);
}
