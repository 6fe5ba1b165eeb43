import { sql } from 'kysely';
import type { PartnerId } from '#contract/ids.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { rows, type Db } from '../../../../db/database.ts';

/** A valid УКД that was made here, and the УПД that it corrects. */
export interface ListedUkd {
  documentId: number;
  /** `YYYY-MM-DD` */
  dateIso: string;
  reason: string;
  /** Place among the corrections of its УПД, from 1. */
  serial: number;
  /** Hash of its file in the State's form. */
  xml: string;
  originalId: number;
  partnerId: PartnerId;
  /** Hash of the figures of the УПД. */
  figures: string;
}

/** Lists a company's УКД dated within these days (`YYYY-MM-DD`, both included), oldest first. */
export function listUkds(
  db: Db,
  { companyId }: CompanyScope,
  { from, to }: { from: string; to: string },
): Promise<ListedUkd[]> {
  return rows(
    db,
    sql<ListedUkd>`
      select document.id as "documentId", dated.day::text as "dateIso", coalesce(document.replace_reason, '') as reason,
        file.sha256 as xml, original.id as "originalId", original.partner_id as "partnerId", figures.sha256 as figures,
        (select count(*) from month_document earlier
          where earlier.replaces_id = original.id and earlier.id <= document.id)::int as serial
      from month_document document
      join document_xml made on made.document_id = document.id and made.company_id = document.company_id
      join stored_file file on file.id = made.file_id
      join month_document original on original.id = document.replaces_id and original.company_id = document.company_id
      join stored_file figures on figures.id = original.figures_id
      cross join lateral (
        select coalesce(document.dated_on, (document.published_at at time zone 'Europe/Moscow')::date) as day) dated
      where document.company_id = ${companyId} and original.kind = 'upd' and document.withdrawn_at is null
        and document.replaced_at is null and dated.day between ${from}::date and ${to}::date
      order by dated.day, document.id`,
  );
}
