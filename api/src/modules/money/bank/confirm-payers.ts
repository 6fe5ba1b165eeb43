import { sql } from 'kysely';
import { REQUEST_STATUS } from '#contract/ids.ts';
import type { Context } from '../../../context.ts';
import { rows, type Db } from '../../../db/database.ts';
import { enqueueJob } from '../../../queue/enqueue-job.ts';
import { requestAdvanceReceipts } from '../receipts/request-receipts.ts';
import { confirmByPayments } from '../../companies/first-admin/confirm-admin.ts';

/**
 * Draws the conclusions from payments that were just credited, in the same transaction, wherever that happens: they confirm first
 * admins, those by СБП get the receipts of their advances (decision 211), and the programme's rule may approve the first orders
 * of their companies (decision 210).
 */
export async function confirmPayers(
  ctx: Context,
  tx: Db,
  now: Date,
  paymentIds: readonly number[],
): Promise<void> {
  await confirmByPayments(ctx, tx, now, paymentIds);
  await requestAdvanceReceipts(ctx, tx, paymentIds);
  if (paymentIds.length === 0 || ctx.programme.today().firstOrderMaxCards === 0) return;
  const waiting = await rows(
    tx,
    sql<{ companyId: number }>`
      select distinct request.company_id as "companyId" from bank_payment payment
      join card_request request on request.company_id = payment.company_id and request.status_id = ${REQUEST_STATUS.created}
      where payment.id = any(${paymentIds}::bigint[])`,
  );
  for (const { companyId } of waiting)
    await enqueueJob(tx, 'approve-first-order', { companyId }, { key: `first-order:${companyId}` });
}
