import { sql } from 'kysely';
import { MAX_PDF_LINES } from '#contract/papers/documents.ts';
import type { PartnerId } from '#contract/ids.ts';
import { firstRow, type Db } from '../../../../db/database.ts';
import { insertStoredFile } from '../../../../gateways/file-storage/insert-stored-file.ts';
import type { ClosingDocumentKind } from '../closing/month-closing.ts';

/** Joins a `document` with its `file`: its own, or the PDF that was made from its figures; null while there is none. */
export const DOCUMENT_PDF = sql`
  left join document_paper paper on paper.document_id = document.id
  left join stored_file file on file.id = coalesce(document.file_id, paper.file_id)`;

export interface DocumentFile {
  sha256: string;
  name: string;
  mime: string;
}

/** Published document whose PDF may still have to be made. */
export interface DocumentToMake {
  companyId: number;
  title: string;
  /** Null if it was not made yet. */
  file: DocumentFile | null;
  /** Null if the document has a file of its own. */
  figures: { sha256: string; kind: ClosingDocumentKind; partnerId: PartnerId } | null;
  lines: number;
}

export async function findDocumentToMake(db: Db, documentId: number): Promise<DocumentToMake | null> {
  const row = await firstRow(
    db,
    sql<{
      company_id: number;
      partner_id: PartnerId;
      kind: ClosingDocumentKind | null;
      title: string;
      sha256: string | null;
      name: string;
      mime: string;
      figures: string | null;
      lines: number | null;
    }>`
      select document.company_id, document.partner_id, document.kind, document.title, document.lines, file.sha256, file.name, file.mime,
        (select sha256 from stored_file where id = document.figures_id) as figures
      from month_document document ${DOCUMENT_PDF} where document.id = ${documentId}`,
  );
  return (
    row && {
      companyId: row.company_id,
      title: row.title,
      lines: row.lines ?? 0,
      file: row.sha256 === null ? null : { sha256: row.sha256, name: row.name, mime: row.mime },
      figures:
        row.figures === null || row.kind === null
          ? null
          : { sha256: row.figures, kind: row.kind, partnerId: row.partner_id },
    }
  );
}

/** Records the PDF of a document. If another process was faster, its PDF stays: a document has one PDF for ever. */
export async function insertDocumentPdf(
  tx: Db,
  pdf: { documentId: number; companyId: number; file: DocumentFile & { sizeBytes: number }; now: Date },
): Promise<void> {
  const { documentId, companyId, file, now } = pdf;
  // The second process waits here, and then sees the row of the first.
  await sql`select from month_document where id = ${documentId} for no key update`.execute(tx);
  if (await firstRow(tx, sql`select from document_paper where document_id = ${documentId}`)) return;
  const fileId = await insertStoredFile(tx, { companyId, ...file, userId: null, now });
  await sql`
    insert into document_paper (document_id, company_id, file_id, made_at)
    values (${documentId}, ${companyId}, ${fileId}, ${now})`.execute(tx);
  await sql`delete from paper_making where document_id = ${documentId}`.execute(tx);
}

/** Finds the newest document without a PDF that was published before, except those that could not be made. */
export async function findUnmade(
  db: Db,
  { before, except }: { before: Date; except: readonly number[] },
): Promise<number | null> {
  const row = await firstRow(
    db,
    sql<{ id: number }>`
      select id from month_document document
      where figures_id is not null and published_at < ${before} and id <> all(${except}::bigint[])
        and coalesce(lines, 0) <= ${MAX_PDF_LINES}
        and not exists (select from document_paper paper where paper.document_id = document.id)
      order by id desc limit 1`,
  );
  return row?.id ?? null;
}

/** Returns whether a month is being closed, for any company. */
export async function isClosing(db: Db): Promise<boolean> {
  return (
    (await firstRow(db, sql`select from month_closing where state <> 'done' and problem is null limit 1`)) !==
    null
  );
}

/** Records a request for a large PDF. Returns false if it was requested before. */
export async function insertMaking(
  tx: Db,
  args: { documentId: number; companyId: number; now: Date },
): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql`
      insert into paper_making (document_id, company_id, asked_at)
      values (${args.documentId}, ${args.companyId}, ${args.now}) on conflict do nothing returning document_id`,
  );
  return row !== null;
}

export async function recordProgress(
  db: Db,
  args: { documentId: number; pages: number; allPages: number },
): Promise<void> {
  await sql`
    update paper_making set pages = ${args.pages}, all_pages = ${args.allPages}
    where document_id = ${args.documentId}`.execute(db);
}
