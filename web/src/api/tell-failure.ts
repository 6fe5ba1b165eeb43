import { logClientError } from '#contract/system.ts';
import { call } from './client.ts';

/** A failure that the screen keeps to itself ("only logged", spec section 8) reaches the server's log. */
export function logFailure(what: string, error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error);
  void call(logClientError, {
    body: { message: `${what}: ${reason}`.slice(0, 1000), path: location.pathname },
  }).catch(() => {});
}

/** Tells of a failure that no place on the screen is kept for: by the browser's alert, or to the server's log alone. */
export function tellFailure(
  row: { meets: 'alert'; words?: string } | { meets: 'log'; logged: string },
  error: Error,
): void {
  if (row.meets === 'log') logFailure(row.logged, error);
  else window.alert(row.words ?? error.message);
}
