import { sql } from 'kysely';
import type { Kopecks } from '#contract/kopecks.ts';
import type { Db } from '../../../db/database.ts';
import { takeInvoiceTurn } from './invoice-store.ts';

/**
 * Takes back what was marked as paid by mistake. If the invoice is wholly unpaid again while another of the same day and
 * sum is unpaid too, it is cancelled: there is never more than one such invoice.
 */
export async function takeBackPaid(
  tx: Db,
  args: { invoiceId: number; companyId: number; sum: Kopecks; now: Date },
): Promise<void> {
  await takeInvoiceTurn(tx, args.companyId);
  await sql`
    update invoice set paid_kopecks = paid_kopecks - ${args.sum},
      cancelled_at = case when paid_kopecks = ${args.sum} and exists (
        select from invoice other where other.company_id = invoice.company_id and other.issued_on = invoice.issued_on
          and other.sum_kopecks = invoice.sum_kopecks and other.paid_kopecks = 0 and other.cancelled_at is null
      ) then ${args.now}::timestamptz else cancelled_at end
    where id = ${args.invoiceId} and company_id = ${args.companyId}`.execute(tx);
}
