import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { Invoice } from './invoice.ts';
import { COLUMNS, recordOf, type InvoiceRow } from './invoice-store.ts';

/** More than a company leaves open. */
const MOST_PAYABLE = 100;

/** Of each company the newest invoices that wait for money, and the one that was named, newest first. */
export async function findPayable(
  db: Db,
  args: { companyIds: readonly number[]; namedId: number | null },
): Promise<Invoice[]> {
  const { rows } = await sql<InvoiceRow>`
    select payable.* from unnest(${args.companyIds}::bigint[]) as asked (id)
    cross join lateral (
      select ${COLUMNS} from invoice
      where company_id = asked.id and cancelled_at is null
        and (paid_kopecks < sum_kopecks or id = ${args.namedId}::bigint)
      order by id desc limit ${MOST_PAYABLE}
    ) payable`.execute(db);
  return rows.map(recordOf);
}
