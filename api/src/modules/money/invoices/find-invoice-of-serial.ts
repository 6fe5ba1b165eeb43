import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import type { Invoice } from './invoice.ts';
import { COLUMNS, recordOf, type InvoiceRow } from './invoice-store.ts';

export async function findInvoiceOfSerial(db: Db, serial: number): Promise<Invoice | null> {
  const row = await firstRow(
    db,
    sql<InvoiceRow>`select ${COLUMNS} from invoice where serial = ${serial} and cancelled_at is null`,
  );
  return row && recordOf(row);
}
