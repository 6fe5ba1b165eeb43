import { sql, type RawBuilder } from 'kysely';
import { ALL_NETWORKS, ALL_NETWORKS_TITLE } from '#contract/ids.ts';
import { UNCONFIRMED_KIND } from '#contract/papers/documents.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { getOnlyRow, type Db } from '../../../db/database.ts';
import type { EdmMessageState } from '../edm/edm-messages.ts';
import type { ClosingDocumentKind } from './closing/month-closing.ts';
import { CONCERNS_ALL_NETWORKS } from './closing/concerns-all-store.ts';
import { DISPUTED, toDisputedOperations, type DisputedJson } from './objections/disputed-store.ts';
import { DOCUMENT_PDF } from './pdf/document-pdf-store.ts';
import { HAS_STATE_FORM } from './xml/document-xml-store.ts';
import type { AnswerRow, DocumentRecord } from './document.ts';

/** Selects the documents of a partner and month, or one of them (docs/calls.md 6). */
export interface DocumentChoice {
  /** `ALL_NETWORKS`: what concerns all of them. */
  partnerId: number;
  month: string;
  documentId?: number | undefined;
}

/** Documents by their ids, of any network and month. */
export interface ListedDocuments {
  ids: readonly number[];
}

interface DocumentRow {
  id: number;
  partner_id: number;
  partner_title: string;
  month: string;
  kind: ClosingDocumentKind | null;
  title: string;
  sum_kopecks: Kopecks | null;
  vat_kopecks: Kopecks | null;
  published_at: Date;
  received_at: Date | null;
  objection: string | null;
  objected_at: Date | null;
  objected_operations: DisputedJson[];
  objected_rows: AnswerRow[] | null;
  objection_answer: string | null;
  objection_answered_at: Date | null;
  object_until: string | null;
  has_evidence: boolean;
  replaces_id: number | null;
  replaced_by: number | null;
  replace_reason: string | null;
  withdrawn_at: Date | null;
  withdraw_reason: string | null;
  edm_state: EdmMessageState | null;
  edm_reason: string | null;
  edm_changed_at: Date | null;
  edm_annulment: string | null;
  edm_roaming: string | null;
  sha256: string | null;
  file_name: string;
  mime: string;
  figures_sha256: string | null;
  is_in_state_form: boolean;
  lines: number | null;
  is_making: boolean;
  pages: number | null;
  all_pages: number | null;
}

/** The company's documents, newest month first; of one year where it is named, or only those that wait for a decision. */
export function listDocuments(
  db: Db,
  scope: CompanyScope,
  { year, waiting = false }: { year?: number | undefined; waiting?: boolean | undefined },
): Promise<DocumentRecord[]> {
  const ofYear = year === undefined ? sql`true` : sql`document.month like ${`${year}-%`}`;
  if (!waiting) return select(db, scope, ofYear);
  return select(
    db,
    scope,
    sql`${ofYear} and document.corrected_kind is distinct from ${UNCONFIRMED_KIND}
      and document.received_at is null and document.objected_at is null
      and document.withdrawn_at is null and document.replaced_at is null`,
  );
}

/** The documents of an archive: of a month, of one network of it, or those that are named. */
export function findArchived(
  db: Db,
  scope: CompanyScope,
  {
    month,
    partnerId,
    ids,
  }: { month?: string | undefined; partnerId?: number | undefined; ids?: readonly number[] | undefined },
): Promise<DocumentRecord[]> {
  const named = [
    ...(month === undefined ? [] : [sql`document.month = ${month}`]),
    ...(partnerId === undefined ? [] : [sql`${PLACE} = ${partnerId}::bigint`]),
    ...(ids === undefined ? [] : [sql`document.id = any(${ids}::bigint[])`]),
  ];
  return select(db, scope, sql.join([sql`document.withdrawn_at is null`, ...named], sql` and `));
}

/**
 * Returns the month of the contract, or of the first document if that is earlier, because documents may have been
 * published by hand.
 */
export async function findFirstMonth(db: Db, scope: CompanyScope): Promise<string | null> {
  const { first } = await getOnlyRow(
    db,
    sql<{ first: string | null }>`
      select least(to_char(company.client_since at time zone 'Europe/Moscow', 'YYYY-MM'),
        (select min(month) from month_document document where document.company_id = company.id)) as first
      from company where id = ${scope.companyId}`,
  );
  return first;
}

export function findDocuments(
  db: Db,
  scope: CompanyScope,
  choice: DocumentChoice | ListedDocuments,
): Promise<DocumentRecord[]> {
  return select(db, scope, chosen(choice));
}

/** Finds documents like `findDocuments`, with a lock. Other decisions about them wait for this transaction. */
export function lockDocuments(
  tx: Db,
  scope: CompanyScope,
  choice: DocumentChoice | ListedDocuments,
): Promise<DocumentRecord[]> {
  return select(tx, scope, chosen(choice), sql`for no key update of document`);
}

/** A withdrawn or corrected document can no longer be decided about. The correction can. */
const IS_VALID = sql`document.withdrawn_at is null and document.replaced_at is null`;

function chosen(choice: DocumentChoice | ListedDocuments): RawBuilder<unknown> {
  if ('ids' in choice) return sql`document.id = any(${choice.ids}::bigint[]) and ${IS_VALID}`;
  const { partnerId, month, documentId } = choice;
  const one = documentId === undefined ? sql`true` : sql`document.id = ${documentId}`;
  // The cast prevents an error for a number too large for an integer: such a partner does not exist.
  return sql`${PLACE} = ${partnerId}::bigint and document.month = ${month} and ${one} and ${IS_VALID}`;
}

