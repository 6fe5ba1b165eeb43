import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';

/** True when the carrier directory knows the phone but the fuel programme has no user with it (error 10114). */
export async function isCarrierWithoutLogin(db: Db, phone: string): Promise<boolean> {
  const row = await firstRow(
    db,
    sql<{ phone: string }>`
      select phone from carrier
      where phone = ${phone} and not exists (select from app_user where app_user.phone = carrier.phone)`,
  );
  return row !== null;
}
