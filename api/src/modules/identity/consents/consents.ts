import { sql } from 'kysely';
import { firstRow, getOnlyRow, type Db } from '../../../db/database.ts';

export interface ConsentVersion {
  version: number;
  text: string;
  sha256: string;
}

interface ConsentAct {
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
  return getOnlyRow(
    db,
    sql<ConsentVersion>`select version, text, sha256 from consent_version order by version desc limit 1`,
  );
}

/**
 * Stores a text as the next version unless the newest one is the same; of several processes that start at once, one
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

export async function insertAct(
  tx: Db,
  input: ConsentAct & { userId: number; ip: string; userAgent: string },
): Promise<void> {
  await sql`
    insert into consent_act (user_id, act, version, sha256, ip, user_agent, at)
    values (${input.userId}, ${input.act}, ${input.version}, ${input.sha256}, ${input.ip}, ${input.userAgent}, ${input.at})`.execute(
    tx,
  );
}

/** Records consents for the people of the demonstration, and only for them. */
export async function insertDemonstrationActs(
  tx: Db,
  args: { userIds: readonly number[]; at: Date },
): Promise<void> {
  await sql`
    insert into consent_act (user_id, act, version, sha256, ip, user_agent, at)
    select person, 'given', wording.version, wording.sha256, '127.0.0.1', 'demonstration', ${args.at}::timestamptz
    from unnest(${args.userIds}::bigint[]) person,
      (select version, sha256 from consent_version order by version desc limit 1) wording`.execute(tx);
}

/** Works as `findLastAct`, with a lock. Simultaneous requests of one person run one after the other. */
export async function lockLastAct(tx: Db, userId: number): Promise<ConsentAct | null> {
  await sql`select id from app_user where id = ${userId} for no key update`.execute(tx);
  return findLastAct(tx, userId);
}
