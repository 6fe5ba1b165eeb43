import { sql } from 'kysely';
import type { Kopecks } from '#contract/kopecks.ts';
import { ALL_NETWORKS_TITLE } from '#contract/ids.ts';
import { UNCONFIRMED_KIND } from '#contract/papers/documents.ts';
import { listIds, type CompanyScope } from '../../../../db/company-scope.ts';
import { rows, type Db } from '../../../../db/database.ts';
import type { ClosingDocumentKind } from './month-closing.ts';
import { CONCERNS_ALL_NETWORKS } from './concerns-all-store.ts';

export interface DocumentsOfMonth {
  documents: number;
  /** Neither confirmed nor objected to. */
  undecided: number;
}

/** Counts documents of a month, `YYYY-MM`, of the companies. A company without such is left out. */
export async function countDocumentsOfMonth(
  db: Db,
  scopes: readonly CompanyScope[],
  month: string,
): Promise<Map<number, DocumentsOfMonth>> {
  const found = await rows(
    db,
    sql<DocumentsOfMonth & { companyId: number }>`
      select company_id as "companyId", count(*) as documents,
        count(*) filter (where corrected_kind is distinct from ${UNCONFIRMED_KIND} and received_at is null and objected_at is null
          and replaced_at is null) as undecided
      from month_document
      where company_id = any(${listIds(scopes)}::bigint[]) and month = ${month} and withdrawn_at is null
      group by company_id`,
  );
  return new Map(found.map(({ companyId, ...counts }) => [companyId, counts]));
}

export interface UndecidedDocuments {
  count: number;
  /** The last day, `YYYY-MM-DD`, to object to the first of them. A day that has passed is not due any more. */
  dueOn: string | null;
  /** Number of months that they belong to. */
  months: number;
}

/** Counts documents of the companies that are neither confirmed nor objected to. A company without such is left out. */
export async function countUndecidedDocuments(
  db: Db,
  scopes: readonly CompanyScope[],
  today: string,
): Promise<Map<number, UndecidedDocuments>> {
  const found = await rows(
    db,
    sql<UndecidedDocuments & { companyId: number }>`
      select company_id as "companyId", count(*) as count, count(distinct month) as months,
        (min(object_until) filter (where object_until >= ${today}::date))::text as "dueOn"
      from month_document
      where company_id = any(${listIds(scopes)}::bigint[]) and corrected_kind is distinct from ${UNCONFIRMED_KIND}
        and received_at is null and objected_at is null and withdrawn_at is null and replaced_at is null
      group by company_id`,
  );
  return new Map(found.map(({ companyId, ...counts }) => [companyId, counts]));
}

export interface UndecidedDocument {
  id: number;
  companyId: number;
  title: string;
  partnerTitle: string;
  /** Null for one that was published by hand. */
  kind: ClosingDocumentKind | null;
  /** `YYYY-MM` */
  month: string;
  sum: Kopecks | null;
  /** It has been confirmed or objected to, or is no longer valid. */
  isDecided: boolean;
}

/**
 * Lists the documents of the companies that are neither confirmed nor objected to: of a month, `YYYY-MM`, or those that are
 * named. `decided`: also those that have been decided about.
 */
export function listUndecidedDocuments(
  db: Db,
  scopes: readonly CompanyScope[],
  {
    month = null,
    ids = null,
    decided = false,
  }: { month?: string | null; ids?: readonly number[] | null; decided?: boolean },
): Promise<UndecidedDocument[]> {
  const isDecided = sql`(document.received_at is not null or document.objected_at is not null
    or document.withdrawn_at is not null or document.replaced_at is not null)`;
  return rows(
    db,
    sql<UndecidedDocument>`
      select document.id, document.company_id as "companyId", document.title, document.kind, document.month,
        case when ${CONCERNS_ALL_NETWORKS} then ${ALL_NETWORKS_TITLE} else partner.title end as "partnerTitle",
        document.sum_kopecks as sum, ${isDecided} as "isDecided"
      from month_document document join partner on partner.id = document.partner_id
      left join card_act on card_act.document_id = document.id
      where document.company_id = any(${listIds(scopes)}::bigint[])
        and document.corrected_kind is distinct from ${UNCONFIRMED_KIND}
        and (${month}::text is null or document.month = ${month})
        and (${ids}::bigint[] is null or document.id = any(${ids}::bigint[])) and (${decided} or not ${isDecided})
      order by document.company_id, document.month desc, document.id`,
  );
}
