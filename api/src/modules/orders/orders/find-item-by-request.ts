import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import { findItem } from './find-item.ts';
import type { ItemRecord } from './item-store.ts';

/** The item that was asked for under this id; one asked for again since is as it was left under this id: refused. */
export async function findItemByRequest(db: Db, networkRequestId: string): Promise<ItemRecord | null> {
  const row = await firstRow(
    db,
    sql<{ id: number; issue_refusal: string | null }>`
      select id, null as issue_refusal from card_request_item where network_request_id = ${networkRequestId}::uuid
      union all
      select item_id, issue_refusal from former_item_request where network_request_id = ${networkRequestId}::uuid`,
  );
  const item = row && (await findItem(db, row.id));
  if (!item || row.issue_refusal === null) return item;
  return { ...item, networkRequestId, issueRefusal: row.issue_refusal, issuedAt: null };
}
