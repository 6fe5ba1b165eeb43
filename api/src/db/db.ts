import type { Kysely } from 'kysely';

/** There are no table types: statements are plain SQL with their row types next to them. */
export type NoTables = Record<string, never>;

/** A connection or a transaction that SQL can be sent to: sql`…`.execute(db). */
export type Db = Kysely<NoTables>;
