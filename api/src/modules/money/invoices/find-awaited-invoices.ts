import { sql } from 'kysely';
import type { Kopecks } from '#contract/kopecks.ts';
import type { Db } from '../../../db/database.ts';
import type { Invoice } from './invoice.ts';
import { COLUMNS, recordOf, type InvoiceRow } from './invoice-store.ts';

/**
 * Unpaid invoices that a payment may be meant for: any company's if their serial is named, and the payer's own if exactly
 * this sum is still to be paid.
 */
export async function findAwaitedInvoices(
  db: Db,
  args: { serials: readonly number[]; owed: readonly { companyId: number; sum: Kopecks }[] },
): Promise<Invoice[]> {
  const { rows } = await sql<InvoiceRow>`
    select ${COLUMNS} from invoice
    where paid_kopecks < sum_kopecks and cancelled_at is null
      and (serial = any(${args.serials}::bigint[])
        or (company_id, sum_kopecks - paid_kopecks) in (
          select * from unnest(${args.owed.map((one) => one.companyId)}::bigint[], ${args.owed.map((one) => one.sum)}::bigint[])))
    order by id`.execute(db);
  return rows.map(recordOf);
}
