import { sql } from 'kysely';
import { HAS_UKD } from '../corrections/ukds.ts';
import type { PartnerId } from '#contract/ids.ts';
import type { CompanyScope } from '../../../../db/company-scope.ts';
import { rows, type Db } from '../../../../db/database.ts';

/** A valid УПД of a closed month, and the figures that it is made from. */
export interface ClosedUpd {
  documentId: number;
  partnerId: PartnerId;
  /** Hash of the stored figures. */
  sha256: string;
}

/**
 * The company's УПД of these months (`YYYY-MM`, both included), oldest first. What was withdrawn, or corrected by a file, is not
 * valid; one with a УКД stays, and the УКД is booked beside it. What was published by hand has no figures.
 */
export function listClosedUpds(
  db: Db,
  scope: CompanyScope,
  { from, to }: { from: string; to: string },
): Promise<ClosedUpd[]> {
  return rows(
    db,
    sql<ClosedUpd>`
      select document.id as "documentId", document.partner_id as "partnerId", file.sha256
      from month_document document join stored_file file on file.id = document.figures_id
      where document.company_id = ${scope.companyId} and document.kind = 'upd'
        and document.month between ${from} and ${to}
        and document.withdrawn_at is null and (document.replaced_at is null or ${HAS_UKD})
      order by document.month, document.partner_id, document.id`,
  );
}
