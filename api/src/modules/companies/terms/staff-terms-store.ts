import type { AcceptanceState } from '#contract/companies/staff-terms.ts';
import { sql } from 'kysely';
import { firstRow, getOnlyRow, rows, type Db } from '../../../db/database.ts';
import { contains } from '../../../db/text-search.ts';

export interface StaffTermsVersion {
  version: number;
  publishedAt: Date;
  publisher: string | null;
  begins: Date;
  state: 'ahead' | 'current' | 'past';
  accepted: number;
  sha256: string;
}

/** All versions, newest first, with how many clients have accepted each as their last. */
export async function listTerms(
  db: Db,
  now: Date,
): Promise<{ versions: StaffTermsVersion[]; clients: number }> {
  const versions = await rows(
    db,
    sql<StaffTermsVersion>`
      with known as (
        select version, published_at, published_by, sha256, coalesce(begins_at, published_at) as begins from terms_version
      ), accepted as (
        select terms_version as version, count(*) as count from company
        where client_since is not null and terms_version is not null group by terms_version
      )
      select known.version, known.published_at as "publishedAt", known.begins, known.sha256,
        nullif(concat_ws(' ', person.lastname, person.firstname), '') as publisher,
        case when known.begins > ${now} then 'ahead'
          when known.version = (select max(version) from known where begins <= ${now}) then 'current'
          else 'past' end as state,
        coalesce(accepted.count, 0) as accepted
      from known left join app_user person on person.id = known.published_by
      left join accepted on accepted.version = known.version
      order by known.version desc`,
  );
  const { count } = await getOnlyRow(
    db,
    sql<{ count: number }>`select count(*) as count from company where client_since is not null`,
  );
  return { versions, clients: count };
}

export async function findText(db: Db, version: number): Promise<string | null> {
  const row = await firstRow(
    db,
    sql<{ text: string }>`select text from terms_version where version = ${version}`,
  );
  return row?.text ?? null;
}

export interface Acceptance {
  id: number;
  inn: string | null;
  title: string;
  acceptedAt: Date | null;
  by: string | null;
}

interface AcceptanceQuery {
  version: number;
  q?: string | undefined;
  state?: AcceptanceState | undefined;
  page: number;
  perPage: number;
}

/** A page of the clients by title, with their acceptance of the version. */
export async function listAcceptances(
  db: Db,
  { version, q, state, page, perPage }: AcceptanceQuery,
): Promise<{ found: Acceptance[]; total: number }> {
  const words = q?.split(/\s+/).filter(Boolean) ?? [];
  const named = sql`concat_ws(' ', company.title, company.inn)`;
  const filters = sql.join(
    [
      sql`company.client_since is not null`,
      ...words.map((word) => contains(named, word)),
      ...(state === undefined
        ? []
        : [state === 'accepted' ? sql`accepted.at is not null` : sql`accepted.at is null`]),
    ],
    sql` and `,
  );
  const found = await rows(
    db,
    sql<Acceptance & { total: number }>`
      select company.id, company.inn, company.title, accepted.at as "acceptedAt", accepted.by,
        count(*) over () as total
      from company left join lateral (
        select acceptance.accepted_at as at, nullif(concat_ws(' ', person.lastname, person.firstname), '') as by
        from terms_acceptance acceptance join app_user person on person.id = acceptance.user_id
        where acceptance.company_id = company.id and acceptance.version = ${version}
        order by acceptance.accepted_at desc limit 1
      ) accepted on true
      where ${filters}
      order by company.title, company.id limit ${perPage}::bigint offset ${perPage * (page - 1)}::bigint`,
  );
  return { found, total: found[0]?.total ?? 0 };
}
