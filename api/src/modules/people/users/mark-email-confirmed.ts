import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';

/** Confirms the address, if it is still the person's; true when it was not confirmed before. */
export async function markEmailConfirmed(
  tx: Db,
  args: { userId: number; email: string; now: Date },
): Promise<boolean> {
  const row = await firstRow(
    tx,
    sql<{ id: number }>`
      update app_user set email_confirmed_at = ${args.now}
      where id = ${args.userId} and email = ${args.email} and email_confirmed_at is null returning id`,
  );
  return row !== null;
}
