import { sql } from 'kysely';
import { HAS_UKD } from '../corrections/ukds.ts';
import type { Kopecks } from '#contract/kopecks.ts';
import type { PartnerId } from '#contract/ids.ts';
import { firstRow, rows, type Db } from '../../../../db/database.ts';

/** A УПД of a closed month whose fuel was given back later. */
export interface ReturnedUpd {
  id: number;
  partnerId: PartnerId;
  month: string;
  /** Hash of its figures. */
  figures: string;
  /** Its correction was published as a file, so that its lines are not known here. */
  isReplacedByFile: boolean;
}

/** Finds the valid УПД of a network and month, or null. One with a УКД is valid too. */
export function findReturnedUpd(
  db: Db,
  { companyId, partnerId, month }: { companyId: number; partnerId: number; month: string },
): Promise<ReturnedUpd | null> {
  return firstRow(
    db,
    sql<ReturnedUpd>`
      select document.id, document.partner_id as "partnerId", document.month, figures.sha256 as figures,
        document.replaced_at is not null and not ${HAS_UKD} as "isReplacedByFile"
      from month_document document join stored_file figures on figures.id = document.figures_id
      where document.company_id = ${companyId} and document.partner_id = ${partnerId} and document.month = ${month}
        and document.kind = 'upd' and document.withdrawn_at is null`,
  );
}

/** A УКД of returned fuel that was published with the documents of a month. */
export interface PublishedReturn {
  originalId: number;
  number: string;
  change: Kopecks;
  /** Hash of its file in the State's form. */
  xml: string;
}

/** Lists the returns of a month of a company; null as long as its documents are not published. */
export async function listPublishedReturns(
  db: Db,
  companyId: number,
  month: string,
): Promise<PublishedReturn[] | null> {
  const closed = await firstRow(
    db,
    sql`select from month_closing where company_id = ${companyId} and month = ${month} and state = 'done'`,
  );
  if (!closed) return null;
  return rows(
    db,
    sql<PublishedReturn>`
      select document.replaces_id as "originalId", substring(document.title from '№ ([^[:space:]]+)') as number,
        document.change_kopecks as change, file.sha256 as xml
      from month_document document
      join document_xml made on made.document_id = document.id and made.company_id = document.company_id
      join stored_file file on file.id = made.file_id
      where document.company_id = ${companyId} and document.month = ${month} and document.is_return
        and document.withdrawn_at is null
      order by document.id`,
  );
}
