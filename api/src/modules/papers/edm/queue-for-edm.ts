import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import { enqueueDelivery } from './edm-messages.ts';

/** Queues a document for delivery if its company is connected. Otherwise does nothing. */
export async function queueForEdm(
  tx: Db,
  args: { companyId: number; documentId: number; now: Date },
): Promise<void> {
  const row = await firstRow(
    tx,
    sql<{ document_id: number }>`
      insert into edm_message (document_id, company_id, asked_at, changed_at)
      select ${args.documentId}::bigint, id, ${args.now}::timestamptz, ${args.now}::timestamptz from company
      where id = ${args.companyId} and edm_state = 'accepted'
      on conflict do nothing returning document_id`,
  );
  if (row) await enqueueDelivery(tx, args.documentId);
}
