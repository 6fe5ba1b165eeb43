import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';

const LIFETIME_MS = 5 * 60_000;
/** An application of one-time passwords has to be installed first. */
const SECRET_LIFETIME_MS = 15 * 60_000;

type Purpose = 'confirm' | 'add-passkey';

/** Stores a challenge for a session; an earlier one for the same purpose becomes void. */
export async function insertChallenge(
  db: Db,
  args: { sessionId: number; purpose: Purpose; challenge: string; now: Date },
): Promise<void> {
  const expiresAt = new Date(args.now.getTime() + LIFETIME_MS);
  await sql`
    insert into factor_challenge (session_id, purpose, challenge, expires_at)
    values (${args.sessionId}, ${args.purpose}, ${args.challenge}, ${expiresAt})
    on conflict (session_id, purpose) do update
    set challenge = excluded.challenge, expires_at = excluded.expires_at`.execute(db);
}

/** Takes the challenge of the session. Whatever the answer, it can be used only once. */
export async function takeChallenge(
  db: Db,
  args: { sessionId: number; purpose: Purpose; now: Date },
): Promise<string | null> {
  const row = await firstRow(
    db,
    sql<{ challenge: string; open: boolean }>`
      delete from factor_challenge where session_id = ${args.sessionId} and purpose = ${args.purpose}
      returning challenge, expires_at > ${args.now} as open`,
  );
  return row?.open ? row.challenge : null;
}

/** Stores the secret shown to the session, and returns until when it can be connected. */
export async function insertOfferedSecret(
  db: Db,
  offered: { sessionId: number; secretSealed: Buffer; now: Date },
): Promise<Date> {
  const expiresAt = new Date(offered.now.getTime() + SECRET_LIFETIME_MS);
  await sql`
    insert into factor_challenge (session_id, purpose, secret_sealed, expires_at)
    values (${offered.sessionId}, 'add-totp', ${offered.secretSealed}, ${expiresAt})
    on conflict (session_id, purpose) do update
    set secret_sealed = excluded.secret_sealed, expires_at = excluded.expires_at`.execute(db);
  return expiresAt;
}

export async function findOfferedSecret(
  db: Db,
  args: { sessionId: number; now: Date },
): Promise<Buffer | null> {
  const row = await firstRow(
    db,
    sql<{ secret_sealed: Buffer }>`
      select secret_sealed from factor_challenge
      where session_id = ${args.sessionId} and purpose = 'add-totp' and expires_at > ${args.now}`,
  );
  return row?.secret_sealed ?? null;
}

/** False when another request has connected it meanwhile. */
export async function takeOfferedSecret(
  tx: Db,
  args: { sessionId: number; secretSealed: Buffer },
): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ session_id: number }>`
      delete from factor_challenge
      where session_id = ${args.sessionId} and purpose = 'add-totp' and secret_sealed = ${args.secretSealed}
      returning session_id`,
  );
  return row !== null;
}
