import { sql } from 'kysely';
import type { Kopecks } from '#contract/kopecks.ts';
import type { Db } from '../../../db/database.ts';

/** Adds money that was paid for invoices; an invoice may be named several times. */
export async function addPaid(
  tx: Db,
  payments: readonly { invoiceId: number; sum: Kopecks }[],
): Promise<void> {
  await sql`
    update invoice set paid_kopecks = paid_kopecks + come.sum
    from (
      select id, sum(sum)::bigint as sum
      from unnest(${payments.map((one) => one.invoiceId)}::bigint[], ${payments.map((one) => one.sum)}::bigint[])
        as payment (id, sum)
      group by id
    ) come
    where invoice.id = come.id`.execute(tx);
}
