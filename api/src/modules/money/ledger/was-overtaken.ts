import pg from 'pg';

/** A balance was no longer what had been read; nothing was written. */
export function wasOvertaken(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    error.code === NOT_NULL_VIOLATION &&
    error.column === 'balance_kopecks'
  );
}

const NOT_NULL_VIOLATION = '23502';