/**
 * The network under which a document stands. An act of reconciliation, and that of the cards of several networks, is
 * stored under one of them and concerns all.
 */
const PLACE = sql`case when ${CONCERNS_ALL_NETWORKS} then ${ALL_NETWORKS} else document.partner_id end`;

export async function select(
  db: Db,
  scope: CompanyScope,
  condition: RawBuilder<unknown>,
  locking: RawBuilder<unknown> = sql``,
): Promise<DocumentRecord[]> {
  const { rows } = await sql<DocumentRow>`
    select document.id, ${PLACE} as partner_id, partner.title as partner_title, document.month,
      case when card_act.document_id is null then coalesce(document.kind, document.corrected_kind) else 'cards' end as kind,
      document.title, document.sum_kopecks, document.vat_kopecks, document.published_at, document.received_at, document.objection, document.objected_at, document.object_until,
      ${DISPUTED} as objected_operations, document.objected_rows, document.objection_answer, document.objection_answered_at,
      exists (select from document_evidence evidence where evidence.document_id = document.id) as has_evidence,
      document.replaces_id, document.replace_reason, document.withdrawn_at, document.withdraw_reason,
      case when document.replaced_at is not null then (
          select max(id) from month_document correction where correction.replaces_id = document.id) end as replaced_by,
      message.state as edm_state, message.reason as edm_reason, message.changed_at as edm_changed_at,
      message.annulment_reason as edm_annulment, case when connection.roaming then connection.participant_id end as edm_roaming,
      file.sha256, file.name as file_name, file.mime, ${HAS_STATE_FORM} as is_in_state_form, document.lines, making.document_id is not null as is_making,
      making.pages, making.all_pages,
      (select sha256 from stored_file where id = document.figures_id) as figures_sha256
    from month_document document
    join partner on partner.id = document.partner_id
    ${DOCUMENT_PDF}
    left join paper_making making on making.document_id = document.id
    left join card_act on card_act.document_id = document.id
    left join edm_message message on message.document_id = document.id
    left join edm_connection connection on connection.company_id = message.company_id
    where document.company_id = ${scope.companyId} and ${condition}
    order by document.month desc, nullif(${PLACE}, ${ALL_NETWORKS}) nulls last, document.id ${locking}`.execute(
    db,
  );
  return rows.map(toDocumentRecord);
}

export async function markReceived(
  tx: Db,
  args: { ids: readonly number[]; userId: number; now: Date },
): Promise<void> {
  await sql`
    update month_document set received_at = ${args.now}, received_by = ${args.userId}
    where id = any(${args.ids}::bigint[])`.execute(tx);
}

/** The file in the State's form that an objection is made of. */
export interface ObjectingFile {
  rows: readonly AnswerRow[];
  fileId: number;
}

/** A later objection replaces the first, with its answer; both stay in the audit log. */
export async function markObjected(
  tx: Db,
  args: {
    ids: readonly number[];
    /** Null if the operator of electronic documents has reported it. */
    userId: number | null;
    comment: string;
    operationIds: readonly number[];
    answer: ObjectingFile | null;
    now: Date;
  },
): Promise<void> {
  await sql`
    update month_document set objection = ${args.comment}, objected_at = ${args.now}, objected_by = ${args.userId},
      objected_operations = ${args.operationIds}::bigint[], objected_rows = ${args.answer && JSON.stringify(args.answer.rows)}::jsonb,
      objected_file_id = ${args.answer?.fileId ?? null}, objection_answer = null, objection_answered_at = null,
      objection_answered_by = null
    where id = any(${args.ids}::bigint[])`.execute(tx);
}

function toDocumentRecord(row: DocumentRow): DocumentRecord {
  return {
    id: row.id,
    partnerId: row.partner_id,
    partnerTitle: row.partner_id === ALL_NETWORKS ? ALL_NETWORKS_TITLE : row.partner_title,
    month: row.month,
    kind: row.kind,
    title: row.title,
    sum: row.sum_kopecks,
    vat: row.vat_kopecks,
    publishedAt: row.published_at,
    receivedAt: row.received_at,
    objection:
      row.objection === null || row.objected_at === null
        ? null
        : {
            comment: row.objection,
            createdAt: row.objected_at,
            operations: toDisputedOperations(row.objected_operations),
            rows: row.objected_rows ?? [],
            answer:
              row.objection_answer === null || row.objection_answered_at === null
                ? null
                : { text: row.objection_answer, answeredAt: row.objection_answered_at },
          },
    objectUntil: row.object_until,
    hasEvidence: row.has_evidence,
    replaces: row.replaces_id,
    replacedBy: row.replaced_by,
    replaceReason: row.replace_reason,
    withdrawn: row.withdrawn_at === null ? null : { at: row.withdrawn_at, reason: row.withdraw_reason ?? '' },
    edm:
      row.edm_state === null || row.edm_changed_at === null
        ? null
        : {
            state: row.edm_state,
            reason: row.edm_reason,
            changedAt: row.edm_changed_at,
            annulment: row.edm_annulment,
            roaming: row.edm_roaming,
          },
    file: row.sha256 === null ? null : { sha256: row.sha256, name: row.file_name, mime: row.mime },
    figuresSha256: row.figures_sha256,
    isInStateForm: row.is_in_state_form,
    lines: row.lines ?? 0,
    making: row.is_making ? { pages: row.pages ?? 0, allPages: row.all_pages } : null,
  };
}
