import { sql } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import { rows, type Db } from '../../../../db/database.ts';

/** Day of a УКД `document`: of the documents of its month where it is for returned fuel, otherwise of its publication. */
export const UKD_DAY = sql`coalesce(document.dated_on, (document.published_at at time zone 'Europe/Moscow')::date)`;

/** Kopecks by which a УКД `document` changes its УПД `original`. Those that were published earlier have totals alone. */
export const UKD_CHANGE = {
  sum: sql`coalesce(document.change_kopecks, document.sum_kopecks - original.sum_kopecks)`,
  vat: sql`coalesce(document.vat_change_kopecks, document.vat_kopecks - original.vat_kopecks)`,
};

/** True for a УПД `document` with a valid УКД of staff that was made here: both are valid. */
export const HAS_UKD = sql<boolean>`exists (
  select from month_document correction
  join document_xml made on made.document_id = correction.id and made.company_id = correction.company_id
  where correction.replaces_id = document.id and made.file_id is not null
    and not correction.is_return and correction.withdrawn_at is null and correction.replaced_at is null)`;

/** A valid УКД that was made here, and the УПД that it corrects. */
export interface ListedUkd {
  documentId: number;
  companyId: number;
  /** `YYYY-MM-DD` */
  dateIso: string;
  reason: string;
  /** Place among the corrections of its УПД, from 1. */
  serial: number;
  /** Hash of its file in the State's form. */
  xml: string;
  original: {
    documentId: number;
    partnerId: PartnerId;
    /** Hash of its figures. */
    figures: string;
  };
}

/** Lists the УКД of companies dated within these days (`YYYY-MM-DD`, both included), oldest first in each. */
export function listUkds(
  db: Db,
  companyIds: readonly number[],
  { from, to }: { from: string; to: string },
): Promise<ListedUkd[]> {
  return rows(
    db,
    sql<ListedUkd>`
      select document.id as "documentId", document.company_id as "companyId", ${UKD_DAY}::text as "dateIso",
        coalesce(document.replace_reason, '') as reason, file.sha256 as xml,
        (select count(*) from month_document earlier where earlier.replaces_id = original.id
          and earlier.company_id = original.company_id and earlier.id <= document.id)::int as serial,
        json_build_object('documentId', original.id, 'partnerId', original.partner_id, 'figures', figures.sha256) as original
      from month_document document
      join document_xml made on made.document_id = document.id and made.company_id = document.company_id
      join stored_file file on file.id = made.file_id
      join month_document original on original.id = document.replaces_id and original.company_id = document.company_id
      join stored_file figures on figures.id = original.figures_id
      where document.company_id = any(${companyIds}::bigint[]) and original.kind = 'upd'
        and document.withdrawn_at is null and document.replaced_at is null
        and ${UKD_DAY} between ${from}::date and ${to}::date
      order by document.company_id, ${UKD_DAY}, document.id`,
  );
}

/** Lists the hashes of the valid УКД of a УПД that were made here, oldest first; those before a document, if it is given. */
export async function listUkdFiles(db: Db, originalId: number, beforeId?: number): Promise<string[]> {
  const found = await rows(
    db,
    sql<{ sha256: string }>`
      select file.sha256 from month_document document
      join document_xml made on made.document_id = document.id and made.company_id = document.company_id
      join stored_file file on file.id = made.file_id
      where document.replaces_id = ${originalId} and document.withdrawn_at is null and document.replaced_at is null
        and (${beforeId ?? null}::bigint is null or document.id < ${beforeId ?? null}::bigint)
      order by document.id`,
  );
  return found.map(({ sha256 }) => sha256);
}
