import { sql } from 'kysely';
import type { CompanyScope } from '../../../db/company-scope.ts';
import { firstRow, getOnlyRow, type Db } from '../../../db/database.ts';
import { markTermsAccepted } from '../companies/programme-membership.ts';
import type { Context } from '../../../context.ts';
import { hashSha256Hex } from '../../../lib/secrets.ts';
import { firstTerms } from './first-terms.ts';

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

/** Returns the terms that the company has accepted. Locks them, so that two simultaneous acceptances are one. */
export async function lockCompanyTerms(tx: Db, scope: CompanyScope): Promise<CompanyTerms> {
  const row = await getOnlyRow(
    tx,
    sql<{ terms_version: number | null; terms_accepted_at: Date | null }>`
      select terms_version, terms_accepted_at from company where id = ${scope.companyId} for no key update`,
  );
  return { version: row.terms_version, acceptedAt: row.terms_accepted_at };
}

export async function findCompanyTerms(tx: Db, scope: CompanyScope): Promise<CompanyTerms> {
  const row = await getOnlyRow(
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
  const row = await getOnlyRow(
    tx,
    sql<{ version: number }>`
      insert into terms_version (version, text, sha256, published_by, published_at, begins_at)
      select coalesce(max(version), 0) + 1, ${published.text}::text, ${published.sha256}::text, ${published.userId}::bigint,
        ${published.now}::timestamptz, ${published.begins}::timestamptz
      from terms_version returning version`,
  );
  return row.version;
}

/** Inserts the first agreement of a programme; of two processes that start at once one writes it. */
async function insertFirstTerms(db: Db, first: { text: string; sha256: string; now: Date }): Promise<void> {
  await sql`
    insert into terms_version (version, text, sha256, published_at)
    values (1, ${first.text}, ${first.sha256}, ${first.now}) on conflict do nothing`.execute(db);
}

/** Returns the agreement in force, the newest that has started. */
export async function findCurrentTerms(db: Db, now: Date): Promise<TermsVersion | null> {
  const row = await firstRow(
    db,
    sql<{ version: number; text: string; sha256: string; published_at: Date }>`
      select version, text, sha256, published_at from terms_version
      where begins_at is null or begins_at <= ${now} order by version desc limit 1`,
  );
  return row && { version: row.version, text: row.text, sha256: row.sha256, publishedAt: row.published_at };
}

export async function findTermsVersion(db: Db, version: number): Promise<TermsVersion | null> {
  const row = await firstRow(
    db,
    sql<{ text: string; sha256: string; published_at: Date }>`
      select text, sha256, published_at from terms_version where version = ${version}`,
  );
  return row && { version, text: row.text, sha256: row.sha256, publishedAt: row.published_at };
}

/** Stores the evidence of an acceptance, and updates the company's state. */
export async function insertAcceptance(
  tx: Db,
  scope: CompanyScope,
  acceptance: { version: number; sha256: string; userId: number; ip: string; userAgent: string; now: Date },
): Promise<void> {
  await sql`
    insert into terms_acceptance (company_id, version, sha256, user_id, ip, user_agent, accepted_at)
    values (${scope.companyId}, ${acceptance.version}, ${acceptance.sha256}, ${acceptance.userId}, ${acceptance.ip},
      ${acceptance.userAgent}, ${acceptance.now})`.execute(tx);
  await markTermsAccepted(tx, scope, acceptance);
}

/** A programme that has no framework agreement yet begins with ours. */
export async function prepareTerms(ctx: Context): Promise<void> {
  if (await findCurrentTerms(ctx.db.system, ctx.clock.now())) return;
  const text = firstTerms(ctx.programme.today());
  await insertFirstTerms(ctx.db.system, { text, sha256: hashSha256Hex(text), now: ctx.clock.now() });
}
