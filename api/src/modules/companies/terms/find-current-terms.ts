import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import type { TermsVersion } from './terms-store.ts';

/** The agreement in force: the newest that has begun. */
export async function findCurrentTerms(db: Db, now: Date): Promise<TermsVersion | null> {
  const row = await firstRow(
    db,
    sql<{ version: number; text: string; sha256: string; published_at: Date }>`
      select version, text, sha256, published_at from terms_version
      where begins_at is null or begins_at <= ${now} order by version desc limit 1`,
  );
  return row && { version: row.version, text: row.text, sha256: row.sha256, publishedAt: row.published_at };
}
