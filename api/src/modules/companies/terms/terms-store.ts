import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, onlyRow, type Db } from '../../../db/database.ts';

export interface TermsVersion {
  version: number;
  text: string;
  sha256: string;
  publishedAt: Date;
}

export interface CompanyTerms {
  version: number | null;
  acceptedAt: Date | null;
}

/** What the company has accepted; locked, so that two simultaneous acceptances are one. */
export async function lockCompanyTerms(tx: Db, scope: CompanyScope): Promise<CompanyTerms> {
  const row = await onlyRow(
    tx,
    sql<{ terms_version: number | null; terms_accepted_at: Date | null }>`
      select terms_version, terms_accepted_at from company where id = ${scope.companyId} for no key update`,
  );
  return { version: row.terms_version, acceptedAt: row.terms_accepted_at };
}

export async function findCompanyTerms(tx: Db, scope: CompanyScope): Promise<CompanyTerms> {
  const row = await onlyRow(
    tx,
    sql<{ terms_version: number | null; terms_accepted_at: Date | null }>`
      select terms_version, terms_accepted_at from company where id = ${scope.companyId}`,
  );
  return { version: row.terms_version, acceptedAt: row.terms_accepted_at };
}

/** The beginning of the newest version; publications come one after the other until the transaction ends. */
export async function lockNewestTerms(
  tx: Db,
): Promise<{ version: number; sha256: string; begins: Date } | null> {
  await sql`select pg_advisory_xact_lock(hashtext('terms_version'))`.execute(tx);
  return firstRow(
    tx,
    sql<{ version: number; sha256: string; begins: Date }>`
      select version, sha256, coalesce(begins_at, published_at) as begins
      from terms_version order by version desc limit 1`,
  );
}

/** Publishes a text under the next number; the newest is locked. */
export async function insertTermsVersion(
  tx: Db,
  published: { text: string; sha256: string; begins: Date; userId: number; now: Date },
): Promise<number> {
  const row = await onlyRow(
    tx,
    sql<{ version: number }>`
      insert into terms_version (version, text, sha256, published_by, published_at, begins_at)
      select coalesce(max(version), 0) + 1, ${published.text}::text, ${published.sha256}::text, ${published.userId}::bigint,
        ${published.now}::timestamptz, ${published.begins}::timestamptz
      from terms_version returning version`,
  );
  return row.version;
}

/** The agreement that a programme begins with; of two processes that start at once one writes it. */
export async function insertFirstTerms(
  db: Db,
  first: { text: string; sha256: string; now: Date },
): Promise<void> {
  await sql`
    insert into terms_version (version, text, sha256, published_at)
    values (1, ${first.text}, ${first.sha256}, ${first.now}) on conflict do nothing`.execute(db);
}
