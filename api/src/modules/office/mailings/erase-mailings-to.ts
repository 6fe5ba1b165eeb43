import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Takes a person's own address out of every mailing, with its links. Before his address itself is erased. */
export async function eraseMailingsTo(tx: Db, userId: number): Promise<void> {
  await sql`
    delete from mailing_link where address = (select lower(email) from app_user where id = ${userId})`.execute(
    tx,
  );
  await sql`
    delete from mailing_address where user_id = ${userId}
      or address = (select lower(email) from app_user where id = ${userId})`.execute(tx);
}
