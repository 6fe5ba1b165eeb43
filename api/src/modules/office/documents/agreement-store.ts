import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';

/** The framework agreement that a company has accepted, under whose number its papers stand; null: none. */
export async function findAgreement(
  db: Db,
  companyId: number,
): Promise<{ number: string; dateIso: string } | null> {
  return firstRow(
    db,
    sql<{ number: string; dateIso: string }>`
      select terms_version::text as number, (terms_accepted_at at time zone 'Europe/Moscow')::date as "dateIso"
      from company where id = ${companyId} and terms_version is not null and terms_accepted_at is not null`,
  );
}
