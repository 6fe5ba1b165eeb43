import { sql } from 'kysely';
import { listIds, type CompanyScope } from '../../../../db/company-scope.ts';
import { rows, type Db } from '../../../../db/database.ts';

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
        count(*) filter (where received_at is null and objected_at is null and replaced_at is null) as undecided
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
      where company_id = any(${listIds(scopes)}::bigint[]) and received_at is null and objected_at is null
        and withdrawn_at is null and replaced_at is null
      group by company_id`,
  );
  return new Map(found.map(({ companyId, ...counts }) => [companyId, counts]));
}
