import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import { WAITS } from './objection-store.ts';

export function findObjection(db: Db, documentId: number) {
  return firstRow(
    db,
    sql<{ waits: boolean; company_id: number }>`
      select ${WAITS} as waits, company_id from month_document document
      where document.id = ${documentId} and document.objection is not null`,
  );
}
