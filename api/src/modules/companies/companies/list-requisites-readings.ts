import { sql } from 'kysely';
import { rows, type Db } from '../../../db/database.ts';
import type { RequisitesReading } from './requisites.ts';

const MOST = 20;

/** A company's readings from the register, newest first. */
export function listRequisitesReadings(db: Db, companyId: number): Promise<RequisitesReading[]> {
  return rows(
    db,
    sql<RequisitesReading>`
      select reading.read_at as "readAt", concat_ws(' ', person.firstname, person.lastname) as by, reading.before, reading.after
      from requisites_reading reading join app_user person on person.id = reading.read_by
      where reading.company_id = ${companyId} order by reading.id desc limit ${MOST}`,
  );
}
