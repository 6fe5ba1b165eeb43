import { sql } from 'kysely';
import type { Kopecks } from '#contract/kopecks.ts';
import { firstRow, getOnlyRow, type Db } from '../../../db/database.ts';
import { insertStoredFile } from '../../../gateways/file-storage/insert-stored-file.ts';
import type { ClosingDocumentKind } from './closing/month-closing.ts';

export interface NewDocument {
  companyId: number;
  partnerId: number;
  month: string;
  title: string;
  file: { sha256: string; name: string; mime: string; sizeBytes: number };
  objectUntil: string;
  /** Sum as printed, VAT included, or null if the document is not about a sum. */
  sum: Kopecks | null;
  vat: Kopecks | null;
  /** The document that it corrects, and the reason. */
  corrects?: { id: number; kind: ClosingDocumentKind | null; reason: string };
  /** By how much a УКД changes its УПД. */
  change?: { sum: number; vat: number };
  /** Date of a УКД that the closing of a month makes for fuel that was given back, `YYYY-MM-DD`. */
  returnedOn?: string;
  /** Kind of a document that a month may have several of, as of invoices for advances; null for one published by hand. */
  madeKind?: ClosingDocumentKind | null;
  /** Null where the portal itself publishes it. */
  userId: number | null;
  /** Whether the document concerns no single network and is stored under one of them. */
  allNetworks?: boolean;
  now: Date;
}

/** An identical document, if it has been published already. */
export async function findSameDocument(tx: Db, input: NewDocument): Promise<number | null> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      select document.id from month_document document join stored_file file on file.id = document.file_id
      where document.company_id = ${input.companyId} and document.partner_id = ${input.partnerId}
        and document.month = ${input.month} and document.title = ${input.title} and file.sha256 = ${input.file.sha256}
        and document.withdrawn_at is null
      limit 1`,
  );
  return row?.id ?? null;
}

/**
 * Locks the company's row until the transaction ends, and returns whether the company has any document of a month.
 */
export async function hasDocuments(tx: Db, companyId: number, month: string): Promise<boolean> {
  await sql`select from company where id = ${companyId} for no key update`.execute(tx);
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      select id from month_document where company_id = ${companyId} and month = ${month} limit 1`,
  );
  return row !== null;
}

export async function insertDocument(tx: Db, input: NewDocument): Promise<number> {
  const { companyId, userId, now, corrects } = input;
  const fileId = await insertStoredFile(tx, { ...input.file, companyId, userId, now });
  const row = await getOnlyRow(
    tx,
    sql<{ id: number }>`
      insert into month_document (company_id, partner_id, month, title, object_until, file_id, published_at,
        published_by, sum_kopecks, vat_kopecks, replaces_id, replace_reason, corrected_kind, all_networks,
        change_kopecks, vat_change_kopecks, is_return, dated_on)
      select ${input.companyId}, ${input.partnerId}, ${input.month}, ${input.title}, ${input.objectUntil}::date, ${fileId}::bigint,
        ${input.now}, ${userId}::bigint, ${input.sum}::bigint, ${input.vat}::bigint, ${corrects?.id ?? null}::bigint,
        ${corrects?.reason ?? null}::text, ${corrects?.kind ?? input.madeKind ?? null}::text,
        ${input.allNetworks ?? false}::boolean, ${input.change?.sum ?? null}::bigint, ${input.change?.vat ?? null}::bigint,
        ${input.returnedOn !== undefined}::boolean, ${input.returnedOn ?? null}::date
      returning id`,
  );
  return row.id;
}
