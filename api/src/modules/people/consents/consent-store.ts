import { sql } from 'kysely';
import { firstRow, onlyRow, type Db } from '../../../db/database.ts';

export interface ConsentVersion {
  version: number;
  text: string;
  sha256: string;
}

export interface ConsentAct {
  act: 'given' | 'withdrawn';
  version: number;
  sha256: string;
  at: Date;
}

/** The current wording: the newest. */
function findCurrentConsent(db: Db): Promise<ConsentVersion | null> {
  return firstRow(
    db,
    sql<ConsentVersion>`select version, text, sha256 from consent_version order by version desc limit 1`,
  );
}

export function requireCurrentConsent(db: Db): Promise<ConsentVersion> {
  return onlyRow(
    db,
    sql<ConsentVersion>`select version, text, sha256 from consent_version order by version desc limit 1`,
  );
}

/**
 * Stores a wording as the next version unless it is the newest already; of several processes that start at once, one
 * does.
 */
export async function insertConsentVersion(
  tx: Db,
  wording: { text: string; sha256: string; now: Date },
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('consent_version'))`.execute(tx);
  const current = await findCurrentConsent(tx);
  if (current?.sha256 === wording.sha256) return;
  await sql`
    insert into consent_version (version, text, sha256, published_at)
    values (${(current?.version ?? 0) + 1}, ${wording.text}, ${wording.sha256}, ${wording.now})`.execute(tx);
}

/** A person's last consent or withdrawal. */
export function findLastAct(db: Db, userId: number): Promise<ConsentAct | null> {
  return firstRow(
    db,
    sql<ConsentAct>`
      select act, version, sha256, at from consent_act where user_id = ${userId} order by id desc limit 1`,
  );
}
