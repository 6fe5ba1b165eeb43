import { sql } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import { firstRow, type Db } from '../../../db/database.ts';
import type { EdmMessageState } from '../edm/edm-message-state.ts';
import type { PaperKind } from './month-closing.ts';

/** What decides whether a document can be corrected or withdrawn. */
export interface DocumentFate {
  companyId: number;
  partnerId: PartnerId;
  /** Null: it is of all networks. */
  partnerTitle: string | null;
  month: string;
  kind: PaperKind | null;
  title: string;
  /** Of its file, or of the figures from which it is still to be made. */
  sha256: string;
  receivedAt: Date | null;
  isReplaced: boolean;
  isWithdrawn: boolean;
  edm: EdmMessageState | null;
}

/** Locks the document: a client's confirmation, a correction and a withdrawal come one after the other. */
export function lockDocumentFate(tx: Db, documentId: number): Promise<DocumentFate | null> {
  return firstRow(
    tx,
    sql<DocumentFate>`
      select document.company_id as "companyId", document.partner_id as "partnerId", document.month, document.title,
        (select title from partner where partner.id = document.partner_id) as "partnerTitle",
        case when exists (select from card_act where document_id = document.id) then 'cards'
          else coalesce(document.kind, document.corrected_kind) end as kind,
        document.received_at as "receivedAt", document.replaced_at is not null as "isReplaced",
        document.withdrawn_at is not null as "isWithdrawn",
        (select sha256 from stored_file file where file.id = coalesce(document.file_id, (
          select paper.file_id from document_paper paper where paper.document_id = document.id), document.figures_id)) as sha256,
        (select state from edm_message message where message.document_id = document.id) as edm
      from month_document document where document.id = ${documentId} for no key update`,
  );
}

export async function markReplaced(tx: Db, args: { documentId: number; now: Date }): Promise<void> {
  await sql`update month_document set replaced_at = ${args.now} where id = ${args.documentId}`.execute(tx);
}

export async function markWithdrawn(
  tx: Db,
  args: { documentId: number; reason: string; userId: number; now: Date },
): Promise<void> {
  await sql`
    update month_document set withdrawn_at = ${args.now}, withdrawn_by = ${args.userId}, withdraw_reason = ${args.reason}
    where id = ${args.documentId}`.execute(tx);
}
