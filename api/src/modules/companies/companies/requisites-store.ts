import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import type { Requisites } from './requisites.ts';

/** The requisites of a client with its INN, locked; null for a company that is none. */
export async function lockRequisites(
  tx: Db,
  companyId: number,
): Promise<{ inn: string; requisites: Requisites } | null> {
  const row = await firstRow(
    tx,
    sql<Requisites & { inn: string }>`
      select inn, title, legal_form as "legalForm", kpp, ogrn, city, street, house from company
      where id = ${companyId} and client_since is not null for no key update`,
  );
  if (!row) return null;
  const { inn, ...requisites } = row;
  return { inn, requisites };
}

export async function updateRequisites(tx: Db, companyId: number, to: Requisites): Promise<void> {
  await sql`
    update company set title = ${to.title}, legal_form = ${to.legalForm}, kpp = ${to.kpp}, ogrn = ${to.ogrn},
      city = ${to.city}, street = ${to.street}, house = ${to.house}
    where id = ${companyId}`.execute(tx);
}

export async function insertReading(
  tx: Db,
  reading: { companyId: number; userId: number; before: Requisites; after: Requisites; now: Date },
): Promise<void> {
  await sql`
    insert into requisites_reading (company_id, read_at, read_by, before, after)
    values (${reading.companyId}, ${reading.now}, ${reading.userId}, ${JSON.stringify(reading.before)}::jsonb,
      ${JSON.stringify(reading.after)}::jsonb)`.execute(tx);
}
