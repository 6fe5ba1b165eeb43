import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import { isUnread } from './is-unread.ts';
import type { ContradictionKind } from './contradiction-store.ts';

export function findContradiction(db: Db, kind: ContradictionKind, id: number) {
  return firstRow(
    db,
    sql<{ waits: boolean; company_id: number | null }>`
      select ${isUnread(kind, 'heard.id', 'heard.heard_at')} as waits, heard.company_id
      from network_contradiction heard where heard.id = ${id} and heard.kind = ${kind}`,
  );
}
