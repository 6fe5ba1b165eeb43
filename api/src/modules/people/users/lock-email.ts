import { sql } from 'kysely';
import { onlyRow, type Db } from '../../../db/database.ts';

export interface OwnEmail {
  email: string | null;
  confirmedAt: Date | null;
}

/** The person's address. Whoever else changes it, or asks for a link to it, waits. */
export function lockEmail(tx: Db, userId: number): Promise<OwnEmail> {
  return onlyRow(
    tx,
    sql<OwnEmail>`
      select email, email_confirmed_at as "confirmedAt" from app_user where id = ${userId} for no key update`,
  );
}
