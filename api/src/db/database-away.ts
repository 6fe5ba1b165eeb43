import pg from 'pg';

/** A connection, or a batch on it, that no longer responds. Its work may have been done. */
export class DatabaseSilent extends Error {}

/** A batch got no answer in its time: it may hang at a lock, where a repeat would only wait behind it. */
export class BatchSilent extends DatabaseSilent {}

/** The server that answered is a standby. The current leader must be found again. */
export class DatabaseIsStandby extends Error {}

/** Messages of pg and Kysely about a lost connection, which have no error classes. */
const CONNECTION_GONE =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout e|Postgres connection has been discarded)/;
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Classes of PostgreSQL's codes: connection errors, shutdown or start, too many connections, read-only server. */
const CONNECTION_ERRORS = /^(08|57P|53300|25006)/;

/** True when not the statement was wrong but the database could not be asked, or its answer did not come. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseSilent || error instanceof DatabaseIsStandby) return true;
  if (error instanceof pg.DatabaseError) return CONNECTION_ERRORS.test(error.code ?? '');
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  return UNREACHABLE.has((error as NodeJS.ErrnoException).code ?? '') || CONNECTION_GONE.test(error.message);
}

/** True when PostgreSQL has refused a statement, so its transaction is undone. Class 57 is its own shutdown, which may have come after the commit. */
export function wasUndone(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR' && !error.code?.startsWith('57');
}
