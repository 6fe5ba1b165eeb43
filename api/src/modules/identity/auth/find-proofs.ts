import { sql } from 'kysely';
import { getOnlyRow, type Db } from '../../../db/database.ts';

export interface Proofs {
  hasFactor: boolean;
  /** Time when the session was confirmed by the second factor. */
  factorAt: Date | null;
  /** Time when it was opened by a code from an SMS. */
  signedInAt: Date;
}

/** Returns the proofs of a session. Another transaction that changes the person's factors waits. */
export function findProofs(tx: Db, sessionId: number): Promise<Proofs> {
  return getOnlyRow(
    tx,
    sql<Proofs>`
      select u.factor_since is not null as "hasFactor", s.factor_at as "factorAt", coalesce(s.confirmed_at, s.created_at) as "signedInAt"
      from session s join app_user u on u.id = s.user_id where s.id = ${sessionId} for no key update of u`,
  );
}
