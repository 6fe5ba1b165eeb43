import { sql } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import { firstRow, rows, type Db } from '../../../db/database.ts';
import { insertStoredFile } from '../../../gateways/file-storage/insert-stored-file.ts';
import type { PaperKind } from './month-closing.ts';

/**
 * Joins a `document` with its `file`: its own, or the paper that was made from its figures; null while there is none.
 */
export const PAPER_OF_DOCUMENT = sql`
  left join document_paper paper on paper.document_id = document.id
  left join stored_file file on file.id = coalesce(document.file_id, paper.file_id)`;

export interface DocumentFile {
  sha256: string;
  name: string;
  mime: string;
}

/** A published document whose paper may still have to be made. */
export interface PaperToMake {
  companyId: number;
  title: string;
  /** Null: it was not made yet. */
  file: DocumentFile | null;
  /** Null: it has a file of its own. */
  figures: { sha256: string; kind: PaperKind; partnerId: PartnerId } | null;
}

export async function findPaperToMake(db: Db, documentId: number): Promise<PaperToMake | null> {
  const row = await firstRow(
    db,
    sql<{
      company_id: number;
      partner_id: PartnerId;
      kind: PaperKind | null;
      title: string;
      sha256: string | null;
      name: string;
      mime: string;
      figures: string | null;
    }>`
      select document.company_id, document.partner_id, document.kind, document.title, file.sha256, file.name, file.mime,
        (select sha256 from stored_file where id = document.figures_id) as figures
      from month_document document ${PAPER_OF_DOCUMENT} where document.id = ${documentId}`,
  );
  return (
    row && {
      companyId: row.company_id,
      title: row.title,
      file: row.sha256 === null ? null : { sha256: row.sha256, name: row.name, mime: row.mime },
      figures:
        row.figures === null || row.kind === null
          ? null
          : { sha256: row.figures, kind: row.kind, partnerId: row.partner_id },
    }
  );
}

/** Notes the paper of a document. Where somebody was faster his stays: a document has one paper for ever. */
export async function insertPaper(
  tx: Db,
  paper: { documentId: number; companyId: number; file: DocumentFile & { sizeBytes: number }; now: Date },
): Promise<void> {
  const { documentId, companyId, file, now } = paper;
  // Whoever comes second waits here, and then sees the first one's row.
  await sql`select from month_document where id = ${documentId} for no key update`.execute(tx);
  if (await firstRow(tx, sql`select from document_paper where document_id = ${documentId}`)) return;
  const fileId = await insertStoredFile(tx, { companyId, ...file, userId: null, now });
  await sql`
    insert into document_paper (document_id, company_id, file_id, made_at)
    values (${documentId}, ${companyId}, ${fileId}, ${now})`.execute(tx);
}

/** Some documents without a paper, newest first, and not those that were tried in vain. */
export async function listUnmade(db: Db, most: number, except: readonly number[]): Promise<number[]> {
  const found = await rows(
    db,
    sql<{ id: number }>`
      select id from month_document document
      where figures_id is not null and id <> all(${except}::bigint[])
        and not exists (select from document_paper paper where paper.document_id = document.id)
      order by id desc limit ${most}`,
  );
  return found.map(({ id }) => id);
}
