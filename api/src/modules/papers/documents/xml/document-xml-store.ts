import { sql } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import { firstRow, rows, type Db } from '../../../../db/database.ts';
import { insertStoredFile } from '../../../../gateways/file-storage/insert-stored-file.ts';
import { toCases, MAX_CASES, type CaseRow } from '../../../cards/commands/cases.ts';
import type { ClosingDocumentKind } from '../closing/month-closing.ts';

/** Documents of a month for which the State has a form. */
const STATE_KINDS = ['upd', 'reconciliation'] as const satisfies readonly ClosingDocumentKind[];
type StateKind = (typeof STATE_KINDS)[number];

export interface XmlFile {
  sha256: string;
  name: string;
}

/** A published document that has a form of the State, and its file where it was made. */
export interface XmlToMake {
  companyId: number;
  title: string;
  partnerId: PartnerId;
  /** A УПД where it was published with its file. */
  kind: StateKind;
  /** An invoice for an advance: the form of the УПД with the function СЧФ. */
  isAdvanceInvoice: boolean;
  publishedAt: Date;
  /** Null if the document was published with its file, as a УКД is. */
  figuresSha256: string | null;
  file: XmlFile | null;
  /** Problem found by the last check. */
  problem: string | null;
}

/**
 * Tests whether a `document` has a State form: it has stored figures and the State has a form for its kind, or it was
 * published with its file.
 */
export const HAS_STATE_FORM = sql`(document.kind = any(${[...STATE_KINDS]}::text[]) and document.figures_id is not null
  or exists (select from document_xml kept where kept.document_id = document.id and kept.file_id is not null))`;

/** Returns null if there is no such document, or it has no form of the State. */
export async function findXmlToMake(db: Db, documentId: number): Promise<XmlToMake | null> {
  const row = await firstRow(
    db,
    sql<{
      company_id: number;
      title: string;
      partner_id: PartnerId;
      kind: StateKind | null;
      is_advance: boolean;
      published_at: Date;
      figures: string | null;
      sha256: string | null;
      name: string;
      problem: string | null;
    }>`
      select document.company_id, document.title, document.partner_id, document.kind, document.published_at,
        document.corrected_kind is not distinct from 'advance-invoice' as is_advance,
        figures.sha256 as figures, file.sha256, file.name, made.problem
      from month_document document
      left join stored_file figures on figures.id = document.figures_id
      left join document_xml made on made.document_id = document.id and made.company_id = document.company_id
      left join stored_file file on file.id = made.file_id
      where document.id = ${documentId} and ${HAS_STATE_FORM}`,
  );
  return (
    row && {
      companyId: row.company_id,
      title: row.title,
      partnerId: row.partner_id,
      kind: row.kind ?? 'upd',
      isAdvanceInvoice: row.is_advance,
      publishedAt: row.published_at,
      figuresSha256: row.figures,
      file: row.sha256 === null ? null : { sha256: row.sha256, name: row.name },
      problem: row.problem,
    }
  );
}

/** Lists a company's published documents that the check has refused. */
export async function listRefusedXmlOfCompany(db: Db, companyId: number): Promise<number[]> {
  const found = await rows(
    db,
    sql<{ document_id: number }>`
      select made.document_id from document_xml made
      join month_document document on document.id = made.document_id and document.company_id = made.company_id
      where made.company_id = ${companyId} and made.problem is not null and document.withdrawn_at is null
      order by made.document_id limit ${MAX_CASES}`,
  );
  return found.map((row) => row.document_id);
}

interface CheckedDocument {
  documentId: number;
  companyId: number;
  now: Date;
}

/** Records the file of a document. If another process was faster, its file stays. */
export async function insertXml(
  tx: Db,
  { documentId, companyId, now, file }: CheckedDocument & { file: XmlFile & { sizeBytes: number } },
): Promise<void> {
  // The second process waits here, and then sees the row of the first.
  await sql`select from month_document where id = ${documentId} for no key update`.execute(tx);
  const known = await firstRow(
    tx,
    sql`select from document_xml where document_id = ${documentId} and company_id = ${companyId} and file_id is not null`,
  );
  if (known) return;
  const fileId = await insertStoredFile(tx, {
    companyId,
    ...file,
    mime: 'application/xml',
    userId: null,
    now,
  });
  await sql`
    insert into document_xml (document_id, company_id, file_id, checked_at)
    values (${documentId}, ${companyId}, ${fileId}, ${now})
    on conflict (company_id, document_id) do update set file_id = excluded.file_id, problem = null, checked_at = excluded.checked_at
    where document_xml.file_id is null`.execute(tx);
}

/** Records the problem that a check has found in a document without a file. */
export async function recordXmlProblem(
  tx: Db,
  { documentId, companyId, now, problem }: CheckedDocument & { problem: string },
): Promise<void> {
  await sql`
    insert into document_xml (document_id, company_id, problem, checked_at)
    values (${documentId}, ${companyId}, ${problem}, ${now})
    on conflict (company_id, document_id) do update set problem = excluded.problem, checked_at = excluded.checked_at
    where document_xml.file_id is null`.execute(tx);
}

/** The newest document with a form that was published before and never checked; not one that was tried in vain. */
export async function findUnmadeXml(
  db: Db,
  { before, except }: { before: Date; except: readonly number[] },
): Promise<number | null> {
  const row = await firstRow(
    db,
    sql<{ id: number }>`
      select id from month_document document
      where ${HAS_STATE_FORM} and published_at < ${before} and id <> all(${except}::bigint[])
        and withdrawn_at is null
        and not exists (
          select from document_xml made
          where made.document_id = document.id and made.company_id = document.company_id)
      order by id desc limit 1`,
  );
  return row?.id ?? null;
}

/** Documents whose XML the check has refused. */
export async function listRefusedXml(db: Db) {
  const found = await rows(
    db,
    sql<CaseRow & { title: string; problem: string }>`
      select document.id, made.checked_at as since, 0 as attempts, document.title, made.problem, partner.id as partner_id,
        partner.title as partner_title, company.id as company_id, company.inn, company.title as company_title,
        null as card_number, null as said, null as heard_at, count(*) over () as total
      from document_xml made
      join month_document document on document.id = made.document_id and document.company_id = made.company_id
      join company on company.id = made.company_id
      join partner on partner.id = document.partner_id
      where made.problem is not null and document.withdrawn_at is null and document.replaced_at is null
      order by since desc, document.id desc limit ${MAX_CASES}`,
  );
  return toCases(found, ({ title, problem }) => ({ title, problem }));
}
