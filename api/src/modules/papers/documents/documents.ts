import { sql } from 'kysely';
import type { z } from 'zod';
import type { monthlyDocument } from '#contract/papers/documents.ts';
import type { PartnerId } from '#contract/ids.ts';
import type { EdmMessageState } from '../edm/edm-messages.ts';
import type { ClosingDocumentKind } from './closing/month-closing.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { type Db, firstRow, getOnlyRow, rows } from '../../../db/database.ts';
import { findDocuments, select, listDocuments } from './document-store.ts';
import type { FileColumn } from '../../../lib/tables/table-file.ts';
import type { Context } from '../../../context.ts';
import { presentDocuments } from './present.ts';
import type { DocumentRecord } from './document.ts';

export async function findDocument(
  db: Db,
  scope: CompanyScope,
  documentId: number,
): Promise<DocumentRecord | null> {
  return (await select(db, scope, sql`document.id = ${documentId}`))[0] ?? null;
}

/** Returns those of the documents that are valid: neither withdrawn nor corrected. */
export function findValidDocuments(
  db: Db,
  scope: CompanyScope,
  ids: readonly number[],
): Promise<DocumentRecord[]> {
  return findDocuments(db, scope, { ids });
}

/** A document with its month. */
type ListedDocument = z.input<typeof monthlyDocument> & { month: string };

/** The list of documents as a file. */
export const DOCUMENT_COLUMNS: readonly FileColumn<ListedDocument>[] = [
  { header: 'Месяц', of: (listedDocument) => listedDocument.month },
  { header: 'Документ', of: (listedDocument) => listedDocument.title },
  { header: 'Сеть', of: (listedDocument) => listedDocument.partner_title },
  { header: 'Сумма', kind: 'sum', of: (listedDocument) => listedDocument.sum },
  { header: 'НДС', kind: 'sum', of: (listedDocument) => listedDocument.vat },
  { header: 'Опубликован', kind: 'time', of: (listedDocument) => listedDocument.published },
  { header: 'Подтверждён', kind: 'time', of: (listedDocument) => listedDocument.received },
  { header: 'Возражение', of: (listedDocument) => listedDocument.objection?.comment ?? null },
];

/** The company's documents of a year, or all, each with its month, newest first. */
export async function listShownDocuments(
  ctx: Context,
  scope: CompanyScope,
  year: number | undefined,
): Promise<ListedDocument[]> {
  const documents = await ctx.db.inCompany(scope, (tx) => listDocuments(tx, scope, { year }));
  return Object.entries(presentDocuments(documents, ctx.clock.now())).flatMap(([month, all]) =>
    all.map((item) => ({ ...item, month })),
  );
}

/** Facts that decide whether a document can be corrected or withdrawn. */
export interface DocumentStatus {
  companyId: number;
  partnerId: PartnerId;
  /** Null if it is of all networks. */
  partnerTitle: string | null;
  month: string;
  kind: ClosingDocumentKind | null;
  /** Whether the closing of a month made the document, so that it was not published as a file. */
  isOfClosing: boolean;
  title: string;
  /** Hash of the file, or of the figures from which the file will be made. */
  sha256: string;
  receivedAt: Date | null;
  isReplaced: boolean;
  isWithdrawn: boolean;
  /** A correction, and one that the closing of a month has made for fuel that was given back. */
  isUkd: boolean;
  isReturn: boolean;
  /** Whether a later valid return corrects it, or the УПД that it corrects too. */
  hasReturns: boolean;
  edm: EdmMessageState | null;
}

/** Locks the document: a client's confirmation, a correction and a withdrawal come one after the other. */
export function lockDocumentStatus(tx: Db, documentId: number): Promise<DocumentStatus | null> {
  return firstRow(
    tx,
    sql<DocumentStatus>`
      select document.company_id as "companyId", document.partner_id as "partnerId", document.month, document.title,
        (select title from partner where partner.id = document.partner_id) as "partnerTitle",
        case when exists (select from card_act where document_id = document.id) then 'cards'
          else coalesce(document.kind, document.corrected_kind) end as kind,
        document.kind is not null as "isOfClosing",
        document.replaces_id is not null as "isUkd", document.is_return as "isReturn",
        exists (
          select from month_document returned
          where returned.replaces_id = coalesce(document.replaces_id, document.id) and returned.is_return
            and returned.id > document.id and returned.withdrawn_at is null) as "hasReturns",
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

/**
 * Makes the corrected document valid again after its correction was withdrawn, and returns its id. A УКД that was
 * replaced stays replaced: its difference was taken back, and a difference is booked once.
 */
export async function restoreCorrected(tx: Db, correctionId: number): Promise<number[]> {
  const found = await rows(
    tx,
    sql<{ id: number }>`
      update month_document original set replaced_at = null from month_document correction
      where correction.id = ${correctionId} and original.id = correction.replaces_id
        and not exists (
          select from correction booked where booked.document_id = original.id and booked.kind = 'ukd')
      returning original.id`,
  );
  return found.map(({ id }) => id);
}

/** Counts the corrections of a document, withdrawn ones too, because a number is used once. */
export async function countCorrections(db: Db, documentId: number): Promise<number> {
  const { count } = await getOnlyRow(
    db,
    sql<{
      count: number;
    }>`select count(*)::int as count from month_document where replaces_id = ${documentId}`,
  );
  return count;
}

/** Finds the framework agreement that a company has accepted, whose number is on its documents, or null. */
export async function findAgreement(
  db: Db,
  companyId: number,
): Promise<{ number: string; dateIso: string } | null> {
  return firstRow(
    db,
    sql<{ number: string; dateIso: string }>`
      select terms_version::text as number, (terms_accepted_at at time zone 'Europe/Moscow')::date as "dateIso"
      from company where id = ${companyId} and terms_version is not null and terms_accepted_at is not null`,
  );
}
