import { sql } from 'kysely';
import { firstRow, type Db } from '../../../db/database.ts';
import type { Invoice } from './invoice.ts';
import { COLUMNS, recordOf, type InvoiceRow } from './invoice-store.ts';

export async function findInvoice(db: Db, args: { companyId: number; id: number }): Promise<Invoice | null> {
  const row = await firstRow(
    db,
    sql<InvoiceRow>`select ${COLUMNS} from invoice where id = ${args.id} and company_id = ${args.companyId}`,
  );
  return row && recordOf(row);
}
