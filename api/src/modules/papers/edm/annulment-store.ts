import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import type { EdmMessageState } from './edm-messages.ts';

export interface AnnulledMessage {
  companyId: number;
  state: EdmMessageState;
  /** Reason why the programme wants to annul the document. Null means that it does not. */
  reason: string | null;
}

export async function lockAnnulment(tx: Db, documentId: number): Promise<AnnulledMessage | null> {
  const row = await firstRow(
    tx,
    sql<{ company_id: number; state: EdmMessageState; annulment_reason: string | null }>`
      select company_id, state, annulment_reason from edm_message
      where document_id = ${documentId} for no key update`,
  );
  return row && { companyId: row.company_id, state: row.state, reason: row.annulment_reason };
}

export async function recordAnnulment(
  tx: Db,
  input: { companyId: number; documentId: number; proposed: { reason: string; at: Date } | null },
): Promise<void> {
  const { companyId, documentId, proposed } = input;
  await sql`
    update edm_message set annulment_reason = ${proposed?.reason ?? null}, annulment_asked_at = ${proposed?.at ?? null}
    where company_id = ${companyId} and document_id = ${documentId}`.execute(tx);
}
