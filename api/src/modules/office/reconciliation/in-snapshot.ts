import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Db } from '../../../db/database.ts';

/** One view of the books for several readings, and no time limit but that of the check. */
export function inSnapshot<Result>(ctx: Context, read: (tx: Db) => Promise<Result>): Promise<Result> {
  return ctx.db.system
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx: Db) => {
      await sql`set local statement_timeout = '15min'`.execute(tx);
      return read(tx);
    });
}
