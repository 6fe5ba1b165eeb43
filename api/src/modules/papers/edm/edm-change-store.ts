import { sql } from 'kysely';
import { firstRow, rows, type Db } from '../../../db/database.ts';

/** Returns the position from which to read the operator's news, or null if nothing was read yet. */
export async function findCursor(db: Db, provider: string): Promise<string | null> {
  const row = await firstRow(
    db,
    sql<{ cursor: string }>`select cursor from edm_cursor where provider = ${provider}`,
  );
  return row?.cursor ?? null;
}

export async function storeCursor(
  tx: Db,
  args: { provider: string; cursor: string; now: Date },
): Promise<void> {
  await sql`
    insert into edm_cursor (provider, cursor, changed_at) values (${args.provider}, ${args.cursor}, ${args.now})
    on conflict (provider) do update set cursor = excluded.cursor, changed_at = excluded.changed_at`.execute(
    tx,
  );
}

/** The documents behind these messages; what is not ours is in none. */
export async function findMessageDocuments(db: Db, messageIds: readonly string[]): Promise<number[]> {
  const found = await rows(
    db,
    sql<{ document_id: number }>`
      select document_id from edm_message where message_id = any(${messageIds}::text[]) order by document_id`,
  );
  return found.map((row) => row.document_id);
}

/** Returns whether the operator has any of our documents. Otherwise its changes need not be requested. */
export async function hasMessageInTransit(db: Db): Promise<boolean> {
  const row = await firstRow(db, sql`select from edm_message where message_id is not null limit 1`);
  return row !== null;
}
