import { sql } from 'kysely';
import { onlyRow, type Db } from '../../../db/database.ts';

export interface Proofs {
  hasFactor: boolean;
  /** When the session was confirmed by the second factor. */
  factorAt: Date | null;
  /** When it was opened by a code from an SMS. */
  signedInAt: Date;
}

/** What a session has been proved by. Whoever else changes the person's factors in a transaction waits. */
export function findProofs(tx: Db, sessionId: number): Promise<Proofs> {
  return onlyRow(
    tx,
    sql<Proofs>`
      select u.factor_since is not null as "hasFactor", s.factor_at as "factorAt", coalesce(s.confirmed_at, s.created_at) as "signedInAt"
      from session s join app_user u on u.id = s.user_id where s.id = ${sessionId} for no key update of u`,
  );
}
