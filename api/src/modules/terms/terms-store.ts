import { sql } from 'kysely';
import type { CompanyScope } from '../../db/company-scope.ts';
import { firstRow, onlyRow, type Db } from '../../db/database.ts';

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

/** The current agreement: the newest. */
export async function findCurrentTerms(db: Db): Promise<TermsVersion | null> {
  const row = await firstRow(
    db,
    sql<{ version: number; text: string; sha256: string; published_at: Date }>`
      select version, text, sha256, published_at from terms_version order by version desc limit 1`,
  );
  return row && { version: row.version, text: row.text, sha256: row.sha256, publishedAt: row.published_at };
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

/** The evidence of an acceptance, and the company's state by it. */
export async function insertAcceptance(
  tx: Db,
  scope: CompanyScope,
  acceptance: { version: number; sha256: string; userId: number; ip: string; userAgent: string; now: Date },
): Promise<void> {
  await sql`
    insert into terms_acceptance (company_id, version, sha256, user_id, ip, user_agent, accepted_at)
    values (${scope.companyId}, ${acceptance.version}, ${acceptance.sha256}, ${acceptance.userId}, ${acceptance.ip},
      ${acceptance.userAgent}, ${acceptance.now})`.execute(tx);
  await sql`
    update company set terms_version = ${acceptance.version}, terms_accepted_at = ${acceptance.now}
    where id = ${scope.companyId}`.execute(tx);
}

/** Publishes a text under the next number; publications come one after the other. */
export async function insertTermsVersion(
  tx: Db,
  published: { text: string; sha256: string; userId: number; now: Date },
): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('terms_version'))`.execute(tx);
  const row = await onlyRow(
    tx,
    sql<{ version: number }>`
      insert into terms_version (version, text, sha256, published_by, published_at)
      select coalesce(max(version), 0) + 1, ${published.text}::text, ${published.sha256}::text, ${published.userId}::bigint,
        ${published.now}::timestamptz
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
